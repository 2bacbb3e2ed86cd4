"""The bank grades the grader: mistakes are rejected and named, right answers are accepted."""

import inspect

import pytest

from posenc.checking import find_verdict
from posenc.exercises import all_exercises, lesson_exercises
from posenc.exercises.declaring import Exercise

EXERCISES = all_exercises()
MISTAKES = [(exercise, mistake) for exercise in EXERCISES for mistake in exercise.mistakes]
RIGHT = [(exercise, right) for exercise in EXERCISES for right in exercise.right]


def verdict_on(exercise: Exercise, function, seed: int):
    return find_verdict(exercise.name, {exercise.name: function}, seed)


def params(pairs: list[tuple], names: list[str]) -> list:
    """An exercise on one worker, so that its cases are drawn and worked out once a seed."""
    return [
        pytest.param(*pair, marks=pytest.mark.xdist_group(pair[0].name), id=name)
        for pair, name in zip(pairs, names, strict=True)
    ]


@pytest.mark.parametrize(
    ("exercise", "mistake"), params(MISTAKES, [f"{e.name}-{m.name}" for e, m in MISTAKES])
)
def test_a_known_mistake_is_rejected_and_named_as_itself(exercise, mistake, seeds):
    for seed in seeds:
        verdict = verdict_on(exercise, mistake.function, seed)
        assert not verdict.passed, f"seed {seed} lets it pass"
        assert verdict.mistake == mistake.name, f"seed {seed}: {verdict.message}"
        assert " ".join(mistake.hint.split()) in " ".join(verdict.message.split())


@pytest.mark.parametrize(
    ("exercise", "right"), params(RIGHT, [f"{e.name}-{r.__name__.strip('<>')}" for e, r in RIGHT])
)
def test_an_unusual_right_answer_is_accepted(exercise, right, seeds):
    for seed in seeds:
        verdict = verdict_on(exercise, right, seed)
        assert verdict.passed, verdict.message


@pytest.mark.parametrize(
    "exercise", params([(each,) for each in EXERCISES], [each.name for each in EXERCISES])
)
def test_one_right_code_gets_one_verdict_over_many_seeds(exercise, seeds):
    """An unusual one, in single precision where there is one: 50 seeds here, 1 000 in a soak."""
    code = min(exercise.right, key=lambda right: right.__name__ != "in_single_precision")
    refused = [
        seed for seed in range(max(50, len(seeds))) if not verdict_on(exercise, code, seed).passed
    ]
    assert not refused


def defaults(exercise: Exercise) -> list:
    parameters = inspect.signature(exercise.answer).parameters.values()
    return [each.default for each in parameters if each.default is not each.empty]


# Of stripe_energy the answer does for every base, of finder for half of it.
DEFAULTS = [
    (exercise, share)
    for exercise in EXERCISES
    for share in (0.1, 0.5)
    if defaults(exercise)
    and exercise.name != "stripe_energy"
    and (exercise.name, share) != ("finder", 0.5)
]


@pytest.mark.parametrize(
    ("exercise", "share"), params(DEFAULTS, [f"{each.name}-{share}" for each, share in DEFAULTS])
)
def test_a_wrong_default_is_noticed(exercise, share, seeds):
    (default,) = defaults(exercise)
    count = len(inspect.signature(exercise.answer).parameters)

    def with_another_default(*arguments):
        own = (default * share,) if len(arguments) < count else ()
        return exercise.answer(*arguments, *own)

    assert not any(verdict_on(exercise, with_another_default, seed).passed for seed in seeds)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_mistakes_have_names_and_hints_of_their_own(exercise):
    names = [mistake.name for mistake in exercise.mistakes]
    hints = [mistake.hint for mistake in exercise.mistakes]
    assert len(set(names)) == len(names)
    assert len(set(hints)) == len(hints)
    assert all(hint.endswith((".", ".)", "?", "…")) and "!" not in hint for hint in hints)


def test_the_first_two_lessons_know_at_least_fifty_mistakes():
    exercises = [*lesson_exercises("rotate"), *lesson_exercises("count_turns")]
    assert len(exercises) == 15
    assert sum(len(exercise.mistakes) for exercise in exercises) >= 50
