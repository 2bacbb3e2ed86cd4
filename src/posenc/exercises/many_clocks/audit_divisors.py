"""audit_divisors: which entries of a published table are wrong."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.drawing import draw_base, draw_width
from posenc.exercises.formulas import pair_rates
from posenc.exercises.ladders import LADDERS, ladder_mistakes


def audit_divisors(divisors, width, base=10_000.0):
    wrong = []
    for i in range(width // 2):
        right = base ** (2 * i / width)
        if abs(divisors[i] - right) > 0.001 * right:
            wrong.append(i)
    return np.array(wrong, dtype=int)


EDGES = (
    (np.array([1, 10]), 4, 100.0),
    (np.array([1, 100]), 4, 100.0),
    (np.array([2.0, 10.0, 99.0]), 6, 1000.0),
    (np.array([1, 4.64, 21.54, 100, 464.16, 2154.43]), 12),
    (np.array([1, 21.54, 464.16, 1000, 2154.43, 4641.59]), 12),
)

# Wrong rules from which a published table may have taken an entry.
SOURCES = (
    "exponent-i-over-d",
    "pairs-from-one",
    "pairs-from-minus-one",
    "half-step",
    "reaches-the-base",
    "width-halved-twice",
    "growing",
    "all-alike",
    "natural-base",
    "slowest-first",
    "base-ignored",
)
# Shares by which an entry may be off: twice far inside the 0.1 %, then outside it in growing steps.
SHARES = ((1e-6, 6e-6), (2e-4, 4.5e-4), (0.003, 0.008), (0.02, 0.08), (0.2, 0.6))


def cases(random):
    for number, width in enumerate(sorted(draw_width(random, low=6) for _ in range(26))):
        base = draw_base(random)
        divisors = draw_table(random, width, base)
        if number % 9 == 4:
            divisors = np.round(right_divisors(width, base), 6)
        yield divisors, width, base


def draw_table(random, width, base):
    """Divisors of which some are right, some a little off and some from a wrong rule."""
    pairs = width // 2
    right = right_divisors(width, base)
    low, high = np.array(SHARES)[random.choice(5, pairs, p=(0.25, 0.3, 0.15, 0.15, 0.15))].T
    little_off = right * (1 + random.choice([-1, 1], pairs) * random.uniform(low, high))
    wrong = np.array([1 / LADDERS[name].rates(width, base) for name in SOURCES])
    taken = wrong[random.integers(len(SOURCES), size=pairs), np.arange(pairs)]
    use = (random.random(pairs) < 0.4) & (np.abs(taken / right - 1) > 2e-3)
    return np.where(use, taken, little_off)


def right_divisors(width, base):
    return float(base) ** (np.arange(0, width, 2) / width)


def those_where(holds):
    """Indices where ``holds(published, right)``."""

    def found(divisors, width, base=10_000.0):
        return np.flatnonzero(holds(divisors, right_divisors(width, base)))

    return found


def off_by_more_than(share):
    return those_where(lambda published, right: np.abs(published - right) > share * right)


def told_as(tell):
    """The right pairs told otherwise: ``tell(wrong, divisors)`` of a boolean for each pair."""

    def found(divisors, width, base=10_000.0):
        right = right_divisors(width, base)
        return tell(np.abs(divisors - right) > 0.001 * right, divisors)

    return found


def audit_with(rates):
    def found(divisors, width, base=10_000.0):
        with np.errstate(divide="ignore", invalid="ignore"):
            right = 1 / rates(width, base)
        return np.flatnonzero(np.abs(divisors - right) > 0.001 * right)

    return found


def steps_compared(divisors, width, base=10_000.0):
    steps, ratio = np.divide(divisors[1:], divisors[:-1]), base ** (2 / width)
    return 1 + np.flatnonzero(np.abs(steps - ratio) > 0.001 * ratio)


MISTAKES = (
    Mistake(
        "the-right-ones",
        those_where(lambda published, right: np.abs(published - right) <= 0.001 * right),
        "You list the pairs whose divisor is right. The audit asks for those that are off.",
    ),
    Mistake(
        "exact-comparison",
        those_where(lambda published, right: published != right),
        "You ask for exact equality, so a rounded divisor counts as wrong. Up to 0.1 % of the "
        "right one is allowed.",
    ),
    Mistake(
        "one-part-in-100-000",
        off_by_more_than(1e-5),
        "You allow one part in 100 000, as np.isclose does by itself. Up to 0.1 % of the right one "
        "is allowed: rtol=0.001.",
    ),
    Mistake(
        "one-percent",
        off_by_more_than(0.01),
        "You allow 1 %. Allow 0.1 %, which is 0.001 of the right one.",
    ),
    Mistake(
        "tenth-for-percent",
        off_by_more_than(0.1),
        "You allow a tenth of the right one. 0.1 % is 0.001 of it.",
    ),
    Mistake(
        "same-allowance-for-all",
        those_where(lambda published, right: np.abs(published - right) > 0.001),
        "You allow every divisor the same 0.001. The allowance is 0.1 % of the right divisor: "
        "large ones may be off by more.",
    ),
    Mistake(
        "too-large-only",
        those_where(lambda published, right: published - right > 0.001 * right),
        "You find only the divisors that are too large. One that is too small is wrong too: take "
        "the size of the difference, abs(…).",
    ),
    Mistake(
        "too-small-only",
        those_where(lambda published, right: right - published > 0.001 * right),
        "You find only the divisors that are too small. One that is too large is wrong too: take "
        "the size of the difference, abs(…).",
    ),
    Mistake(
        "rates-for-divisors",
        those_where(lambda published, right: np.abs(published - 1 / right) > 0.001 / right),
        "You compare with the rates, base ** (-2*i/d). A divisor is 1/rate: base ** (2*i/d).",
    ),
    Mistake(
        "steps-compared",
        steps_compared,
        "You compare each divisor with the one before it, so a right one after a wrong one is "
        "listed too. Compare it with base ** (2*i/d).",
    ),
    Mistake(
        "counted-from-one",
        told_as(lambda wrong, divisors: np.flatnonzero(wrong) + 1),
        "You count the pairs from 1. The first is pair 0.",
    ),
    Mistake(
        "component-numbers",
        told_as(lambda wrong, divisors: 2 * np.flatnonzero(wrong)),
        "You return component numbers, 2i. Return the pair index i.",
    ),
    Mistake(
        "booleans",
        told_as(lambda wrong, divisors: wrong),
        "You return True and False for each pair. Return the indices of the pairs that are off: "
        "np.flatnonzero turns one into the other.",
    ),
    Mistake(
        "divisors-returned",
        told_as(lambda wrong, divisors: divisors[wrong]),
        "You return the wrong divisors themselves. Return their places, the pair indices.",
    ),
    Mistake(
        "counted",
        told_as(lambda wrong, divisors: int(wrong.sum())),
        "You return how many are wrong. Return which: the pair indices.",
    ),
    Mistake(
        "first-alone",
        told_as(lambda wrong, divisors: np.flatnonzero(wrong)[:1]),
        "You stop at the first wrong divisor. Go on and collect all of them; is a `return` inside "
        "the loop?",
    ),
    Mistake(
        "tuple-of-where",
        told_as(lambda wrong, divisors: np.where(wrong)),
        "np.where returns a tuple that holds the indices. Take its first element, or use "
        "np.flatnonzero.",
    ),
    *ladder_mistakes(
        audit_with,
        "exponent-i-over-d",
        "pairs-from-one",
        "pairs-from-minus-one",
        "half-step",
        "reaches-the-base",
        "width-halved-twice",
        "all-alike",
        "natural-base",
        "slowest-first",
        "base-ignored",
    ),
)


def with_isclose(divisors, width, base=10_000.0):
    right = base ** (np.arange(0, width, 2) / width)
    return np.flatnonzero(~np.isclose(divisors, right, rtol=1e-3, atol=0))


def relative_to_the_published_one(divisors, width, base=10_000.0):
    found = []
    for i, (divisor, rate) in enumerate(zip(divisors, pair_rates(width, base), strict=True)):
        if not -0.001 <= 1 - 1 / (rate * divisor) <= 0.001:
            found.append(float(i))
    return found


def by_logarithms(divisors, width, base=10_000.0):
    off = np.log(divisors) - np.log(base) * np.arange(width // 2) * 2 / width
    return np.nonzero(np.abs(off) > np.log(1.001))[0]


def in_single_precision(divisors, width, base=10_000.0):
    right = np.float32(base) ** (np.arange(0, width, 2, dtype=np.float32) / np.float32(width))
    return np.argwhere(np.abs(np.float32(divisors) / right - 1) > 1e-3).ravel()


EXERCISE = Exercise(
    answer=audit_divisors,
    edges=EDGES,
    cases=cases,
    judge=exactly(),
    mistakes=MISTAKES,
    right=(with_isclose, relative_to_the_published_one, by_logarithms, in_single_precision),
    varies="tables of 3 to 64 divisors, some right, some a little off, some from a wrong formula",
    ignores="errors between 0.05 % and 0.2 %, which are never drawn",
    builds_on=("clock_rates",),
)
