"""The examiner's side of a check: draws the cases, holds the answers, forms the verdict."""

from __future__ import annotations

import inspect
import io
import zlib

import numpy as np

from posenc.checking import wording
from posenc.checking.calling import run, silence
from posenc.checking.comparing import Problem, find_problem
from posenc.checking.diagnosing import diagnose
from posenc.checking.exchange import Answers, Outcome, Verdict
from posenc.checking.handing import hand_over
from posenc.exercises import find_exercise
from posenc.exercises.declaring import Arguments, Exercise, opened


class Examination:
    """One exercise, one seed, the cases drawn from it.

    Attributes
    ----------
    calls : list of tuples
        The arguments of each call for the learner's process, handed functions as proxies.

    Raises
    ------
    LookupError
        If there is no exercise of that name.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.exercise: Exercise = find_exercise(name)
        self.seed = seed
        self.cases = draw_cases(self.exercise, seed)
        self.calls = [tuple(hand_over(each) for each in arguments) for arguments in self.cases]

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
        names = list(inspect.signature(self.exercise.answer).parameters)
        right = [run(self.exercise.answer, opened(arguments)) for arguments in self.cases]
        for number, (arguments, outcome) in enumerate(zip(self.cases, outcomes, strict=True)):
            if outcome.skipped:
                return self._failed(Problem("slow", wording.say_slow(number, len(self.cases))))
            problem = find_problem(arguments, names, outcome, right[number], self.exercise.judge)
            if problem:
                mistake = diagnose(self.exercise, self.cases, outcomes, right)
                return self._failed(problem, number, outcome, mistake)
        message = wording.say_right(self.exercise, len(self.cases), self.seed)
        return Verdict(self.exercise.name, self.seed, len(self.cases), True, message)

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


def draw_cases(exercise: Exercise, seed: int) -> list[Arguments]:
    """The fixed cases, then those drawn from the seed; the same every time."""
    random = np.random.default_rng([seed, zlib.crc32(exercise.name.encode())])
    return [*exercise.edges, *exercise.cases(random)]


def is_unwritten(outcomes: tuple[Outcome, ...]) -> bool:
    """Whether the first call met the stub in the function's own cell."""
    raised = outcomes[0].raised if outcomes else None
    return bool(raised and raised.own and raised.kind == "NotImplementedError")
