"""stretched_base: slow the slowest pair by a factor, leave the fastest alone."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, itself
from posenc.exercises.drawing import draw_base, draw_width


def stretched_base(base, scale, width):
    if width <= 2:
        raise ValueError("with a single pair there is nothing to stretch")
    return base * scale ** (width / (width - 2))


EDGES = ((100.0, 2, 4), (10_000.0, 4.0, 64), (10_000.0, 1.0, 6), (100.0, 1.5, 128))


def cases(random):
    for width in sorted(draw_width(random, low=4) for _ in range(16)):
        yield draw_base(random), float(np.round(random.uniform(1.5, 32), 1)), width
    for width in (2, 2, 0, -2):
        yield draw_base(random), float(np.round(random.uniform(1.5, 32), 1)), width


def powered(exponent):
    """``base * scale ** exponent(width)``."""
    return lambda base, scale, width: base * float(scale) ** exponent(width)


MISTAKES = (
    Mistake(
        "base-times-scale",
        powered(lambda d: 1),
        "You multiply the base by the scale. The slowest rate is base ** (-(d-2)/d), so it slows "
        "by less than `scale`; solve for the base at which it slows by exactly that.",
    ),
    Mistake(
        "exponent-upside-down",
        powered(lambda d: (d - 2) / d),
        "The exponent of the scale is upside down. Check with width 4: does the slowest rate "
        "shrink by exactly `scale`?",
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
        "shrunk",
        powered(lambda d: -d / (d - 2)),
        "Your base gets smaller, which makes the pairs faster. A larger base slows them.",
    ),
    Mistake(
        "power-of-the-width",
        powered(lambda d: d),
        "Your exponent is the width. The right one comes down to 1 as the width grows; derive it "
        "from the slowest rate, base ** (-(d-2)/d).",
    ),
    Mistake(
        "divided-by-scale",
        lambda base, scale, width: base / scale,
        "You divide the base by the scale, which makes the pairs faster. A larger base slows them.",
    ),
    Mistake(
        "scale-in-the-exponent",
        lambda base, scale, width: base**scale,
        "You raise the base to the power `scale`. The scale belongs to the rate, which shrinks by "
        "that factor: base ** ((d-2)/d) grows by `scale`.",
    ),
    Mistake(
        "whole-product-powered",
        lambda base, scale, width: (base * scale) ** (width / (width - 2)),
        "You raise the base to the power d/(d-2) as well. With scale 1 the base must come back "
        "as it was.",
    ),
)


def by_solving(base, scale, width):
    if width <= 2:
        raise ValueError("one pair only")
    slowest = base ** (-(width - 2) / width)
    return (slowest / scale) ** (-width / (width - 2))


def by_logarithm(base, scale, width):
    if width < 4:
        raise ValueError("no second pair")
    return math.exp(math.log(base) + math.log(scale) / (1 - 2 / width))


EXERCISE = Exercise(
    answer=stretched_base,
    edges=EDGES,
    cases=cases,
    judge=itself(),
    mistakes=MISTAKES,
    right=(by_solving, by_logarithm),
    varies="bases 100 to 10⁶, scales 1.5 to 32, widths 4 to 128, widths that must be refused",
    ignores="the wording of the error",
)
