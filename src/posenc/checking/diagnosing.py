"""Diagnosis by simulation: which known mistake gives what the learner's function gave?"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from posenc.checking.comparing import alike, find_problem
from posenc.checking.exchange import Outcome
from posenc.exercises.declaring import Arguments, Exercise, Mistake

# Nobody reads these sentences.
UNNAMED: defaultdict[int, str] = defaultdict(str)


def diagnose(
    exercise: Exercise,
    cases: Sequence[Arguments],
    outcomes: Sequence[Outcome],
    made_by: Callable[[Callable, int], Outcome],
) -> Mistake | None:
    """The one known mistake that explains every outcome, or None.

    It must agree with the learner's function on every case that the answer does not refuse, and
    there must be `exercise.evidence` drawn cases on which it differs from the answer, and as many
    on which it differs from each other known mistake. Cases that the answer refuses are evidence
    too where the mistake agrees with the learner's function on all of them.

    Parameters
    ----------
    outcomes : sequence of Outcome
        Of the learner's function, one a case.
    made_by : callable
        ``(function, number) -> Outcome``: what a known answer does with a case.
    """
    right = [made_by(exercise.answer, number) for number in range(len(cases))]
    usual = [number for number in range(len(cases)) if not right[number].raised]
    refused = [number for number in range(len(cases)) if right[number].raised]

    def same(one: Outcome, other: Outcome, number: int) -> bool:
        judge = exercise.judge
        return alike(one, other, lambda value: judge.scale(cases[number], value), judge.words)

    def is_wrong(mistake: Mistake, number: int) -> bool:
        made = made_by(mistake.function, number)
        return bool(find_problem(cases[number], UNNAMED, made, right[number], exercise.judge))

    def differ(mistake: Mistake, other: Mistake, number: int) -> bool:
        made = made_by(other.function, number)
        return not same(made_by(mistake.function, number), made, number)

    for mistake in exercise.mistakes:
        if not all(same(outcomes[n], made_by(mistake.function, n), n) for n in usual):
            continue
        refusals_agree = all(same(outcomes[n], made_by(mistake.function, n), n) for n in refused)
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
