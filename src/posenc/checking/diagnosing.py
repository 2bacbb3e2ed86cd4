"""Diagnosis by simulation: which known mistake gives what the learner's function gave?"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from posenc.checking.calling import run
from posenc.checking.comparing import alike, find_problem
from posenc.checking.exchange import Outcome
from posenc.checking.handing import open_up
from posenc.exercises.declaring import Arguments, Exercise, Mistake

# Nobody reads these sentences.
UNNAMED: defaultdict[int, str] = defaultdict(str)


class KnownAnswers:
    """What an exercise's answer and its known mistakes do with some cases, worked out once."""

    def __init__(self, exercise: Exercise, cases: Sequence[Arguments]) -> None:
        self.exercise = exercise
        self.cases = cases
        self._made: dict[tuple[Callable, int], Outcome] = {}
        self._apart: dict[frozenset[str], bool] = {}
        self._scales: dict[tuple[Callable, int], Any] = {}

    def right(self, number: int) -> Outcome:
        """What the answer does with a case."""
        return self._made_by(self.exercise.answer, number)

    def diagnose(self, outcomes: Sequence[Outcome]) -> Mistake | None:
        """The one known mistake that explains every outcome, or None.

        It must agree with the learner's function on every case that the answer does not refuse,
        and there must be `exercise.evidence` drawn cases on which it differs from the answer, and
        as many on which it differs from each other known mistake. Cases that the answer refuses
        are evidence too where the mistake agrees with the learner's function on all of them.

        Parameters
        ----------
        outcomes : sequence of Outcome
            Of the learner's function, one a case.
        """
        refused = {number for number in range(len(self.cases)) if self.right(number).raised}
        usual = [number for number in range(len(self.cases)) if number not in refused]

        def agrees(mistake: Mistake, number: int) -> bool:
            return self._same(outcomes[number], mistake.function, number)

        for mistake in self.exercise.mistakes:
            if not all(agrees(mistake, number) for number in usual):
                continue
            if refused and not all(agrees(mistake, number) for number in refused):
                if self._stands_out(mistake, usual):
                    return mistake
            elif self._stands_out(mistake, range(len(self.cases))):
                return mistake
        return None

    def _stands_out(self, mistake: Mistake, numbers: Sequence[int]) -> bool:
        """Whether drawn cases among `numbers` tell `mistake` from the answer and all others."""
        drawn = [number for number in numbers if number >= len(self.exercise.edges)]
        enough = self.exercise.evidence
        if not at_least(enough, (self._is_wrong(mistake, number) for number in drawn)):
            return False
        others = (other for other in self.exercise.mistakes if other is not mistake)
        return all(self._told_apart(mistake, other, drawn) for other in others)

    def _told_apart(self, mistake: Mistake, other: Mistake, drawn: list[int]) -> bool:
        pair = frozenset((mistake.name, other.name, str(len(drawn))))
        if pair not in self._apart:
            made, others = mistake.function, other.function
            self._apart[pair] = at_least(
                self.exercise.evidence,
                (not self._same(self._made_by(made, n), others, n) for n in drawn),
            )
        return self._apart[pair]

    def _is_wrong(self, mistake: Mistake, number: int) -> bool:
        made = self._made_by(mistake.function, number)
        return bool(
            find_problem(self.cases[number], UNNAMED, made, self.right(number), self.exercise.judge)
        )

    def _same(self, outcome: Outcome, function: Callable, number: int) -> bool:
        """Whether an outcome is what `function`, a known one, makes of the case."""

        def scale(value: np.ndarray) -> Any:
            # Of what `function` made, so the same for whatever that is compared with.
            if (function, number) not in self._scales:
                self._scales[function, number] = judge.scale(self.cases[number], value)
            return self._scales[function, number]

        judge = self.exercise.judge
        return alike(outcome, self._made_by(function, number), scale, judge.words)

    def _made_by(self, function: Callable, number: int) -> Outcome:
        if (function, number) not in self._made:
            self._made[function, number] = run(function, open_up(self.cases[number]))
        return self._made[function, number]


def at_least(number: int, facts: Iterator[bool]) -> bool:
    """Whether `number` of the facts hold; looks no further than it must."""
    return len(list(itertools.islice(filter(None, facts), number))) == number
