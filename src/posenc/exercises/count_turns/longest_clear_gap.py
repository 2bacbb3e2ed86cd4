"""longest_clear_gap: the largest whole gap inside the slowest pair's first turn."""

import math

import numpy as np

from posenc.exercises.count_turns.turns import turns
from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.drawing import draw_base, draw_width
from posenc.exercises.ladders import ladder_mistakes


def longest_clear_gap(width, base=10_000.0):
    slowest_rate = base ** (-(width - 2) / width)
    return math.floor(2 * math.pi / slowest_rate)


EDGES = ((2,), (4, 100.0), (8,))


def slowest_period(width, base):
    return 2 * math.pi * base ** ((width - 2) / width)


def cases(random):
    drawn = []
    while len(drawn) < 24:
        # Most periods are short: searching for the gap step by step is a right answer too.
        width = draw_width(random, low=4)
        base = float(round(10 ** random.uniform(2, 2.6))) if len(drawn) < 20 else draw_base(random)
        period = slowest_period(width, base)
        if period < 8e3 and 0.1 <= period % 1 <= 0.9:
            drawn.append((width, base))
    yield from sorted(drawn, key=lambda case: slowest_period(*case))


def from_period(read):
    """``read(period)`` of the slowest pair."""

    def gap(width, base=10_000.0):
        return int(read(slowest_period(width, base)))

    return gap


def gap_with(rates):
    def gap(width, base=10_000.0):
        return math.floor(2 * np.pi / min(rates(width, base)))

    return gap


MISTAKES = (
    Mistake(
        "base-reached",
        lambda width, base=10_000.0: math.floor(2 * math.pi * base),
        "You take 2π·base for the slowest period. The last exponent is (d-2)/d, so the base "
        "itself is never reached: the period is 2π·base ** ((d-2)/d).",
    ),
    Mistake(
        "rounded-up",
        from_period(math.ceil),
        "You are one too high: at that gap the slowest pair has just closed its turn. The largest "
        "gap before that is one less.",
    ),
    Mistake(
        "rounded-to-nearest",
        from_period(round),
        "You round to the nearest whole gap. When the period ends in .6 that gap is past the "
        "whole turn: always go down.",
    ),
    Mistake(
        "one-too-low",
        from_period(lambda period: math.floor(period) - 1),
        "You are one too low: one gap more still lies within the first turn.",
    ),
    Mistake(
        "period-not-rounded",
        lambda width, base=10_000.0: slowest_period(width, base),
        "You return the period itself. The answer is a whole gap: the largest one below it.",
    ),
    Mistake(
        "fastest-pair",
        lambda width, base=10_000.0: 6,
        "You look at the fastest pair, which is round after 6.28 positions. The question is how "
        "long some pair is not yet round: take the slowest.",
    ),
    Mistake(
        "half-a-turn",
        from_period(lambda period: math.floor(period / 2)),
        "You stop at half a turn. Sine and cosine together are clear for a whole one.",
    ),
    Mistake(
        "radians-forgotten",
        from_period(lambda period: math.floor(period / (2 * math.pi))),
        "2π is missing: a pair with this rate needs 2π / rate positions for a turn.",
    ),
    Mistake(
        "in-degrees",
        from_period(lambda period: math.floor(period / (2 * math.pi) * 360)),
        "You divide 360 by a rate in radians. A turn is 2π radians.",
    ),
    Mistake(
        "all-pairs-together",
        lambda width, base=10_000.0: math.floor(
            sum(2 * math.pi * base ** (2 * i / width) for i in range(width // 2))
        ),
        "You add up the periods of all pairs. One pair is enough, so the slowest one decides.",
    ),
    *ladder_mistakes(
        gap_with,
        "exponent-i-over-d",
        "half-step",
        "width-halved-twice",
        "natural-base",
        "base-ignored",
    ),
)


def by_searching(width, base=10_000.0):
    gap = 1
    while min(turns(gap + 1, width, base)) < 1:
        gap += 1
    return gap


def by_doubling(width, base=10_000.0):
    rate = base ** (-(width - 2) / width)
    low, high = 1, 2
    while high * rate < 2 * math.pi:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle * rate < 2 * math.pi else (low, middle)
    return low


def as_a_float(width, base=10_000.0):
    return np.floor(2 * np.pi * base ** (1 - 2 / width))


def as_an_array_of_no_axes(width, base=10_000.0):
    return np.array(int(slowest_period(width, base)))


EXERCISE = Exercise(
    answer=longest_clear_gap,
    edges=EDGES,
    cases=cases,
    judge=exactly(),
    mistakes=MISTAKES,
    right=(by_doubling, as_a_float, as_an_array_of_no_axes, by_searching),
    varies="widths 2 to 128, bases 100 to 10⁶, slowest periods to 8 000",
    ignores="periods within a tenth of a whole number",
    builds_on=("turns",),
)
