"""Compare an outcome with the right one, step by step: the first that fails is the problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from posenc.checking.exchange import Outcome, Raised, Unreadable
from posenc.exercises.declaring import TOLERANCE, Arguments, Judge


@dataclass(frozen=True)
class Problem:
    """What is wrong with one call.

    Attributes
    ----------
    step : str
        ``arguments, raised, stopped, refusal, type, shape, finite, changed, values, property``.
    sentence : str
        Said to the learner.
    expected, given : array or None
        Shown side by side.
    where : tuple of int or None
        Index of the first component that differs.
    """

    step: str
    sentence: str
    expected: np.ndarray | None = None
    given: np.ndarray | None = None
    where: tuple[int, ...] | None = None


# Words are compared as numbers from here on, so that a returned 0 is not the first word; small
# enough that one word is not another one's rounding.
NO_NUMBER = 2**36


class NotNumbers(ValueError):
    """A result that is not made of real numbers; the message completes "it returned …"."""


def find_problem(
    arguments: Arguments,
    names: list[str] | Mapping[int, str],
    outcome: Outcome,
    right: Outcome,
    judge: Judge,
) -> Problem | None:
    """The first thing wrong with `outcome`, or None.

    Parameters
    ----------
    names : list of str, or mapping from places
        Of what the call hands over, for sentences.
    right : Outcome
        What the answer does with the same arguments.
    """
    if outcome.misfit:
        return Problem("arguments", f"It takes {outcome.misfit}, and is called as shown.")
    if right.raised:
        return problem_with_refusal(outcome, right.raised)
    if outcome.raised:
        return Problem("raised", describe_raised(outcome.raised))
    if outcome.stopped:
        return Problem(
            "stopped",
            "This call had not returned after 2 seconds, so it was stopped. Is there a loop that "
            "never ends, or one that a formula could replace?",
        )
    expected = to_numbers(right.value, judge.words)
    # Where many results are right, showing the answer's own would give the design away; and
    # words and verdicts are compared by number, which says nothing.
    coded = judge.words or isinstance(right.value, bool)
    shown = None if judge.accepts or coded else expected
    due = describe_due(right.value, judge.words)
    try:
        given = to_numbers(outcome.value, judge.words, due)
    except NotNumbers as error:
        return Problem("type", f"It returned {error}", shown)
    made = None if coded else given
    if judge.shape_matters and given.shape != expected.shape:
        return Problem("shape", describe_shapes(given, expected, due), shown, made)
    unreal = ~np.isfinite(given)
    if given.shape == expected.shape:
        unreal &= given != expected
    if np.any(unreal):
        where = first_index(unreal)
        sentence = f"The result holds {describe_unreal(given, expected, where)}."
        return Problem("finite", sentence, shown, made, where)
    if outcome.changed:
        changed = " and ".join(dict.fromkeys(names[place] for place in outcome.changed))
        return Problem(
            "changed",
            f"It changes its input: after the call {changed} is no longer what it was. Work on "
            "a copy, the caller still needs the original.",
        )
    if judge.accepts:
        sentence = judge.accepts(arguments, given)
        return Problem("property", sentence, None, given) if sentence else None
    different = ~close(given, expected, judge.scale(arguments, expected))
    if np.any(different) and judge.tells:
        return Problem("values", judge.tells(arguments, right.value, outcome.value))
    if np.any(different):
        return Problem("values", "", expected, given, first_index(different))
    if judge.whole and np.asarray(outcome.value).dtype.kind not in "iu":
        return Problem(
            "type",
            "The numbers are right, but they are floats, and NumPy refuses floats as indices. An "
            "index array holds whole numbers: ask for dtype=int.",
        )
    return None


def close(given: np.ndarray, expected: np.ndarray, scale: Any) -> np.ndarray:
    """Where `given` is within `TOLERANCE` times `scale` of `expected`, or the same infinity."""
    near = np.abs(given - expected) <= TOLERANCE * np.asarray(scale, dtype=float)
    return (near & np.isfinite(expected)) | (given == expected)


def first_index(mask: np.ndarray) -> tuple[int, ...]:
    return tuple(int(place) for place in np.argwhere(mask)[0])


def describe_due(expected: Any, words: tuple[str, ...]) -> str:
    """What kind of result the answer's is, to follow "return"."""
    if isinstance(expected, str):
        return "one of the words " + ", ".join(f'"{word}"' for word in words)
    if isinstance(expected, bool):
        return "True or False"
    return "numbers"


def to_numbers(value: Any, words: tuple[str, ...] = (), due: str = "numbers") -> np.ndarray:
    """`value` as an array of floats, each of the `words` as a number that nobody returns.

    Parameters
    ----------
    due : str
        What to return, for the message.

    Raises
    ------
    NotNumbers
        If it holds anything but real numbers, or rows of different lengths.
    """
    if value is None:
        word = ' If the word "none" is meant, return it in quotes.' if "none" in words else ""
        raise NotNumbers(
            f"nothing (None). Is a `return` missing, or does a loop end before it?{word}"
        )
    if isinstance(value, np.ndarray) and value.dtype == float:
        return value
    value = without_words(value, words)
    require_numbers(value, due)
    try:
        numbers = np.asarray(value)
    except ValueError:
        raise NotNumbers("a list whose parts have different lengths.") from None
    if numbers.dtype.kind == "c":
        raise NotNumbers("complex numbers. Return real ones.")
    try:
        return numbers.astype(float)
    except OverflowError:
        raise NotNumbers("a number too large to compare.") from None


