"""What the checks draw: varied in every argument, and clear of every threshold."""

import inspect

import numpy as np
import pytest

from posenc.checking.examination import draw_cases
from posenc.exercises import all_exercises, find_exercise

EXERCISES = all_exercises()
SEEDS = range(30)


def turns(gap, width, base=10_000.0):
    return abs(gap) * base ** (-np.arange(0, width, 2) / width) / (2 * np.pi)


def periods(width, base=10_000.0):
    return 2 * np.pi * base ** (np.arange(0, width, 2) / width)


def clear_unwrapped_pairs(gap, width, base=10_000.0):
    return np.abs(turns(gap, width, base) - 1).min() >= 1e-3


def clear_longest_clear_gap(width, base=10_000.0):
    return 0.1 <= periods(width, base)[-1] % 1 <= 0.9 and periods(width, base)[-1] < 1e5


def clear_nearest_twin(limit, width, base=10_000.0):
    gaps = np.arange(2, limit + 1)[:, None]
    best = np.sort(np.cos(2 * np.pi * gaps / periods(width, base)).mean(axis=1))[::-1]
    return len(best) == 1 or best[0] - best[1] > 1e-6


def clear_out_of_range(trained, wanted, new_rates, old_rates):
    reached = old_rates * (trained - 1)
    stretch = new_rates * (wanted - 1) / reached
    return (
        np.abs(reached / (2 * np.pi) - 1).min() >= 1e-3
        # Equal within rounding, or apart by more than anyone's slack.
        and np.all((np.abs(stretch - 1) < 1e-12) | (np.abs(stretch - 1) >= 1e-4))
    )


def clear_by_parts_rates(trained, wanted, width, base=10_000.0):
    closed = turns(trained - 1, width, base)
    return np.abs(closed - 1).min() >= 1e-3 and np.abs(closed / 32 - 1).min() >= 1e-3


def clear_stripe_energy(width, count, base=10_000.0):
    """Weights that fall steeply do, so that no accident tells one good rule from another."""
    i = np.arange(width // 2)
    apart = 1 - np.cos(2 * np.pi * np.outer(np.arange(1, count + 1), 1 / periods(width, base)))
    rules = np.stack([np.ones(width // 2), 0.7**i, (width / 2 - i) ** 4], axis=1)
    equal, *steep = (apart @ (rules / rules.sum(axis=0))).min(axis=0)
    return min(steep) >= 2 * equal


def clear_rounded_positions(positions, bits):
    # Single precision holds them, so that a solution in it does not round twice.
    return bits == 24 or np.array_equal(positions.astype(np.float32), positions)


# Where far positions would hide what is asked, or lie outside of what is drawn.
NEAR = {"pattern_share", "lookup_position", "lookalikes"}

THRESHOLDS = {
    "unwrapped_pairs": clear_unwrapped_pairs,
    "longest_clear_gap": clear_longest_clear_gap,
    "nearest_twin": clear_nearest_twin,
    "out_of_range": clear_out_of_range,
    "by_parts_rates": clear_by_parts_rates,
    "stripe_energy": clear_stripe_energy,
    "rounded_positions": clear_rounded_positions,
}


@pytest.mark.parametrize("name", THRESHOLDS)
def test_cases_stay_clear_of_the_threshold(name):
    exercise = find_exercise(name)
    for seed in range(200):
        for arguments in draw_cases(exercise, seed)[len(exercise.edges) :]:
            assert THRESHOLDS[name](*arguments), arguments


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_every_argument_is_varied(exercise):
    drawn = draw_cases(exercise, 1)[len(exercise.edges) :]
    for place, name in enumerate(inspect.signature(exercise.answer).parameters):
        if name in ("layer", "rotate_rows"):
            continue  # functions without a description; the bank shows that several are drawn
        values = {
            getattr(case[place], "shown", repr(case[place])) for case in drawn if len(case) > place
        }
        assert len(values) >= 3, f"{name} takes {values}"


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_a_seed_repeats_and_another_differs(exercise):
    def plain_arguments(seed):
        cases = draw_cases(exercise, seed)[len(exercise.edges) :]
        return [[getattr(each, "shown", repr(each)) for each in case] for case in cases]

    assert plain_arguments(1) == plain_arguments(1)
    assert plain_arguments(1) != plain_arguments(2)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_arrays_are_finite_not_zero_and_of_moderate_size(exercise):
    names = list(inspect.signature(exercise.answer).parameters)
    for seed in SEEDS:
        for case in draw_cases(exercise, seed)[len(exercise.edges) :]:
            for name, array in zip(names, case):
                if isinstance(array, np.ndarray):
                    assert array.size and np.all(np.isfinite(array))
                    assert max(array.shape) <= 128
                    assert name in ("positions", "tokens") or np.any(array != 0)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_axes_of_different_meaning_never_have_the_same_length(exercise):
    names = list(inspect.signature(exercise.answer).parameters)
    for seed in SEEDS:
        for case in draw_cases(exercise, seed)[len(exercise.edges) :]:
            for name, array in zip(names, case):
                # Both axes of a projection's weights are the width.
                if isinstance(array, np.ndarray) and not name.startswith("w_"):
                    assert len(set(array.shape)) == array.ndim, array.shape


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_positions_widths_bases_and_gaps_stay_in_the_announced_ranges(exercise):
    names = list(inspect.signature(exercise.answer).parameters)
    seen: dict[str, list[float]] = {name: [] for name in names}
    for seed in SEEDS:
        for case in draw_cases(exercise, seed)[len(exercise.edges) :]:
            for name, value in zip(names, case):
                if np.issubdtype(np.asarray(value).dtype, np.number):
                    seen[name] += np.ravel(value).tolist()
    for name in {"base"} & set(seen):
        assert 100 <= min(seen[name]) and max(seen[name]) <= 1e6
    for name in {"positions", "position", "m", "n", "starts"} & set(seen):
        if exercise.name != "lookup_position":
            assert 0 <= min(seen[name]) and max(seen[name]) <= 4000
        if exercise.name not in NEAR:
            assert max(seen[name]) > 300, "far positions are drawn too"
    if {"m", "n"} <= set(seen):
        gaps = np.subtract(seen["n"], seen["m"])
        assert gaps.min() < 0 < gaps.max()
    if "width" in seen:
        right = [width for width in seen["width"] if width > 0 and width % 2 == 0]
        assert max(right) <= 128


@pytest.mark.parametrize(
    "exercise",
    [each for each in EXERCISES if "positions" in inspect.signature(each.answer).parameters],
    ids=lambda exercise: exercise.name,
)
def test_positions_are_not_simply_counted(exercise):
    place = list(inspect.signature(exercise.answer).parameters).index("positions")
    for seed in SEEDS:
        for case in draw_cases(exercise, seed)[len(exercise.edges) :]:
            positions = case[place]
            assert len(positions) < 2 or list(positions) != list(range(len(positions)))
