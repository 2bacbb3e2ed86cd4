"""nearest_twin: the gap that all pairs together most easily mistake for none."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_width
from posenc.exercises.formulas import pair_rates
from posenc.exercises.ladders import ladder_mistakes


def likeness(limit, rates):
    """The mean over pairs of cos(gap·rate) for gaps 0 … limit, shape (limit+1,)."""
    return np.cos(np.outer(np.arange(limit + 1), rates)).mean(axis=1)


def nearest_twin(limit, width, base=10_000.0):
    alike = likeness(limit, pair_rates(width, base))
    gap = 2 + int(np.argmax(alike[2:]))
    return gap, float(alike[gap])


EDGES = ((2, 2), (6, 2), (50, 2), (50, 4, 100.0), (50, 4), (10, 64), (700, 2))


def has_a_clear_best(limit, width, base):
    best = np.sort(likeness(limit, pair_rates(width, base))[2:])[::-1]
    return len(best) < 2 or best[0] - best[1] > 1e-5


def cases(random):
    drawn = []
    while len(drawn) < 30:
        width, base = draw_width(random, high=(24, 6)[len(drawn) % 3 == 0]), draw_base(random)
        limit = int(random.integers(3, 400))
        if len(drawn) % 2:
            # The best gap is the last one allowed.
            limit = nearest_twin(limit, width, base)[0]
        if has_a_clear_best(limit, width, base):
            drawn.append((limit, width, base))
    yield from sorted(drawn, key=lambda case: case[0] * case[1])


def chosen(pick):
    """``pick(likeness)`` of the right likeness at gaps 0 … limit: the gap, with its cosine."""

    def twin(limit, width, base=10_000.0):
        alike = likeness(limit, pair_rates(width, base))
        gap = pick(alike)
        return gap, alike[gap]

    return twin


def valued(value):
    """The right gap with ``value(angles, width)`` for its cosine."""

    def twin(limit, width, base=10_000.0):
        gap, _ = nearest_twin(limit, width, base)
        return gap, value(gap * pair_rates(width, base), width)

    return twin


def twin_with(rates):
    def twin(limit, width, base=10_000.0):
        alike = likeness(limit, rates(width, base))
        gap = 2 + int(np.argmax(alike[2:]))
        return gap, float(alike[gap])

    return twin


def last_gap_left_out(limit, width, base=10_000.0):
    return nearest_twin(max(limit - 1, 2), width, base)


def counted_from_the_slice(limit, width, base=10_000.0):
    gap, cosine = nearest_twin(limit, width, base)
    return gap - 2, cosine


def by_the_first_pair(limit, width, base=10_000.0):
    cosines = np.cos(np.arange(limit + 1))
    gap = 2 + int(np.argmax(cosines[2:]))
    return gap, cosines[gap]


def without_sign(limit, width, base=10_000.0):
    sizes = np.abs(np.cos(np.outer(np.arange(limit + 1), pair_rates(width, base)))).mean(axis=1)
    gap = 2 + int(np.argmax(sizes[2:]))
    return gap, sizes[gap]


def by_sines(limit, width, base=10_000.0):
    sines = np.sin(np.outer(np.arange(limit + 1), pair_rates(width, base))).mean(axis=1)
    gap = 2 + int(np.argmax(sines[2:]))
    return gap, sines[gap]


MISTAKES = (
    Mistake(
        "gap-zero-included",
        chosen(lambda alike: 0),
        "You find gap 0, which is of course most like itself. The gaps to try are 2 … limit.",
    ),
    Mistake(
        "gap-one-included",
        chosen(lambda alike: 1 + int(np.argmax(alike[1:]))),
        "You let gap 1 compete. The gaps to try are 2 … limit.",
    ),
    Mistake(
        "limit-left-out",
        last_gap_left_out,
        "You stop one short: the limit itself is a gap to try. range(2, limit) ends at limit - 1.",
    ),
    Mistake(
        "least-alike",
        chosen(lambda alike: 2 + int(np.argmin(alike[2:]))),
        "You find the gap that is least like 0. Look for the largest mean of the cosines.",
    ),
    Mistake(
        "farthest-from-zero",
        chosen(lambda alike: 2 + int(np.argmax(np.abs(alike[2:])))),
        "You drop the sign of the mean. A mean near -1 is as unlike gap 0 as can be.",
    ),
    Mistake(
        "nearest-to-no-cosine",
        chosen(lambda alike: 2 + int(np.argmin(np.abs(alike[2:])))),
        "You look for a mean near 0. Gap 0 has the mean 1: look for the largest.",
    ),
    Mistake(
        "index-of-the-slice",
        counted_from_the_slice,
        "Your gap is too small by 2: np.argmax counts from the start of your list, which begins "
        "at gap 2.",
    ),
    Mistake(
        "results-swapped",
        lambda limit, width, base=10_000.0: nearest_twin(limit, width, base)[::-1],
        "Both numbers are right, in the wrong order: return the gap first, then the cosine.",
    ),
    Mistake(
        "cosines-without-sign",
        without_sign,
        "You drop the sign of each cosine before you average. A hand that points the opposite way "
        "is as unlike gap 0 as can be: cosine -1.",
    ),
    Mistake(
        "sum-for-mean",
        valued(lambda angles, width: np.cos(angles).sum()),
        "The gap is right. For the cosine you return the sum over the pairs; take the mean.",
    ),
    Mistake(
        "mean-over-components",
        valued(lambda angles, width: np.cos(angles).sum() / width),
        "The gap is right. For the cosine you divide by the width; there are d/2 pairs.",
    ),
    Mistake(
        "slowest-pair-reported",
        valued(lambda angles, width: np.cos(angles)[-1]),
        "The gap is right. The cosine you return is the last pair's; take the mean over all pairs.",
    ),
    Mistake(
        "distance-reported",
        valued(lambda angles, width: 1 - np.cos(angles).mean()),
        "The gap is right. You return 1 less the mean; return the mean itself.",
    ),
    Mistake(
        "first-pair-alone",
        by_the_first_pair,
        "You compare one pair. All pairs together decide: take the mean of their cosines.",
    ),
    Mistake(
        "sines",
        by_sines,
        "You take sines. Two readings `gap` apart have the dot product cos(gap·rate) in each pair.",
    ),
    *ladder_mistakes(
        twin_with,
        "exponent-i-over-d",
        "pairs-from-one",
        "reaches-the-base",
        "growing",
        "base-ignored",
    ),
)


def from_dot_products(limit, width, base=10_000.0):
    rates = pair_rates(width, base)
    angles = np.arange(limit + 1)[:, None] * rates
    readings = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    alike = readings @ readings[0] / np.linalg.norm(readings[0]) ** 2
    gap = max(range(2, limit + 1), key=lambda gap: alike[gap])
    return np.array([gap, alike[gap]])


def with_plain_python(limit, width, base=10_000.0):
    best = (-2.0, 0)
    for gap in range(2, limit + 1):
        cosines = [math.cos(gap / base ** (2 * i / width)) for i in range(width // 2)]
        best = max(best, (math.fsum(cosines) / len(cosines), gap))
    return [best[1], best[0]]


EXERCISE = Exercise(
    answer=nearest_twin,
    edges=EDGES,
    cases=cases,
    judge=within(lambda arguments, expected: np.array([0.0, 1.0])),
    mistakes=MISTAKES,
    right=(from_dot_products, with_plain_python),
    varies="limits to 400 (in half of the cases the limit itself is the answer), widths, bases",
    ignores="cases in which two gaps are nearly equally good",
)
