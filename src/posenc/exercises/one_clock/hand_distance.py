"""hand_distance: how far apart two readings of one clock lie."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_gap
from posenc.exercises.one_clock.clock import clock, draw_rate


def hand_distance(gap, rate=1.0):
    return math.hypot(math.sin(gap * rate) - math.sin(0), math.cos(gap * rate) - math.cos(0))


EDGES = (
    (0,),
    # A quarter of a turn: from (0, 1) to (1, 0).
    (1, math.pi / 2),
    # Half a turn: across the clock.
    (2, math.pi / 2),
    (-1, math.pi / 2),
    (44,),
    (2.5, 0.4),
)


def cases(random):
    near = [draw_gap(random, 100) for _ in range(15)]
    far = [int(random.choice([-1, 1]) * random.integers(100, 4001)) for _ in range(15)]
    for gap in sorted(near + far, key=abs):
        yield gap, draw_rate(random)


def from_angle(distance):
    """``distance(angle)``, the angle with the sign of the gap."""
    return lambda gap, rate=1.0: distance(gap * rate)


def between(measure):
    """``measure`` of the difference of two readings, an array (2,)."""
    return lambda gap, rate=1.0: measure(clock(gap, rate) - clock(0, rate))


def shorter_way_round(angle):
    return abs((angle + np.pi) % (2 * np.pi) - np.pi)


MISTAKES = (
    Mistake(
        "sign-kept",
        from_angle(lambda angle: 2 * math.sin(angle / 2)),
        "Your distance is negative at times. Take its size.",
    ),
    Mistake(
        "squared",
        between(lambda difference: np.sum(difference**2)),
        "You return the square of the distance: the root is missing.",
    ),
    Mistake(
        "root-of-the-mean",
        between(lambda difference: np.sqrt(np.mean(difference**2))),
        "You take the root of the mean of the two squares. Take the root of their sum.",
    ),
    Mistake(
        "half-the-distance",
        from_angle(lambda angle: abs(math.sin(angle / 2))),
        "Your distance is half of the right one. Across the whole clock it is 2.",
    ),
    Mistake(
        "angle-not-halved",
        from_angle(lambda angle: 2 * abs(math.sin(angle))),
        "You take twice the sine of the whole angle. Half a turn apart the hands are farthest "
        "apart, and your distance there is 0: halve the angle.",
    ),
    Mistake(
        "along-the-circle",
        from_angle(shorter_way_round),
        "You measure along the circle. Measure straight across, from tip to tip.",
    ),
    Mistake(
        "angle-itself",
        from_angle(abs),
        "You return the angle the hand has gone. After a whole turn it is back where it was: "
        "measure between the two readings.",
    ),
    Mistake(
        "sines-alone",
        between(lambda difference: abs(difference[0])),
        "You compare the sines alone. Two readings with the same sine can point different ways: "
        "the cosines count too.",
    ),
    Mistake(
        "cosines-alone",
        between(lambda difference: abs(difference[1])),
        "You compare the cosines alone. Two readings with the same cosine can point different "
        "ways: the sines count too.",
    ),
    Mistake(
        "sum-of-sizes",
        between(lambda difference: np.sum(np.abs(difference))),
        "You add up the two differences, as if walking round a corner. The straight line is the "
        "root of the sum of their squares.",
    ),
    Mistake(
        "larger-of-the-two",
        between(lambda difference: np.max(np.abs(difference))),
        "You take the larger of the two differences. The straight line is the root of the sum of "
        "their squares.",
    ),
    Mistake(
        "difference-returned",
        between(lambda difference: difference),
        "You return the difference of the readings, two numbers. Return its length.",
    ),
    Mistake(
        "dot-product",
        from_angle(math.cos),
        "You return the dot product of the readings, which is 1 where they agree. The distance is "
        "0 there.",
    ),
    Mistake(
        "one-reading",
        from_angle(lambda angle: 1.0),
        "You measure one reading from the middle of the clock, and that is always 1. Subtract the "
        "two readings first.",
    ),
    Mistake(
        "rate-ignored",
        lambda gap, rate=1.0: hand_distance(gap),
        "The rate makes no difference: hand it on to the clock.",
    ),
    Mistake(
        "divided-by-the-rate",
        lambda gap, rate=1.0: hand_distance(gap / rate),
        "You divide by the rate. A larger rate makes a faster hand: multiply.",
    ),
    Mistake(
        "degrees",
        from_angle(lambda angle: hand_distance(math.radians(angle))),
        "You turn the angle into radians, but it is in radians already.",
    ),
    Mistake(
        "turns-for-radians",
        from_angle(lambda angle: hand_distance(2 * math.pi * angle)),
        "You multiply by 2π. The rate counts radians for each position, not turns.",
    ),
)


def with_norm(gap, rate=1.0):
    return np.linalg.norm(clock(7, rate) - clock(7 + gap, rate))


def in_closed_form(gap, rate=1.0):
    return 2 * abs(math.sin(gap * rate / 2))


def by_the_law_of_cosines(gap, rate=1.0):
    return np.sqrt(np.maximum(0, 2 - 2 * np.cos(np.asarray(gap) * rate)))


def with_complex_numbers(gap, rate=1.0):
    return [abs(np.exp(1j * gap * rate) - 1)][0]


def in_single_precision(gap, rate=1.0):
    return np.linalg.norm(clock(np.float32(gap), np.float32(rate)) - clock(0).astype(np.float32))


EXERCISE = Exercise(
    answer=hand_distance,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(
        with_norm,
        in_closed_form,
        by_the_law_of_cosines,
        with_complex_numbers,
        in_single_precision,
    ),
    varies="gaps of both signs to 4 000, rates below 1",
    ignores="arrays of gaps",
    builds_on=("clock",),
)
