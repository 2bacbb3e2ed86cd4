"""clock: where the hand of one clock points."""

import cmath
import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_positions


def clock(position, rate=1.0):
    angle = np.multiply(position, rate)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1)


EDGES = (
    (0,),
    (1,),
    (1, math.pi / 2),
    (2, 0.25),
    (2.5, 0.4),
    (np.array([0, 1]), math.pi / 2),
    (np.array([6, 44, 710]),),
    (np.array([3]), 0.5),
    (np.array([7.5, 0.5, 2.0]), 0.25),
)


def cases(random):
    for count in sorted(random.choice([0, 0, 1, *range(3, 13)], 20).tolist()):
        rate = draw_rate(random)
        yield (draw_positions(random, count) if count else int(random.integers(1, 4001))), rate


def draw_rate(random):
    """Between a hundredth and 1, never near 1, of three figures."""
    return float(f"{10 ** random.uniform(-2, -0.05):.3g}")


def reading(components):
    """``components(sine, cosine)`` stacked along a last axis, of the right angle."""

    def read(position, rate=1.0):
        angle = np.multiply(position, rate)
        return np.stack(components(np.sin(angle), np.cos(angle)), axis=-1)

    return read


def at_angle(angle):
    """The reading at ``angle(position, rate)``."""
    return lambda position, rate=1.0: clock(angle(np.asarray(position, dtype=float), rate))


def joined_end_to_end(position, rate=1.0):
    angle = np.atleast_1d(position) * rate
    return np.concatenate([np.sin(angle), np.cos(angle)])


MISTAKES = (
    Mistake(
        "cosine-first",
        reading(lambda sine, cosine: [cosine, sine]),
        "Sine and cosine have changed places. At position 0 the reading is [0, 1].",
    ),
    Mistake(
        "sine-twice",
        reading(lambda sine, cosine: [sine, sine]),
        "Both of your components are sines. The second one is the cosine.",
    ),
    Mistake(
        "sine-alone",
        lambda position, rate=1.0: np.sin(np.multiply(position, rate)),
        "You return the sine alone. A reading has two components: sine, then cosine.",
    ),
    Mistake(
        "cosine-negative",
        reading(lambda sine, cosine: [sine, -cosine]),
        "Your cosine has the wrong sign. At position 0 the reading is [0, 1].",
    ),
    Mistake(
        "degrees",
        at_angle(lambda position, rate: np.radians(position * rate)),
        "You turn the angle into radians, but it is in radians already: the rate says how many "
        "radians the hand goes for each position.",
    ),
    Mistake(
        "turns-for-radians",
        at_angle(lambda position, rate: 2 * np.pi * position * rate),
        "You multiply by 2π. The rate counts radians for each position, not turns.",
    ),
    Mistake(
        "divided-by-the-rate",
        at_angle(lambda position, rate: position / rate),
        "You divide by the rate. A larger rate makes a faster hand: multiply.",
    ),
    Mistake(
        "rate-ignored",
        at_angle(lambda position, rate: position),
        "The rate makes no difference: your hand goes one radian for each position. Multiply the "
        "position by `rate`.",
    ),
    Mistake(
        "rate-added",
        at_angle(lambda position, rate: position + rate),
        "You add the rate to the position. The angle is their product.",
    ),
    Mistake(
        "rate-outside",
        lambda position, rate=1.0: clock(position) * rate,
        "You multiply the sine and the cosine by the rate. It belongs inside: sin(position·rate).",
    ),
    Mistake(
        "counted-from-one",
        at_angle(lambda position, rate: (position + 1) * rate),
        "Your hand is one position ahead. At position 0 it stands at the angle 0.",
    ),
    Mistake(
        "backwards",
        at_angle(lambda position, rate: -position * rate),
        "Your hand runs backwards: the sine has the wrong sign.",
    ),
    Mistake(
        "row-numbers",
        at_angle(
            lambda position, rate: rate * (np.arange(len(position)) if position.ndim else position)
        ),
        "With an array you read the clock at 0, 1, 2 … whatever the positions are. Use their "
        "values.",
    ),
    Mistake(
        "rows-for-columns",
        lambda position, rate=1.0: clock(position, rate).T,
        "Your array lies on its side: all sines in one row, all cosines in the other. A row "
        "belongs to one position: stack along the last axis.",
    ),
    Mistake(
        "joined-end-to-end",
        joined_end_to_end,
        "You join all sines and then all cosines into one long row. Each position gets a row of "
        "its own, [sine, cosine]: stack along the last axis.",
    ),
    Mistake(
        "whole-numbers",
        lambda position, rate=1.0: np.trunc(clock(position, rate)),
        "Your readings are cut to whole numbers. An array made with the type of whole positions "
        "cannot hold a sine: make it of floats.",
    ),
)


def with_plain_math(position, rate=1.0):
    if np.ndim(position):
        return [with_plain_math(each, rate) for each in position]
    return math.sin(position * rate), math.cos(position * rate)


def with_complex_numbers(position, rate=1.0):
    if np.ndim(position) == 0:
        hand = cmath.exp(1j * position * rate)
        return [hand.imag, hand.real]
    hands = np.exp(1j * rate * np.asarray(position))
    return np.column_stack([hands.imag, hands.real])


def with_sines_alone(position, rate=1.0):
    return np.sin(np.asarray(position)[..., None] * rate + np.array([0, np.pi / 2]))


def filled_in(position, rate=1.0):
    position = np.asarray(position)
    result = np.empty((*position.shape, 2))
    result[..., 0], result[..., 1] = np.sin(position * rate), np.cos(position * rate)
    return result


def in_single_precision(position, rate=1.0):
    return clock(np.asarray(position, dtype=np.float32), np.float32(rate))


EXERCISE = Exercise(
    answer=clock,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(
        with_plain_math,
        with_complex_numbers,
        with_sines_alone,
        filled_in,
        in_single_precision,
    ),
    varies="single positions and arrays of them, up to 4 000 and out of order; rates below 1",
    ignores="how a position that is not finite reads",
)
