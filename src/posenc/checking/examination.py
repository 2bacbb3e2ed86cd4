"""The examiner's side of a check: draws the cases, holds the answers, forms the verdict."""

from __future__ import annotations

import functools
import inspect
import io
import zlib

import numpy as np

from posenc.checking import wording
from posenc.checking.calling import silence
from posenc.checking.comparing import Problem, find_problem
from posenc.checking.diagnosing import KnownAnswers
from posenc.checking.exchange import Answers, Outcome, Verdict
from posenc.checking.handing import hand_over
from posenc.exercises import find_exercise
from posenc.exercises.declaring import Arguments, Exercise


class Examination:
    """One exercise, one seed, the cases drawn from it; any number of answers can be judged.

    What the answer and the known mistakes do with the cases is worked out once.

    Attributes
    ----------
    calls : list of Call
        For the learner's process, handed functions as proxies.

    Raises
    ------
    LookupError
        If there is no exercise of that name.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.exercise: Exercise = find_exercise(name)
        self.seed = seed
        self.cases = draw_cases(self.exercise, seed)
        self.calls = [hand_over(arguments) for arguments in self.cases]
        self.known = KnownAnswers(self.exercise, self.cases)
        self.names = [f"`{name}`" for name in inspect.signature(self.exercise.answer).parameters]

    def verdict(self, answers: Answers) -> Verdict:
        """Judge what the learner's process sent."""
        if not answers.found:
            return self._failed(Problem("missing", wording.say_missing(self.exercise)))
        if not answers.callable:
            return self._failed(Problem("missing", wording.say_no_function(self.exercise, answers)))
        if is_unwritten(answers.outcomes):
            return self._failed(Problem("unwritten", wording.say_unwritten(self.exercise)))
        with silence(io.StringIO()):
            return self._judge(answers.outcomes)

    def _judge(self, outcomes: tuple[Outcome, ...]) -> Verdict:
        for number, (arguments, outcome) in enumerate(zip(self.cases, outcomes, strict=True)):
            if outcome.skipped:
                return self._failed(Problem("slow", wording.say_slow(number, len(self.cases))))
            right, names = self.known.right(number), self._names(number)
            problem = find_problem(arguments, names, outcome, right, self.exercise.judge)
            if problem:
                return self._failed(problem, number, outcome, self.known.diagnose(outcomes))
        message = wording.say_right(self.exercise, len(self.cases), self.seed)
        return Verdict(self.exercise.name, self.seed, len(self.cases), True, message)

    def _names(self, number: int) -> list[str]:
        """What to call each thing that a case hands over."""
        made = self.calls[number]
        steps = [f"what `{method}` was given" for method, _ in made.steps]
        return self.names[: len(made.arguments)] + steps

    def _failed(self, problem: Problem, number=None, outcome=None, mistake=None) -> Verdict:
        shown = None if number is None else (number, self.cases[number], outcome)
        return Verdict(
            self.exercise.name,
            self.seed,
            len(self.cases),
            passed=False,
            message=wording.say_wrong(
                self.exercise, len(self.cases), self.seed, problem, shown, mistake
            ),
            problem=problem.step,
            mistake=mistake.name if mistake else "",
            unwritten=problem.step == "unwritten",
            builds_on=self.exercise.builds_on if shown else (),
        )


@functools.lru_cache(maxsize=64)
def prepare(name: str, seed: int) -> Examination:
    """The examination, kept: a class graded on one seed faces the same one."""
    return Examination(name, seed)


def draw_cases(exercise: Exercise, seed: int) -> list[Arguments]:
    """The fixed cases, then those drawn from the seed; the same every time."""
    random = np.random.default_rng([seed, zlib.crc32(exercise.name.encode())])
    return [
        with_the_platforms_integers(each) for each in (*exercise.edges, *exercise.cases(random))
    ]


def with_the_platforms_integers(arguments: Arguments) -> Arguments:
    """Whole numbers as ``np.array([2, 0])`` has them: of 32 bits in a browser.

    A generator draws them of 64 bits everywhere, and `np.take` and `np.bincount` refuse an index
    that is wider than the platform's.
    """
    return tuple(
        each.astype(np.intp) if isinstance(each, np.ndarray) and each.dtype == np.int64 else each
        for each in arguments
    )


def is_unwritten(outcomes: tuple[Outcome, ...]) -> bool:
    """Whether the first call met the stub in the function's own cell."""
    raised = outcomes[0].raised if outcomes else None
    return bool(raised and raised.own and raised.kind == "NotImplementedError")
