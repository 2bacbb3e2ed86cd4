"""turns: how often each pair goes round over a gap."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, itself
from posenc.exercises.drawing import draw_base, draw_gap, draw_width
from posenc.exercises.formulas import pair_rates, require_even_width
from posenc.exercises.ladders import ladder_mistakes


def turns(gap, width, base=10_000.0):
    require_even_width(width)
    return np.array(
        [abs(gap) * base ** (-2 * i / width) / (2 * math.pi) for i in range(width // 2)]
    )


EDGES = ((1, 2), (-1, 2, 100.0), (10, 4, 100.0), (44, 6), (2.5, 4, 400.0))


def cases(random):
    for width in sorted(draw_width(random) for _ in range(24)):
        yield draw_gap(random), width, draw_base(random)
    for width in (5, 0, -4, 11):
        yield draw_gap(random), width, draw_base(random)


def turns_with(rates):
    def counted(gap, width, base=10_000.0):
        return abs(gap) * rates(width, base) / (2 * np.pi)

    return counted


def from_angles(count):
    """A wrong count from the right angles: ``count(angles)``, where angles keep the gap's sign."""

    def counted(gap, width, base=10_000.0):
        return count(gap * pair_rates(width, base))

    return counted


def with_rounded_periods(gap, width, base=10_000.0):
    periods = 2 * np.pi / pair_rates(width, base)
    return abs(gap) / np.floor(periods)


MISTAKES = (
    Mistake(
        "radians",
        from_angles(np.abs),
        "You return radians. One turn is 2π radians: divide by 2π.",
    ),
    Mistake(
        "radians-over-360",
        from_angles(lambda angles: np.abs(angles) / 360),
        "You divide radians by 360. One turn is 2π radians, or 360 degrees.",
    ),
    Mistake(
        "half-turns",
        from_angles(lambda angles: np.abs(angles) / np.pi),
        "You count half turns: a whole turn is 2π, not π.",
    ),
    Mistake(
        "degrees",
        from_angles(lambda angles: np.degrees(np.abs(angles))),
        "You return degrees. Divide the angle in radians by 2π.",
    ),
    Mistake(
        "bracket-missing",
        from_angles(lambda angles: np.abs(angles) / 2 * np.pi),
        "x / 2 * pi divides by 2 and multiplies by π. Put brackets round 2 * pi.",
    ),
    Mistake(
        "upside-down",
        from_angles(lambda angles: 2 * np.pi / np.abs(angles)),
        "Your fraction is upside down: a longer gap must give more turns.",
    ),
    Mistake(
        "whole-turns",
        from_angles(lambda angles: np.floor(np.abs(angles) / (2 * np.pi))),
        "You cut off the fraction. Two positions of pair 0 are 0.318 of a turn, not 0.",
    ),
    Mistake(
        "fraction-alone",
        from_angles(lambda angles: np.abs(angles) / (2 * np.pi) % 1),
        "You keep only where the hand stands after the last whole turn. Count the whole turns too.",
    ),
    Mistake(
        "sign-kept",
        from_angles(lambda angles: angles / (2 * np.pi)),
        "A negative gap gives you negative turns. Take the size of the gap: abs(gap).",
    ),
    Mistake(
        "rounded-periods",
        with_rounded_periods,
        "You round the period before you divide. Keep it as it is: 2π / rate.",
    ),
    Mistake(
        "two-pi-of-the-gap-only",
        from_angles(lambda angles: np.abs(angles) * 2 * np.pi),
        "You multiply by 2π. To go from radians to turns, divide.",
    ),
    *ladder_mistakes(turns_with),
)


def with_degrees_throughout(gap, width, base=10_000.0):
    require_even_width(width)
    return np.degrees(abs(gap) * pair_rates(width, base)) / 360


def with_periods(gap, width, base=10_000.0):
    if width < 2 or width % 2 != 0:
        raise ValueError(f"a width of {width} has no pairs")
    return [abs(gap) / (2 * math.pi * math.pow(base, 2 * i / width)) for i in range(width // 2)]


def in_single_precision(gap, width, base=10_000.0):
    require_even_width(width)
    return np.float32(abs(gap) / (2 * np.pi)) * pair_rates(width, base).astype(np.float32)


EXERCISE = Exercise(
    answer=turns,
    edges=EDGES,
    cases=cases,
    judge=itself(),
    mistakes=MISTAKES,
    right=(with_degrees_throughout, with_periods, in_single_precision),
    varies="gaps of both signs to 4 000, widths 2 to 128, bases, widths that must be refused",
    ignores="the wording of the error, as long as it names the width",
)
