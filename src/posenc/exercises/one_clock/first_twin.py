"""first_twin: the first gap at which a clock reads as it did."""

import itertools
import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.one_clock.clock import clock
from posenc.exercises.one_clock.hand_distance import hand_distance

LONGEST = 900


def first_twin(rate, tolerance):
    gap = 1
    while hand_distance(gap, rate) >= tolerance:
        gap += 1
    return gap


EDGES = (
    (math.pi / 2, 0.1),
    (1.0, 0.3),
    (1.0, 0.02),
    (1.0, 0.001),
    # Nearer than the tolerance already at the next position.
    (0.1, 0.15),
)


def cases(random):
    drawn = []
    while len(drawn) < 48:
        rate, tolerance = draw_telling_case(random, len(drawn) % 6)
        if has_a_clear_twin(rate, tolerance):
            drawn.append((rate, tolerance))
    yield from sorted(drawn, key=lambda case: first_twin(*case))


def draw_telling_case(random, kind):
    """A case of the kind that shows one sort of slip."""
    if kind == 0:
        # Several turns go by before the hand comes near.
        return round(random.uniform(1.2, 3.1), 3), round(random.uniform(0.01, 0.1), 3)
    if kind == 1:
        # One turn is enough, and the hand is near on both sides of it.
        rate = round(random.uniform(0.1, 0.6), 3)
        return rate, round(rate * random.uniform(0.55, 0.95), 3)
    if kind == 2:
        # The next position, in a straight line and not along the circle.
        rate = round(random.uniform(1.1, 2.0), 3)
        return rate, round(hand_distance(1, rate) * random.uniform(1.015, 1.03), 3)
    if kind == 3:
        # Not the next position, though each component is near.
        rate = round(random.uniform(0.8, 1.4), 3)
        return rate, round(hand_distance(1, rate) * random.uniform(0.94, 0.98), 3)
    if kind == 4:
        # The next position, straight or along the circle, and not by walking round a corner.
        rate = round(random.uniform(0.8, 1.4), 3)
        return rate, round(rate * random.uniform(1.03, 1.08), 3)
    return round(random.uniform(0.1, 3.1), 3), round(random.uniform(0.05, 0.4), 3)


def has_a_clear_twin(rate, tolerance):
    apart = 2 * np.abs(np.sin(np.arange(1, LONGEST + 1) * rate / 2)) / tolerance
    twins = np.flatnonzero(apart < 1)
    return len(twins) > 0 and np.all(np.abs(apart[: twins[0] + 1] - 1) >= 0.01)


def first_where(holds):
    """The first gap up to a long one where ``holds(angles, tolerance)``, 0 if there is none."""

    def found(rate, tolerance):
        gaps = np.arange(1, 2 * LONGEST)
        places = np.flatnonzero(holds(gaps * rate, tolerance))
        return int(gaps[places[0]]) if len(places) else 0

    return found


def of_twin(change):
    """``change(gap, rate)`` of the right gap."""
    return lambda rate, tolerance: change(first_twin(rate, tolerance), rate)


def chord(angles):
    return 2 * np.abs(np.sin(angles / 2))


