"""score_spread: how much a score moves when the gap does not."""

import numpy as np

from posenc.exercises.declaring import Exercise, Handed, Mistake, within
from posenc.exercises.drawing import draw_base, draw_gap, draw_positions, draw_vector, draw_width
from posenc.exercises.formulas import additive_score, encoding
from posenc.exercises.rotate.rotary_score import product_of_lengths, rotary_score


def score_spread(score, query, key, gap, starts):
    scores = [score(query, key, m, m + gap) for m in starts]
    return max(scores) - min(scores)


def at_base(score, base):
    """`score` with its base fixed, unless the caller gives one."""
    return lambda query, key, m, n, base=base: score(query, key, m, n, base)


def ramp(query, key, m, n, base=10_000.0):
    """A score that can be checked by hand: it grows by one for each position of the query."""
    return float(m)


def key_placed_score(query, key, m, n, base=10_000.0):
    """An additive score that gives the key a position and the query none."""
    return float(np.dot(query, np.add(key, encoding(n, len(key), base))))


EDGES = (
    (
        Handed(ramp, "a score that returns m"),
        np.array([1.0, 0.0]),
        np.array([1.0, 0.0]),
        2,
        np.array([3, 10, 5]),
    ),
    (
        Handed(rotary_score, "the rotary score"),
        np.array([1.0, 2.0]),
        np.array([2.0, 1.0]),
        2,
        np.array([3, 10, 100]),
    ),
    (
        Handed(additive_score, "the additive score"),
        np.array([1.0, 2.0]),
        np.array([2.0, 1.0]),
        0,
        np.array([7]),
    ),
)


SCORES = (
    (additive_score, "an additive score"),
    (key_placed_score, "an additive score that leaves the query as it is"),
    (additive_score, "an additive score"),
    (rotary_score, "a rotary score"),
)


def cases(random):
    for number, width in enumerate(sorted(draw_width(random, high=32) for _ in range(30))):
        # Between three and six starts: with two, the standard deviation is half the spread.
        count = int(random.integers(3, 7))
        gap = draw_gap(random, 100)
        starts = draw_positions(random, count, 400) + max(0, -gap)
        score, shown = SCORES[number % 4]
        base = draw_base(random)
        yield (
            Handed(at_base(score, base), f"{shown}, base {base:g}"),
            draw_vector(random, width),
            draw_vector(random, width),
            gap,
            starts,
        )


def spread_of(scores_at):
    """max − min of ``scores_at(score, query, key, gap, start)`` over the starts."""

    def spread(score, query, key, gap, starts):
        return float(np.ptp([scores_at(score, query, key, gap, m) for m in starts]))

    return spread


def measured_by(measure):
    def spread(score, query, key, gap, starts):
        return float(measure(np.array([score(query, key, m, m + gap) for m in starts])))

    return spread


