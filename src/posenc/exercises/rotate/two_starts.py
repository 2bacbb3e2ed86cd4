"""two_starts: a counterexample to adding, by any search."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, having
from posenc.exercises.drawing import draw_vector
from posenc.exercises.formulas import pair_rates

BASE = 10_000.0


def scores_at_all_starts(query, key, gap, limit):
    """The additive scores at ``m, m + gap`` for every start m in 0 … limit, shape (limit+1,)."""

    def readings(positions):
        angles = np.outer(positions, pair_rates(len(query), BASE))
        return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(positions), -1)

    starts = np.arange(limit + 1)
    return np.sum((query + readings(starts)) * (key + readings(starts + gap)), axis=1)


def two_starts(query, key, gap, limit):
    scores = scores_at_all_starts(query, key, gap, limit)
    return int(np.argmin(scores)), int(np.argmax(scores))


EDGES = ((np.array([1.0, 0.0]), np.array([0.0, 2.0]), 1, 10),)


def cases(random):
    for width in sorted((2 * random.integers(1, 33, 30)).tolist()):
        limit = int(random.integers(20, 61))
        gap = int(random.integers(3, 13) * random.choice([-1, 1]))
        yield draw_vector(random, width), draw_vector(random, width), gap, limit


def far_apart(arguments, result):
    query, key, gap, limit = arguments
    if not np.array_equal(result, np.round(result)):
        return "A start is a whole number."
    first, second = (int(start) for start in result)
    if not (0 <= first <= limit and 0 <= second <= limit):
        return f"Both starts must lie in 0 … {limit}."
    scores = scores_at_all_starts(query, key, gap, limit)
    found, most = abs(scores[first] - scores[second]), np.ptp(scores)
    # A hair of slack, so that rounding in the learner's search cannot decide.
    if found >= 0.5 * most * (1 - 1e-6):
        return None
    return (
        f"The additive scores at these two starts differ by {found:.3g}. Two starts in the range "
        f"differ by {most:.3g}; yours must differ by at least half of that."
    )


def nearest_half(query, key, gap, limit):
    return two_starts(query, key, gap, limit // 2)


def two_largest(query, key, gap, limit):
    order = np.argsort(scores_at_all_starts(query, key, gap, limit))
    return int(order[-1]), int(order[-2])


def largest_step(query, key, gap, limit):
    steps = np.abs(np.diff(scores_at_all_starts(query, key, gap, limit)))
    return int(np.argmax(steps)), int(np.argmax(steps)) + 1


MISTAKES = (
    Mistake(
        "first-and-last",
        lambda query, key, gap, limit: (0, limit),
        "You return the two ends of the range. Being far apart in position does not make two "
        "scores differ: the scores swing, so search.",
    ),
    Mistake(
        "first-two",
        lambda query, key, gap, limit: (0, 1),
        "You return the starts 0 and 1, whatever the query and key are. Search the range.",
    ),
    Mistake(
        "first-and-middle",
        lambda query, key, gap, limit: (0, limit // 2),
        "You return the start 0 and the middle of the range, whatever the query and key are. "
        "Search the range.",
    ),
    Mistake(
        "two-largest",
        two_largest,
        "Your two starts have the two largest scores. You want one that is large and one that is "
        "small.",
    ),
    Mistake(
        "largest-step",
        largest_step,
        "You compare each start with the next one. Compare all of them: the largest score and the "
        "smallest need not be neighbours.",
    ),
    Mistake(
        "key-behind",
        lambda query, key, gap, limit: two_starts(query, key, -gap, limit),
        "The key stands at m + gap, you put it at m - gap.",
    ),
    Mistake(
        "gap-as-place",
        lambda query, key, gap, limit: two_starts(query, key, 0, limit),
        "Both vectors stand at the start in your search. The key stands `gap` further on.",
    ),
)


def farthest_from_the_first(query, key, gap, limit):
    scores = scores_at_all_starts(query, key, gap, limit)
    return [0, np.argmax(np.abs(scores - scores[0]))]


def over_all_pairs(query, key, gap, limit):
    scores = scores_at_all_starts(query, key, gap, limit)
    return np.unravel_index(np.argmax(np.abs(np.subtract.outer(scores, scores))), (limit + 1,) * 2)


EXERCISE = Exercise(
    answer=two_starts,
    edges=EDGES,
    cases=cases,
    judge=having(far_apart),
    mistakes=MISTAKES,
    right=(farthest_from_the_first, over_all_pairs, lambda *each: two_starts(*each)[::-1]),
    varies="query, key, gaps of both signs, ranges of 20 to 60 starts, widths 2 to 64",
    ignores="which of the many right pairs of starts comes back, and in which order",
)
