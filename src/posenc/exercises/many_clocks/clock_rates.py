"""clock_rates: how fast each pair turns."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, itself
from posenc.exercises.drawing import draw_base, draw_width
from posenc.exercises.formulas import pair_rates, require_even_width
from posenc.exercises.ladders import ladder_mistakes


def clock_rates(width, base=10_000.0):
    require_even_width(width)
    return np.array([base ** (-2 * i / width) for i in range(width // 2)])


EDGES = ((2,), (4,), (4, 100.0), (6, 1000), (8,), (12,))


def cases(random):
    # Width 2 more than once: there a ladder of one rate cannot be stretched to reach 1/base.
    widths = [2, 2, 2, *(draw_width(random, low=4) for _ in range(21))]
    for number, width in enumerate(sorted(widths)):
        base = draw_base(random)
        yield width, int(base) if number % 4 == 3 else base
    for width in (5, 0, -4, 11):
        yield width, draw_base(random)


def of_rates(change):
    """``change(rates)`` of the right rates."""
    return lambda width, base=10_000.0: change(pair_rates(width, base))


def per_component(step):
    """A rate for each component j instead of each pair: ``base ** (-step * j / width)``."""

    def rates(width, base=10_000.0):
        return np.array([base ** (-step * j / width) for j in range(width)])

    return rates


def power_of_the_exponent(width, base=10_000.0):
    return np.array([(2 * i / width) ** (1 / base) for i in range(width // 2)])


def brackets_missing(width, base=10_000.0):
    return np.array([base**-2 * i / width for i in range(width // 2)])


def one_too_many(width, base=10_000.0):
    return np.array([base ** (-2 * i / width) for i in range(width // 2 + 1)])


MISTAKES = (
    Mistake(
        "periods",
        of_rates(lambda rates: 2 * np.pi / rates),
        "You return how many positions a whole turn takes. The rate is the angle per position: "
        "pair 0 has the rate 1.",
    ),
    Mistake(
        "turns-per-position",
        of_rates(lambda rates: rates / (2 * np.pi)),
        "You return turns per position. A rate is in radians per position, so nothing is "
        "divided by 2π: pair 0 has the rate 1.",
    ),
    Mistake(
        "times-two-pi",
        of_rates(lambda rates: rates * 2 * np.pi),
        "Your rates carry an extra 2π. They are radians per position already: pair 0 has the "
        "rate 1, not 6.28.",
    ),
    Mistake(
        "written-twice",
        of_rates(lambda rates: np.repeat(rates, 2)),
        "You give each rate twice, once a component. There is one rate a pair: width/2 numbers.",
    ),
    Mistake(
        "rate-per-component",
        per_component(1),
        "You give every component a rate of its own, base ** (-j/d). The two components of a pair "
        "share one: width/2 rates, and i counts pairs.",
    ),
    Mistake(
        "doubled-component-number",
        per_component(2),
        "You return `width` rates: your i runs over the components. It counts the pairs, "
        "0 … width/2 - 1.",
    ),
    Mistake(
        "power-of-the-exponent",
        power_of_the_exponent,
        "Base and exponent have changed places: it is the base that is raised to -2*i/d. The "
        "rates must fall from 1 towards 1/base.",
    ),
    Mistake(
        "brackets-missing",
        brackets_missing,
        "base ** -2 * i / d raises the base to -2 first, then multiplies by i. Put the exponent "
        "in brackets: base ** (-2*i/d).",
    ),
    Mistake(
        "equal-steps",
        lambda width, base=10_000.0: np.linspace(1, 1 / base, width // 2),
        "Your rates fall by equal steps. They fall by equal factors: each is base ** (-2/d) times "
        "the one before.",
    ),
    Mistake(
        "last-is-one-over-base",
        lambda width, base=10_000.0: np.geomspace(1, 1 / base, width // 2),
        "Your slowest rate is exactly 1/base. The last exponent is -(d-2)/d, so the slowest pair "
        "stays a little faster than that.",
    ),
    Mistake(
        "one-too-many",
        one_too_many,
        "You return one rate too many. There are width/2 pairs, counted 0 … width/2 - 1.",
    ),
    Mistake(
        "running-sums",
        of_rates(np.cumsum),
        "You add up the rates as you go. Each pair has its own, and they get smaller.",
    ),
    *ladder_mistakes(
        lambda rates: lambda width, base=10_000.0: rates(width, base),
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
    ),
)


def with_exp_and_log(width, base=10_000.0):
    require_even_width(width)
    return np.exp(-np.log(base) * np.arange(0, width, 2) / width)


def with_geomspace(width, base=10_000.0):
    require_even_width(width)
    return np.geomspace(1, base ** (-(width - 2) / width), width // 2)


def with_a_constant_ratio(width, base=10_000.0):
    require_even_width(width)
    return np.cumprod([1.0] + [base ** (-2 / width)] * (width // 2 - 1))


def with_plain_python(width, base=10_000):
    if width < 2 or width % 2:
        raise ValueError(f"a width must be even and positive, and {width:,} is not")
    return [1 / math.pow(base, j / width) for j in range(0, width, 2)]


def every_second_component(width, base=10_000.0):
    require_even_width(width)
    components = np.arange(width)
    return (float(base) ** (-(components - components % 2) / width))[::2]


def with_the_base_squared(width, base=10_000.0):
    require_even_width(width)
    return np.power(base**2, -np.arange(width // 2) / width)


def in_single_precision(width, base=10_000.0):
    require_even_width(width)
    exponents = np.arange(0, width, 2, dtype=np.float32) / np.float32(width)
    return np.float32(1) / np.float32(base) ** exponents


def in_long_doubles(width, base=10_000.0):
    require_even_width(width)
    return np.longdouble(base) ** (-np.arange(0, width, 2, dtype=np.longdouble) / width)


EXERCISE = Exercise(
    answer=clock_rates,
    edges=EDGES,
    cases=cases,
    judge=itself(),
    mistakes=MISTAKES,
    right=(
        with_exp_and_log,
        with_geomspace,
        with_a_constant_ratio,
        with_plain_python,
        every_second_component,
        with_the_base_squared,
        in_single_precision,
        in_long_doubles,
    ),
    varies="widths 2 to 128, bases 100 to 10⁶, whole and not, widths that must be refused",
    ignores="the wording of the error, as long as it names the width",
)