MISTAKES = (
    Mistake(
        "gap-zero",
        lambda rate, tolerance: 0,
        "You find gap 0: every position reads like itself. The gap must be positive, so begin "
        "with 1.",
    ),
    Mistake(
        "one-too-many",
        of_twin(lambda gap, rate: gap + 1),
        "Your gap is too large by 1: you step on once more after the twin is found.",
    ),
    Mistake(
        "one-too-few",
        of_twin(lambda gap, rate: gap - 1),
        "Your gap is too small by 1. Where a list begins with gap 1, the place in the list is one "
        "less than the gap.",
    ),
    Mistake(
        "first-one-apart",
        first_where(lambda angles, tolerance: chord(angles) >= tolerance),
        "You find the first gap that can be told apart. Look for the first that cannot: while the "
        "distance is at least the tolerance, go on.",
    ),
    Mistake(
        "sines-alone",
        first_where(lambda angles, tolerance: np.abs(np.sin(angles)) < tolerance),
        "You compare the sines alone. Half a turn on, the sine is back near 0 and the hand points "
        "the other way: the cosines count too.",
    ),
    Mistake(
        "cosines-alone",
        first_where(lambda angles, tolerance: 1 - np.cos(angles) < tolerance),
        "You compare the cosines alone. Near gap 0 the cosine hardly moves while the sine does: "
        "both count.",
    ),
    Mistake(
        "squared",
        first_where(lambda angles, tolerance: 2 - 2 * np.cos(angles) < tolerance),
        "You compare the square of the distance with the tolerance. The root is missing.",
    ),
    Mistake(
        "each-component-near",
        first_where(
            lambda angles, tolerance: (
                np.maximum(np.abs(np.sin(angles)), 1 - np.cos(angles)) < tolerance
            )
        ),
        "You ask whether each component is nearer than the tolerance, as np.allclose does. "
        "Measure the straight line between the two readings.",
    ),
    Mistake(
        "sum-of-sizes",
        first_where(
            lambda angles, tolerance: np.abs(np.sin(angles)) + 1 - np.cos(angles) < tolerance
        ),
        "You add up the two differences, as if walking round a corner. Measure the straight line.",
    ),
    Mistake(
        "along-the-circle",
        first_where(
            lambda angles, tolerance: np.abs((angles + np.pi) % (2 * np.pi) - np.pi) < tolerance
        ),
        "You measure along the circle. Measure straight across, from tip to tip.",
    ),
    Mistake(
        "past-the-turn-alone",
        first_where(lambda angles, tolerance: angles % (2 * np.pi) < tolerance),
        "You accept a hand that is just past a whole turn, and miss one that is just short of it. "
        "Both are near.",
    ),
    Mistake(
        "sign-kept",
        first_where(lambda angles, tolerance: 2 * np.sin(angles / 2) < tolerance),
        "Your distances are negative at times, and negative is below any tolerance. Take their "
        "size.",
    ),
    Mistake(
        "rate-ignored",
        lambda rate, tolerance: first_where(lambda angles, tolerance: chord(angles) < tolerance)(
            1.0, tolerance
        ),
        "The rate makes no difference: hand it on to the clock.",
    ),
    Mistake(
        "one-turn-rounded",
        of_twin(lambda gap, rate: round(2 * math.pi / rate)),
        "You round the number of positions in one turn. That gap need not be near enough, nor the "
        "first: try the gaps one by one against the tolerance.",
    ),
    Mistake(
        "one-turn",
        of_twin(lambda gap, rate: 2 * math.pi / rate),
        "You return how many positions a turn takes. Return a whole gap, the first whose reading "
        "is nearer than the tolerance.",
    ),
)


def with_a_generator(rate, tolerance):
    return next(gap for gap in itertools.count(1) if 2 * abs(math.sin(gap * rate / 2)) < tolerance)


def with_growing_arrays(rate, tolerance):
    length = 16
    while True:
        gaps = np.arange(1, length)
        near = np.linalg.norm(clock(gaps, rate) - clock(0, rate), axis=1) < tolerance
        if near.any():
            return gaps[np.argmax(near)]
        length *= 2


def by_turning_a_point(rate, tolerance):
    """The hand turned step by step, as a complex number."""
    step = complex(math.cos(rate), math.sin(rate))
    hand, gap = step, 1.0
    while abs(hand - 1) >= tolerance:
        hand, gap = hand * step, gap + 1
    return gap


EXERCISE = Exercise(
    answer=first_twin,
    edges=EDGES,
    cases=cases,
    judge=exactly(),
    mistakes=MISTAKES,
    right=(with_a_generator, with_growing_arrays, by_turning_a_point),
    varies="rates 0.1 to 3.1, tolerances from 0.01 on, twins at gaps 1 to 900",
    ignores="readings within one per cent of the tolerance",
    builds_on=("clock", "hand_distance"),
    evidence=6,
)