MISTAKES = (
    Mistake(
        "standard-deviation",
        measured_by(np.std),
        "You return the standard deviation. The spread here is the largest score less the "
        "smallest.",
    ),
    Mistake(
        "variance",
        measured_by(np.var),
        "You return the variance. The spread here is the largest score less the smallest.",
    ),
    Mistake(
        "farthest-from-the-first",
        measured_by(lambda scores: np.max(np.abs(scores - scores[0]))),
        "You compare every score with the first. The two that lie farthest apart may both be "
        "others: largest less smallest.",
    ),
    Mistake(
        "last-less-first",
        measured_by(lambda scores: scores[-1] - scores[0]),
        "You compare the last start with the first. Compare the largest score with the smallest, "
        "whatever their order.",
    ),
    Mistake(
        "distance-of-last-and-first",
        measured_by(lambda scores: abs(scores[-1] - scores[0])),
        "You compare the last start with the first. Compare the largest score with the smallest.",
    ),
    Mistake(
        "smallest-less-largest",
        measured_by(lambda scores: np.min(scores) - np.max(scores)),
        "The sign is turned round: the spread is the largest less the smallest, never negative.",
    ),
    Mistake(
        "largest-score",
        measured_by(np.max),
        "You return the largest score. Take the smallest away from it.",
    ),
    Mistake(
        "largest-size",
        measured_by(lambda scores: np.max(np.abs(scores)) - np.min(np.abs(scores))),
        "You drop the signs of the scores before you compare them. A score of -3 and one of 3 are "
        "6 apart.",
    ),
    Mistake(
        "places-swapped",
        spread_of(lambda score, query, key, gap, m: score(query, key, m + gap, m)),
        "The gap is on the wrong side: the query stands at the start m, the key at m + gap.",
    ),
    Mistake(
        "gap-behind",
        spread_of(lambda score, query, key, gap, m: score(query, key, m, m - gap)),
        "The key stands at m + gap, you put it at m - gap.",
    ),
    Mistake(
        "gap-without-sign",
        spread_of(lambda score, query, key, gap, m: score(query, key, m, m + abs(gap))),
        "You drop the sign of the gap. A negative gap puts the key behind the query.",
    ),
    Mistake(
        "gap-ignored",
        spread_of(lambda score, query, key, gap, m: score(query, key, m, m)),
        "Both vectors stand at the start. The key stands `gap` further on, at m + gap.",
    ),
    Mistake(
        "gap-for-the-key-place",
        spread_of(lambda score, query, key, gap, m: score(query, key, m, gap)),
        "The key stands at position `gap` each time. It stands at m + gap.",
    ),
    Mistake(
        "query-and-key-swapped",
        spread_of(lambda score, query, key, gap, m: score(key, query, m, m + gap)),
        "Query and key have changed places: call score(query, key, m, m + gap).",
    ),
    Mistake(
        "counted-starts",
        lambda score, query, key, gap, starts: score_spread(
            score, query, key, gap, range(len(starts))
        ),
        "You start at 0, 1, 2 … The places to start from are the values in `starts`.",
    ),
    Mistake(
        "always-zero",
        lambda score, query, key, gap, starts: score_spread(rotary_score, query, key, gap, starts),
        "Your spread is always 0. Either every score is taken at the same start, or you measure "
        "the rotary score whatever is handed in; call the argument `score`, at each start.",
    ),
    Mistake(
        "additive-measured",
        lambda score, query, key, gap, starts: score_spread(
            additive_score, query, key, gap, starts
        ),
        "You measure the additive score whatever is handed in. Call the argument `score`.",
    ),
    Mistake(
        "every-place-between",
        lambda score, query, key, gap, starts: score_spread(
            score, query, key, gap, range(min(starts), max(starts) + 1)
        ),
        "You start from every position between the first and the last. Start from those in "
        "`starts` alone.",
    ),
)


def with_sorting(score, query, key, gap, starts):
    scores = sorted(score(query, key, int(m), int(m) + gap) for m in starts)
    return scores[-1] - scores[0]


def with_a_running_range(score, query, key, gap, starts):
    low, high = np.inf, -np.inf
    for m in starts:
        value = score(list(query), list(key), m=m, n=m + gap)
        low, high = min(low, value), max(high, value)
    return np.float64(high - low)


def over_all_pairs_of_starts(score, query, key, gap, starts):
    scores = np.array([score(query, key, m, m + gap) for m in starts])
    return np.abs(scores[:, None] - scores[None, :]).max()


EXERCISE = Exercise(
    answer=score_spread,
    edges=EDGES,
    cases=cases,
    judge=within(lambda arguments, expected: product_of_lengths(arguments[1], arguments[2])),
    mistakes=MISTAKES,
    right=(with_sorting, with_a_running_range, over_all_pairs_of_starts),
    varies="the score handed in and its base, gaps of both signs, three to six starts, widths",
    ignores="how often the score is called",
)
