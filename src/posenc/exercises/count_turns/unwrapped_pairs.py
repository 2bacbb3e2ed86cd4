"""unwrapped_pairs: how many pairs are still in their first turn."""

import math

import numpy as np

from posenc.exercises.count_turns.turns import turns
from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.drawing import draw_base, draw_width
from posenc.exercises.formulas import pair_rates
from posenc.exercises.ladders import ladder_mistakes


def unwrapped_pairs(gap, width, base=10_000.0):
    return sum(1 for count in turns(gap, width, base) if count < 1)


EDGES = ((6, 4), (7, 4), (-7, 4), (0, 6), (100, 6, 100.0), (100, 64))


def clear_of_the_edge(gap, width, base):
    return np.all(np.abs(turns(gap, width, base) - 1) >= 1e-3)


def cases(random):
    drawn = []
    while len(drawn) < 150:
        width, base = draw_width(random, low=4, high=64), draw_base(random)
        gap = draw_telling_gap(random, len(drawn) % 5, width, base)
        if random.random() < 0.4:
            gap = -gap
        if abs(gap) < 10**7 and clear_of_the_edge(gap, width, base):
            drawn.append((gap, width, base))
    yield from sorted(drawn, key=lambda case: case[1] * abs(case[0]))


def draw_telling_gap(random, kind, width, base):
    """A gap of the kind that shows one sort of slip."""
    slowest = 2 * math.pi * base ** ((width - 2) / width)
    if kind == 0:
        return int(random.integers(1, 7))
    if kind == 1:
        return int(2 * math.pi * base ** (2 * int(random.integers(0, width // 2)) / width))
    if kind == 2:
        return math.ceil(slowest * random.uniform(1.01, 200))
    return math.ceil(slowest ** random.uniform(0.4, 1))


def counted(holds):
    """Count the pairs for which ``holds(angles)``, angles keeping the sign of the gap."""

    def count(gap, width, base=10_000.0):
        return int(np.sum(holds(gap * pair_rates(width, base))))

    return count


def count_with(rates):
    def count(gap, width, base=10_000.0):
        return int(np.sum(abs(gap) * rates(width, base) < 2 * np.pi))

    return count


def with_rounded_periods(gap, width, base=10_000.0):
    periods = 2 * np.pi / pair_rates(width, base)
    return int(np.sum(np.floor(periods) > abs(gap)))


def from_the_first_unwrapped(gap, width, base=10_000.0):
    return width // 2 - int(np.argmax(turns(gap, width, base) < 1))


MISTAKES = (
    Mistake(
        "half-a-turn",
        counted(lambda angles: np.abs(angles) < np.pi),
        "You count the pairs within half a turn (less than π radians, or turns that round to 0). "
        "A pair wraps after a whole turn.",
    ),
    Mistake(
        "one-radian",
        counted(lambda angles: np.abs(angles) < 1),
        "You count the pairs that have moved less than one radian. A turn is 2π radians.",
    ),
    Mistake(
        "under-360-radians",
        counted(lambda angles: np.abs(angles) < 360),
        "You compare radians with 360. A turn is 2π radians.",
    ),
    Mistake(
        "wrapped-counted",
        counted(lambda angles: np.abs(angles) >= 2 * np.pi),
        "You count the pairs that have wrapped. Count the others, with turns < 1.",
    ),
    Mistake(
        "components-counted",
        lambda gap, width, base=10_000.0: 2 * unwrapped_pairs(gap, width, base),
        "You count components. Each pair has two and counts once.",
    ),
    Mistake(
        "cosine-positive",
        counted(lambda angles: np.cos(angles) > 0),
        "You look at where the hand points. A hand that has gone round can point anywhere: "
        "compare the turns with 1.",
    ),
    Mistake(
        "sign-kept",
        counted(lambda angles: angles < 2 * np.pi),
        "With a negative gap you call every pair unwrapped. Use the size of the gap.",
    ),
    Mistake(
        "rounded-periods",
        with_rounded_periods,
        "At a gap of 6 you call pair 0 wrapped, but its first turn takes 6.283 positions. Is the "
        "period rounded before it is compared, or the gap one too large?",
    ),
    Mistake(
        "first-unwrapped-by-argmax",
        from_the_first_unwrapped,
        "When every pair has wrapped you say that none has: np.argmax of nothing but False is 0. "
        "Count with a sum.",
    ),
    Mistake(
        "all-pairs",
        lambda gap, width, base=10_000.0: width // 2,
        "You return the number of pairs whatever the gap is.",
    ),
    *ladder_mistakes(
        count_with,
        "exponent-i-over-d",
        "pairs-from-one",
        "reaches-the-base",
        "width-halved-twice",
        "growing",
        "all-alike",
        "base-ignored",
    ),
)


def by_logarithm(gap, width, base=10_000.0):
    if abs(gap) < 2 * math.pi:
        return width // 2
    wrapped = math.floor(width / 2 * math.log(abs(gap) / (2 * math.pi)) / math.log(base)) + 1
    return max(width // 2 - wrapped, 0)


def by_whole_turns(gap, width, base=10_000.0):
    return np.count_nonzero(np.floor(turns(gap, width, base)) == 0)


def in_degrees(gap, width, base=10_000.0):
    return float(np.sum(np.degrees(abs(gap) * pair_rates(width, base)) < 360))


def by_division(gap, width, base=10_000.0):
    angles = abs(gap) * pair_rates(width, base)
    return sum(int(divmod(angle, 2 * math.pi)[0] == 0) for angle in angles)


def in_single_precision(gap, width, base=10_000.0):
    angles = np.float32(abs(gap)) * pair_rates(width, base).astype(np.float32)
    return np.sum(angles <= np.float32(2 * np.pi))


def by_search(gap, width, base=10_000.0):
    return width // 2 - int(np.searchsorted(-turns(gap, width, base), -1.0))


EXERCISE = Exercise(
    answer=unwrapped_pairs,
    edges=EDGES,
    cases=cases,
    judge=exactly(),
    mistakes=MISTAKES,
    right=(
        by_logarithm,
        by_whole_turns,
        in_degrees,
        by_division,
        in_single_precision,
        by_search,
    ),
    varies="gaps of both signs, many of them just inside a pair's period, widths 4 to 64, bases",
    ignores="gaps within a thousandth of a whole turn",
    builds_on=("turns",),
    evidence=20,
)
