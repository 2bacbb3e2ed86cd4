"""Diagnosis by simulation: which known mistake gives what the learner's function gave?"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

from posenc.checking.calling import run
from posenc.checking.comparing import alike, find_problem
from posenc.checking.exchange import Outcome
from posenc.exercises.declaring import Arguments, Exercise, Mistake, opened


def diagnose(
    exercise: Exercise,
    cases: Sequence[Arguments],
    outcomes: Sequence[Outcome],
    right: Sequence[Outcome],
) -> Mistake | None:
    """The one known mistake that explains every outcome, or None.

    It must agree with the learner's function on every case that the answer does not refuse, and
    there must be `exercise.evidence` drawn cases on which it differs from the answer, and as many
    on which it differs from each other known mistake. Cases that the answer refuses are evidence
    too where the mistake agrees with the learner's function on all of them.

    Parameters
    ----------
    outcomes, right : sequences of Outcome
        Of the learner's function and of the answer, one a case.
    """
    usual = [number for number in range(len(cases)) if not right[number].raised]
    refused = [number for number in range(len(cases)) if right[number].raised]

    @functools.cache
    def made_by(mistake: Mistake, number: int) -> Outcome:
        return run(mistake.function, opened(cases[number]))

    def same(one: Outcome, other: Outcome, number: int) -> bool:
        return alike(one, other, lambda value: exercise.judge.scale(cases[number], value))

    def is_wrong(mistake: Mistake, number: int) -> bool:
        names = [""] * len(cases[number])
        made = made_by(mistake, number)
        return bool(find_problem(cases[number], names, made, right[number], exercise.judge))

    def differ(mistake: Mistake, other: Mistake, number: int) -> bool:
        return not same(made_by(mistake, number), made_by(other, number), number)

    for mistake in exercise.mistakes:
        if not all(same(outcomes[n], made_by(mistake, n), n) for n in usual):
            continue
        refusals_agree = all(same(outcomes[n], made_by(mistake, n), n) for n in refused)
        telling = usual + refused if refusals_agree else usual
        drawn = [number for number in telling if number >= len(exercise.edges)]
        enough = exercise.evidence
        if not at_least(enough, (is_wrong(mistake, n) for n in drawn)):
            continue
        others = (other for other in exercise.mistakes if other is not mistake)
        if all(at_least(enough, (differ(mistake, other, n) for n in drawn)) for other in others):
            return mistake
    return None


def at_least(number: int, facts: Iterator[bool]) -> bool:
    """Whether `number` of the facts hold; looks no further than it must."""
    return len(list(itertools.islice(filter(None, facts), number))) == number