def without_words(value: Any, words: tuple[str, ...]) -> Any:
    if isinstance(value, list):
        return [without_words(each, words) for each in value]
    if isinstance(value, str) and words:
        if value in words:
            return NO_NUMBER + words.index(value)
        known = ", ".join(f'"{word}"' for word in words)
        raise NotNumbers(f"the text {value[:60]!r}. The words it may return are {known}.")
    return value


def require_numbers(value: Any, due: str) -> None:
    if isinstance(value, Unreadable):
        due = "a number, a list or an array" if due == "numbers" else due
        raise NotNumbers(f"a {value.kind}. Return {due}.")
    if isinstance(value, str):
        raise NotNumbers(f"the text {value[:60]!r}. Return {due}.")
    if value is None:
        raise NotNumbers("a list that holds None.")
    if isinstance(value, list):
        for each in value:
            require_numbers(each, due)


def describe_raised(raised: Raised) -> str:
    if raised.kind == "RecursionError":
        return "It calls itself without end (RecursionError)."
    said = f": {raised.message}" if raised.message else ""
    end = "" if said.endswith(".") else "."
    place = f" The line is `{raised.line}`." if raised.line else ""
    return f"It raised {raised.kind}{said}{end}{place}"


def describe_unreal(given: np.ndarray, expected: np.ndarray, where: tuple[int, ...]) -> str:
    """What a result holds at `where`, which is not finite and not what is due there."""
    if np.isnan(given[where]):
        what = "NaN (not a number)"
    elif given.shape == expected.shape and given[where] == -expected[where]:
        signs = ("plus", "minus") if given[where] > 0 else ("minus", "plus")
        return f"{signs[0]} infinity where {signs[1]} infinity is due"
    else:
        what = "an infinite number"
    return what if np.all(np.isfinite(expected)) else f"{what} where none is due"


def describe_shapes(given: np.ndarray, expected: np.ndarray, due: str) -> str:
    if given.ndim == 0:
        return f"It returned one number; an array of shape {expected.shape} is due."
    if expected.ndim == 0:
        if due != "numbers":
            return (
                f"It returned a list or an array, of shape {given.shape}. Return {due}, with "
                "nothing round it."
            )
        return f"It returned an array of shape {given.shape}; one number is due."
    return f"The result has shape {given.shape}; it should be {expected.shape}."


def problem_with_refusal(outcome: Outcome, expected: Raised) -> Problem | None:
    """Hold an outcome to an error of the answer: the same class, naming the same numbers."""
    due = f"This call must raise {expected.kind}"
    if outcome.stopped:
        return Problem("refusal", f"{due}. It had not returned after 2 seconds.")
    if not outcome.raised:
        return Problem("refusal", f"{due}: {expected.message}. It returned a value instead.")
    if expected.kind not in outcome.raised.kinds:
        return Problem("refusal", f"{due}: {expected.message}. {describe_raised(outcome.raised)}")
    missing = numbers_in(expected.message) - numbers_in(outcome.raised.message)
    if missing:
        named = " and ".join(sorted(missing))
        said = outcome.raised.message or "nothing"
        return Problem(
            "refusal",
            f"{due}, and it does, but the message must name {named}, so that whoever reads it "
            f"knows what was wrong. Yours says: {said}",
        )
    return None


def numbers_in(message: str) -> set[str]:
    """The whole numbers in a message, with or without separators between thousands."""
    joined = re.sub(r"(?<=\d)[,_ \u00a0\u2009\u202f'](?=\d{3}\b)", "", message)
    return set(re.findall(r"\d+", message)) | set(re.findall(r"\d+", joined))


def alike(
    one: Outcome,
    other: Outcome,
    scale: Callable[[np.ndarray], Any],
    words: tuple[str, ...] = (),
) -> bool:
    """Whether two outcomes are the same within tolerance, errors by their class alone.

    Parameters
    ----------
    scale : callable
        Of the exercise, for a value.
    """
    if not (one.returned and other.returned):
        return bool(one.raised and other.raised and one.raised.kind == other.raised.kind)
    if one.changed != other.changed:
        return False
    if type(one.value) is type(other.value) and type(one.value) in (bool, int, float):
        # Single numbers are compared often, and need no arrays where they are equal …
        if one.value == other.value:
            return True
        # … or are counts.
        if type(one.value) is int:
            return abs(one.value - other.value) <= TOLERANCE * float(
                np.max(scale(np.float64(other.value)))
            )
    try:
        first, second = to_numbers(one.value, words), to_numbers(other.value, words)
    except NotNumbers:
        return False
    if first.shape != second.shape:
        return False
    # An infinity is like itself alone, and makes no room for other values.
    real = np.isfinite(second)
    finite = second if real.all() else np.where(real, second, 0.0)
    allowed = np.asarray(scale(finite), dtype=float)
    if allowed.ndim and not fits(allowed.shape, first.shape):
        allowed = allowed.max()
    near = np.abs(first - second) <= TOLERANCE * allowed + 1e-12 * np.abs(finite)
    if finite is second:
        return bool((near | (first == second)).all())
    both_nan = np.isnan(first) & np.isnan(second)
    return bool(((near & real) | (first == second) | both_nan).all())


def fits(shape: tuple[int, ...], into: tuple[int, ...]) -> bool:
    """Whether an array of `shape` broadcasts to exactly `into`."""
    return len(shape) <= len(into) and all(
        one in (1, other) for one, other in zip(shape[::-1], into[::-1])
    )
