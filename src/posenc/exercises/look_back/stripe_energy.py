"""stripe_energy: how to share a key's energy among its pairs so that one gap stands out."""

import functools

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, having
from posenc.exercises.drawing import draw_base, draw_width
from posenc.exercises.formulas import pair_rates

DUE = 2


def stripe_energy(width, count, base=10_000.0):
    # Near gaps are the rivals of gap 0, and fast pairs tell them apart; slow ones guard the rest.
    energy = np.array([1 / (i + 2) for i in range(width // 2)])
    return energy / energy.sum()


# The last two are the hardest: with slow pairs fast enough to speak up equal weights do well, and
# with rates far apart weights that follow the rates are nearly the fastest pair alone.
EDGES = (
    (32, 100),
    (64, 1000),
    (64, 4000),
    (128, 4000, 500_000.0),
    (32, 4000, 100.0),
    (32, 4000, 1e6),
)


def cases(random):
    drawn = []
    while len(drawn) < 20:
        count = int(np.exp(random.uniform(np.log(200), np.log(4001))))
        case = draw_width(random, low=32), count, draw_base(random)
        if is_ordinary(*case):
            drawn.append(case)
    yield from sorted(drawn)


def is_ordinary(width, count, base):
    """Whether weights that fall steeply do.

    In one draw of 500 the fast pairs happen to come round together within the text; there one
    good rule fails and another does not.
    """
    i = np.arange(width // 2)
    equal, _ = margin(np.full(width // 2, 2 / width), width, count, base)
    return all(
        margin(weights / weights.sum(), width, count, base)[0] >= DUE * equal
        for weights in (0.7**i, (width / 2 - i) ** 4)
    )


@functools.lru_cache(maxsize=32)
def cosines(width, count, base=10_000.0):
    """``cos(gap·θ_i)`` for gaps 1 … count, a row for each gap."""
    return np.cos(np.outer(np.arange(1, count + 1), pair_rates(width, base)))


def margin(weights, width, count, base=10_000.0):
    """How far below the score at gap 0 the best of the gaps 1 … count stays, and which it is."""
    scores = cosines(width, count, base) @ weights
    return 1 - scores.max(), int(scores.argmax()) + 1


def stands_out(arguments, result):
    if np.any(result < -1e-9):
        i = int(np.argmin(result))
        return f"Weights must not be negative. Pair {i} has {result[i]:.4g}."
    if abs(np.sum(result) - 1) > 1e-3:
        return f"The weights must add up to 1. Yours add up to {np.sum(result):.4g}."
    width = arguments[0]
    equal, _ = margin(np.full(width // 2, 2 / width), *arguments)
    reached, rival = margin(result / np.sum(result), *arguments)
    if reached >= DUE * equal * (1 - 1e-6):
        return None
    due = DUE * equal
    # As many figures as it takes to tell them apart.
    figures = next(n for n in range(3, 12) if f"{reached:.{n}g}" != f"{due:.{n}g}")
    return (
        f"The margin is {reached:.{figures}g}, with gap {rival} as the rival. Equal weights reach "
        f"{equal:.{figures}g}, and twice that is due: {due:.{figures}g}."
    )


def shared(rule):
    """Weights in proportion to ``rule(i, rates, count)``."""

    def energy(width, count, base=10_000.0):
        weights = rule(np.arange(width // 2), pair_rates(width, base), count) * np.ones(width // 2)
        return weights / weights.sum()

    return energy


def not_normalised(width, count, base=10_000.0):
    return 1 / (2 + np.arange(width // 2))


def for_each_component(width, count, base=10_000.0):
    return np.repeat(stripe_energy(width, count, base), 2) / 2


def least_squares(width, count, base=10_000.0):
    """Weights whose sum is as near 0 as can be at all gaps, whatever their signs."""
    table = cosines(width, count, base)
    weights = np.linalg.solve(table.T @ table + 1e-3 * np.eye(width // 2), np.ones(width // 2))
    return weights / weights.sum()


MISTAKES = (
    Mistake(
        "equal",
        shared(lambda i, rates, count: 1.0),
        "You give all pairs the same weight. Which gap is the rival then, and which pairs tell it "
        "from gap 0?",
    ),
    Mistake(
        "fastest-pair-alone",
        shared(lambda i, rates, count: i == 0),
        "You give pair 0 everything. It tells neighbours apart best of all, and comes round again: "
        "after 44 positions nearly, after 710 almost exactly.",
    ),
    Mistake(
        "two-fastest-pairs",
        shared(lambda i, rates, count: i < 2),
        "You share everything between pairs 0 and 1. Two pairs come round together somewhere in a "
        "long text; more pairs make that rarer.",
    ),
    Mistake(
        "slowest-pair-alone",
        shared(lambda i, rates, count: i == len(i) - 1),
        "You give the slowest pair everything. It hardly moves from one position to the next, so "
        "gap 1 looks like gap 0.",
    ),
    Mistake(
        "slow-ones-heavier",
        shared(lambda i, rates, count: i + 1.0),
        "Your weights grow towards the slow pairs. Those hardly move from one position to the "
        "next: the margin at the near gaps gets smaller, not larger.",
    ),
    Mistake(
        "slow-half-alone",
        shared(lambda i, rates, count: i >= len(i) // 2),
        "You use the slower half of the pairs. They hardly move from one position to the next, so "
        "gap 1 looks like gap 0.",
    ),
    Mistake(
        "by-period",
        shared(lambda i, rates, count: 1 / rates),
        "Your weights are in proportion to the periods, so the slowest pairs have nearly all. Who "
        "tells gap 1 from gap 0?",
    ),
    Mistake(
        "falling-in-a-line",
        shared(lambda i, rates, count: len(i) - i),
        "Your weights fall in a straight line from pair 0 on. That is the right direction, and "
        "not steep enough.",
    ),
    Mistake(
        "nearly-equal",
        shared(lambda i, rates, count: 1 / np.sqrt(len(i) + i)),
        "Your weights are nearly equal, a little more for the fast pairs. The direction is right, "
        "the step much too small.",
    ),
    Mistake(
        "middle-heaviest",
        shared(lambda i, rates, count: np.exp(-(((i - len(i) / 2) / (len(i) / 6)) ** 2))),
        "You put the weight on the middle pairs. They do not tell gap 1 from gap 0.",
    ),
    Mistake(
        "period-near-count",
        shared(lambda i, rates, count: np.abs(np.log(2 * np.pi / rates / count)) < 1.5),
        "You use the pairs whose period is near `count`. They never come round within the text, "
        "and near gaps look alike to them.",
    ),
    Mistake(
        "unwrapped-pairs-alone",
        shared(lambda i, rates, count: (rates * count < 2 * np.pi) | ((i == len(i) - 1) * 1.0 > 0)),
        "You use the pairs that stay within their first turn. They have no twins, and hardly move "
        "either: the near gaps are the rivals.",
    ),
    Mistake(
        "both-ends-alone",
        shared(lambda i, rates, count: (i == 0) | (i == len(i) - 1)),
        "You use the fastest pair and the slowest. Where the fast one comes round, the slow one "
        "has hardly moved: something is needed in between.",
    ),
    Mistake(
        "signs-allowed",
        least_squares,
        "You solve for the weights without holding them above 0. Energy is a square: no weight "
        "may be negative.",
    ),
    Mistake(
        "not-normalised",
        not_normalised,
        "Your weights do not add up to 1. Divide them by their sum.",
    ),
    Mistake(
        "one-for-each-component",
        for_each_component,
        "You return a weight for each component. One for each pair is due: width/2 of them.",
    ),
)


def geometric(width, count, base=10_000.0):
    weights = [0.75**i for i in range(width // 2)]
    return [weight / sum(weights) for weight in weights]


def cubes_of_a_falling_line(width, count, base=10_000.0):
    return shared(lambda i, rates, count: (len(i) - i) ** 3.0)(width, count, base)


def by_repeated_play(width, count, base=10_000.0):
    """Multiplicative weights: whichever gap is the rival, pairs that tell it apart gain."""
    apart = 1 - cosines(width, count, base)
    weights = np.ones(width // 2)
    for _ in range(60):
        weights *= np.exp(0.3 * apart[np.argmin(apart @ weights)])
        weights /= weights.sum()
    return weights


def searched_at_random(width, count, base=10_000.0):
    """The best of some random mixtures that fall with the pair."""
    random, i = np.random.default_rng(0), np.arange(width // 2)
    tried = [(i + random.uniform(1, 2)) ** -random.uniform(0.9, 1.2) for _ in range(6)]
    return max((each / each.sum() for each in tried), key=lambda w: margin(w, width, count, base))


def in_single_precision(width, count, base=10_000.0):
    return stripe_energy(width, count, base).astype(np.float32)


EXERCISE = Exercise(
    answer=stripe_energy,
    edges=EDGES,
    cases=cases,
    judge=having(stands_out),
    mistakes=MISTAKES,
    right=(
        geometric,
        cubes_of_a_falling_line,
        by_repeated_play,
        searched_at_random,
        in_single_precision,
    ),
    varies="widths 32 to 128, counts 100 to 4 000, bases 100 to 10⁶",
    ignores="how the weights were found, and how far they go beyond the margin due",
)
