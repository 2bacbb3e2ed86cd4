"""base_for: how large a base must be."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, itself
from posenc.exercises.drawing import draw_width


def base_for(gap, width):
    if width <= 2:
        raise ValueError("a single pair has the rate one, whatever the base is")
    return (gap / (2 * math.pi)) ** (width / (width - 2))


EDGES = ((20 * math.pi, 4), (100, 4), (47117, 64))


def cases(random):
    for width in sorted(draw_width(random, low=4) for _ in range(16)):
        yield int(10 ** random.uniform(1.5, 5)), width
    for width in (2, 2, 0, -2):
        yield int(random.integers(20, 4000)), width


def powered(exponent, turn=2 * math.pi):
    """``(gap/turn) ** exponent(width)``."""
    return lambda gap, width: (gap / turn) ** exponent(width)


MISTAKES = (
    Mistake(
        "exponent-forgotten",
        powered(lambda d: 1),
        "You return gap/2π. The slowest rate is base ** (-(d-2)/d), so the base is a little "
        "larger: solve base ** ((d-2)/d) = gap/2π for the base.",
    ),
    Mistake(
        "exponent-upside-down",
        powered(lambda d: (d - 2) / d),
        "Your exponent is upside down. Start from base ** ((d-2)/d) = gap/2π, and take the power "
        "that makes the exponent on the left 1.",
    ),
    Mistake(
        "exponent-i-over-d",
        powered(lambda d: d / (d / 2 - 1)),
        "A factor 2 is missing in the exponent of the slowest rate: it is (d-2)/d, not (d/2-1)/d.",
    ),
    Mistake(
        "exponent-of-width-four",
        powered(lambda d: 2),
        "Your exponent is 2 whatever the width is. That is right for width 4 alone: derive it from "
        "the slowest rate, base ** (-(d-2)/d).",
    ),
    Mistake(
        "one-component-less",
        powered(lambda d: d / (d - 1)),
        "Your slowest pair has the exponent (d-1)/d. The last pair is i = d/2 - 1, so 2i = d - 2.",
    ),
    Mistake(
        "turn-forgotten",
        powered(lambda d: d / (d - 2), 1),
        "2π is missing: a turn is 2π radians, and the slowest pair takes 2π / rate positions.",
    ),
    Mistake(
        "half-a-turn",
        powered(lambda d: d / (d - 2), math.pi),
        "You ask for half a turn in `gap` positions. Ask for a whole one: 2π.",
    ),
    Mistake(
        "turn-multiplied",
        powered(lambda d: d / (d - 2), 1 / (2 * math.pi)),
        "You multiply by 2π where you must divide: base ** ((d-2)/d) = gap / 2π.",
    ),
    Mistake(
        "in-degrees",
        powered(lambda d: d / (d - 2), 360),
        "You divide by 360. Rates are in radians: a turn is 2π.",
    ),
    Mistake(
        "turn-outside-the-power",
        lambda gap, width: gap ** (width / (width - 2)) / (2 * math.pi),
        "You divide by 2π after taking the power. Divide the gap first, then take the power.",
    ),
    Mistake(
        "upside-down",
        powered(lambda d: -d / (d - 2)),
        "Your result is 1 / base: the sign of the exponent is turned round.",
    ),
)


def by_bisection(gap, width):
    if width < 3:
        raise ValueError("needs a slower pair than pair 0")
    low, high = 0.0, 60.0
    for _ in range(80):
        middle = (low + high) / 2
        slow_enough = 2 * np.pi * np.exp(middle * (width - 2) / width) >= gap
        low, high = (low, middle) if slow_enough else (middle, high)
    return np.exp(high)


def by_logarithm(gap, width):
    if width <= 2:
        raise ValueError
    return np.exp(np.log(gap / (2 * np.pi)) / (1 - 2 / width))


EXERCISE = Exercise(
    answer=base_for,
    edges=EDGES,
    cases=cases,
    judge=itself(),
    mistakes=MISTAKES,
    right=(by_bisection, by_logarithm),
    varies="gaps from 30 to 100 000, widths 4 to 128, widths that must be refused",
    ignores="the wording of the error",
)
