"""Wrong ladders of rates: the same slips turn up wherever rates are used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from posenc.exercises.declaring import Mistake
from posenc.exercises.formulas import pair_rates


@dataclass(frozen=True)
class Ladder:
    """A wrong rule for the rates: ``rates(width, base) -> (width/2,)`` and what to say of it."""

    rates: Callable[[int, float], np.ndarray]
    hint: str


def _power(exponents: Callable[[np.ndarray, int], np.ndarray]) -> Callable:
    def rates(width: int, base: float) -> np.ndarray:
        with np.errstate(divide="ignore", invalid="ignore"):
            return float(base) ** exponents(np.arange(width // 2), width)

    return rates


LADDERS = {
    "exponent-i-over-d": Ladder(
        _power(lambda i, d: -i / d),
        "A factor 2 is missing in the exponent: you use i/d, the rates are base ** (-2*i/d). "
        "For width 4 pair 1 must have the rate base ** (-1/2).",
    ),
    "pairs-from-one": Ladder(
        _power(lambda i, d: -2 * (i + 1) / d),
        "You count the pairs from 1. Pair 0 comes first, and its rate is exactly 1.",
    ),
    "pairs-from-minus-one": Ladder(
        _power(lambda i, d: -2 * (i - 1) / d),
        "Your exponent uses i - 1, as formulas that count from 1 do. Here i starts at 0, and "
        "pair 0 has the rate 1.",
    ),
    "half-step": Ladder(
        _power(lambda i, d: -(2 * i + 1) / d),
        "Your exponents are the odd numbers 1/d, 3/d, 5/d … They run over the even ones: "
        "0, 2/d, 4/d …",
    ),
    "reaches-the-base": Ladder(
        _power(lambda i, d: -i / (d / 2 - 1)),
        "You divide by d/2 - 1, so your slowest rate is exactly 1/base. The exponent is 2*i/d, "
        "and the slowest pair stays a little faster than 1/base.",
    ),
    "width-halved-twice": Ladder(
        _power(lambda i, d: -4 * i / d),
        "Your exponent is 4*i/d, twice what it should be: the width is halved twice, or a "
        "component number doubled. With i counting pairs the exponent is 2*i/d.",
    ),
    "growing": Ladder(
        _power(lambda i, d: 2 * i / d),
        "The sign of the exponent is missing: your later pairs get faster. Pair 0 is the fastest, "
        "every later one is slower.",
    ),
    "all-alike": Ladder(
        lambda width, base: np.ones(width // 2),
        "Every pair turns at rate 1. Each pair has its own rate; if you divide with //, the "
        "fraction in the exponent is lost.",
    ),
    "natural-base": Ladder(
        lambda width, base: np.exp(-2 * np.arange(width // 2) / width),
        "You take powers of e, not of the base. In the exp form the exponent needs the factor "
        "log(base).",
    ),
    "slowest-first": Ladder(
        lambda width, base: pair_rates(width, base)[::-1],
        "The rates are in reverse order: pair 0 is the fastest one.",
    ),
    "base-ignored": Ladder(
        lambda width, base: pair_rates(width, 10_000.0),
        "The base makes no difference to your result: it looks as if 10 000 is written into "
        "the function. Use the argument `base`.",
    ),
}


def ladder_mistakes(build: Callable[[Callable], Callable], *names: str) -> tuple[Mistake, ...]:
    """The named wrong ladders, or all of them, as mistakes of one exercise.

    Parameters
    ----------
    build : callable
        Makes the exercise's function from a rule for the rates.
    """
    return tuple(
        Mistake(name, build(LADDERS[name].rates), LADDERS[name].hint) for name in names or LADDERS
    )
