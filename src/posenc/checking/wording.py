"""What the learner reads: what is wrong first, then the call that shows it."""

from __future__ import annotations

import dataclasses
import inspect
import textwrap

from posenc.checking.comparing import Problem
from posenc.checking.exchange import Answers, Outcome, Verdict
from posenc.checking.showing import show_call, show_comparison
from posenc.exercises.declaring import Arguments, Exercise, Mistake

BOLD, GREEN, RED, RESET = "\x1b[1m", "\x1b[32m", "\x1b[31m", "\x1b[0m"
LINE = 88


def say_right(exercise: Exercise, count: int, seed: int) -> str:
    return f"{exercise.name}: right. {count} cases, seed {seed}."


def say_missing(exercise: Exercise) -> str:
    kind = "class" if inspect.isclass(exercise.answer) else "function"
    return (
        f"There is no {kind} called `{exercise.name}` here. Run the cell that defines it, and "
        "look at the spelling of its name."
    )


def say_no_function(exercise: Exercise, answers: Answers) -> str:
    isclass = inspect.isclass(exercise.answer)
    kind, opening = ("class", "class") if isclass else ("function", "def")
    arguments = "" if isclass else inspect.signature(exercise.answer)
    return (
        f"`{exercise.name}` is not a {kind} but of type {answers.kind}. Define it with "
        f"`{opening} {exercise.name}{arguments}:`."
    )


def say_unwritten(exercise: Exercise) -> str:
    return (
        f"`{exercise.name}` is not written yet. Replace the line `raise NotImplementedError()` "
        "in the cell above, and run both cells."
    )


def say_slow(number: int, count: int) -> str:
    return (
        f"It is right so far, but too slow: {number} of {count} cases took 15 seconds. Look for "
        "work that is done again and again, or a search that a formula could replace."
    )


def say_wrong(
    exercise: Exercise,
    count: int,
    seed: int,
    problem: Problem,
    shown: tuple[int, Arguments, Outcome] | None,
    mistake: Mistake | None,
) -> str:
    """The whole message of a failed check.

    Parameters
    ----------
    shown : tuple or None
        Number, arguments and outcome of the smallest failing call.
    """
    said = [mistake.hint] if mistake else []
    if problem.sentence and not (mistake and problem.step in ("shape", "property", "type")):
        said.append(problem.sentence)
    if not said:
        said.append("The values differ.")
    parts = [f"{exercise.name}: not yet.", *(fill(sentence) for sentence in said)]
    if shown:
        number, arguments, outcome = shown
        parts.append(textwrap.indent(show(exercise, arguments, problem), "    ").rstrip())
        if outcome.printed:
            printed = textwrap.indent(outcome.printed.strip(), "    ")
            parts.append(f"In this call it printed:\n{printed}")
        parts.append(f"Case {number + 1} of {count}. {say_seed(exercise, seed)}")
    elif problem.step == "slow":
        parts.append(say_seed(exercise, seed))
    return "\n\n".join(parts)


def say_seed(exercise: Exercise, seed: int) -> str:
    return f'Seed {seed}; the same cases again: check("{exercise.name}", seed={seed})'


def show(exercise: Exercise, arguments: Arguments, problem: Problem) -> str:
    """The call, and what came of it beside what was due."""
    names = list(inspect.signature(exercise.answer).parameters)
    lines = show_call(exercise.name, names, arguments)
    if problem.given is not None or problem.expected is not None:
        lines += ["", *show_comparison(problem.expected, problem.given, problem.where)]
    return "\n".join(lines)


def with_first_to_mend(verdict: Verdict, earlier: Verdict) -> Verdict:
    """The verdict, saying first that an exercise it builds on does not pass."""
    head, _, rest = verdict.message.partition("\n\n")
    state = "is not written yet" if earlier.unwritten else "does not pass its check"
    first = fill(
        f"It builds on `{earlier.name}`, which {state}. Mend that one first, then run this "
        "check again."
    )
    return dataclasses.replace(verdict, message=f"{head}\n\n{first}\n\n{rest}")


def fill(sentence: str) -> str:
    return textwrap.fill(sentence, LINE, break_long_words=False, break_on_hyphens=False)


def coloured(message: str) -> str:
    """The message with its first line in bold red, for where colours can be shown."""
    head, line, rest = message.partition("\n")
    return f"{BOLD}{RED}{head}{RESET}{line}{rest}"
