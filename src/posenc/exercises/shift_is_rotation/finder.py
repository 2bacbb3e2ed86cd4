"""finder: a matrix that makes every position look back by the same number of places."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, having
from posenc.exercises.drawing import draw_base, draw_width
from posenc.exercises.formulas import encoding, pair_rates
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.many_clocks.encodings import encode
from posenc.exercises.shift_is_rotation.shift_matrix import (
    blocks_with,
    in_halves,
    shift,
    shift_with,
)


def finder(back, width, base=10_000.0):
    # PE(m) @ M(back) @ PE(n) is PE(m) @ PE(n + back), which is largest where the two are one.
    return shift(back, width, base)


EDGES = ((1, 8), (0, 8), (2, 10, 100.0), (8, 12, 100.0), (5, 64))


def cases(random):
    for width in sorted(draw_width(random, low=8, high=64) for _ in range(24)):
        yield int(random.integers(1, 16)), width, draw_base(random)


def scores_of(matrix, back, width, base=10_000.0):
    """``PE(m) @ matrix @ PE(n)`` for m and n in 0 … 4·back + 8, a row for each m."""
    table = encode(np.arange(4 * back + 9), width, base)
    return table @ matrix @ table.T


def looks_back(arguments, result):
    back, *_ = arguments
    scores = scores_of(result, *arguments)
    # A hair of slack, so that a tie is no maximum and rounding cannot decide.
    slack = 1e-9 * np.abs(scores).max()
    m = np.arange(back, len(scores))
    wanted, others = scores[m, m - back], scores.copy()
    others[m, m - back] = -np.inf
    nearest = others.argmax(axis=1)[m]
    missed = np.flatnonzero(~(wanted > others[m, nearest] + slack))
    if len(missed) == 0:
        return None
    first = missed[0]
    return (
        f"For m = {m[first]} the score should be largest at n = {m[first] - back}, where it is "
        f"{wanted[first]:.4g}; at n = {nearest[first]} it is {others[m, nearest][first]:.4g}."
    )


def looking(distance):
    """The right matrix for another distance."""
    return lambda back, width, base=10_000.0: shift(distance(back), width, base)


def for_one_position(back, width, base=10_000.0):
    return np.outer(encoding(back, width, base), encoding(0, width, base))


def summed_products(back, width, base=10_000.0):
    table = encode(np.arange(4 * back + 9), width, base)
    return table[back:].T @ table[: len(table) - back]


MISTAKES = (
    Mistake(
        "looks-ahead",
        looking(lambda back: -back),
        "Your matrix looks ahead: the largest score is at n = m + back. Which side of it is the "
        "query's, and which the key's?",
    ),
    Mistake(
        "looks-at-itself",
        lambda back, width, base=10_000.0: np.eye(width),
        "Every position looks at itself: your scores are largest at n = m. They have to be "
        "largest `back` places earlier.",
    ),
    Mistake(
        "one-too-far",
        looking(lambda back: back + 1),
        "Your matrix looks one place too far back.",
    ),
    Mistake(
        "one-too-near",
        looking(lambda back: back - 1),
        "Your matrix looks one place less than `back` behind.",
    ),
    Mistake(
        "twice-as-far",
        looking(lambda back: 2 * back),
        "Your matrix looks twice as far back as it should. Is the step taken on both sides?",
    ),
    Mistake(
        "half-as-far",
        looking(lambda back: back / 2),
        "Your matrix looks half as far back as it should.",
    ),
    Mistake(
        "smallest-there",
        lambda back, width, base=10_000.0: -shift(back, width, base),
        "Your score is smallest where it should be largest.",
    ),
    Mistake(
        "for-one-position",
        for_one_position,
        "Your matrix looks at the same place whatever m is. One matrix has to do for every m, so "
        "what it finds must move along.",
    ),
    Mistake(
        "summed-products",
        summed_products,
        "You add up outer products of the positions that belong together. Each of them also "
        "rewards places that only look alike, and the sum is not right for every m.",
    ),
    Mistake(
        "components-moved",
        lambda back, width, base=10_000.0: np.eye(width, k=-back),
        "You move the components by `back` places. A component is no position: moving components "
        "does not move along the text.",
    ),
    Mistake(
        "encoding-on-the-diagonal",
        lambda back, width, base=10_000.0: np.diag(encoding(back, width, base)),
        "Your matrix only weighs the components, each by itself. Weighing cannot tell ahead from "
        "behind.",
    ),
    Mistake(
        "ahead-and-behind-alike",
        blocks_with(lambda c, s: (c, 0, 0, c)),
        "Your matrix treats `back` places ahead and behind alike: with back or -back it is the "
        "same.",
    ),
    Mistake(
        "both-plus",
        blocks_with(lambda c, s: (c, s, s, c)),
        "With your signs the score holds m + n, not m and n by their difference alone, so it is "
        "right for some m at most. Check one pair by hand.",
    ),
    Mistake(
        "reflection",
        blocks_with(lambda c, s: (c, s, s, -c)),
        "With your signs the score depends on m + n: as m goes on, the place it finds comes back. "
        "Check one pair by hand.",
    ),
    Mistake(
        "cosine-first",
        blocks_with(lambda c, s: (-s, c, c, s)),
        "Sine and cosine of each pair have changed places on one side of your matrix. Check one "
        "pair by hand.",
    ),
    Mistake(
        "halves",
        in_halves,
        "Your matrix takes components i and i + d/2 for a pair. The pairs are neighbours, 2i and "
        "2i+1.",
    ),
    *ladder_mistakes(
        shift_with,
        "exponent-i-over-d",
        "pairs-from-one",
        "width-halved-twice",
        "growing",
        "all-alike",
        "slowest-first",
        "base-ignored",
    ),
)


def with_plain_python(back, width, base=10_000):
    rows = [[0.0] * width for _ in range(width)]
    for j in range(0, width, 2):
        cos, sin = (f(back / base ** (j / width)) for f in (math.cos, math.sin))
        rows[j][j], rows[j][j + 1], rows[j + 1][j], rows[j + 1][j + 1] = cos, sin, -sin, cos
    return rows


def with_the_fastest_pair_alone(back, width, base=10_000.0):
    matrix = np.zeros((width, width))
    matrix[:2, :2] = shift(back, 2)
    return matrix


def with_pairs_weighed(back, width, base=10_000.0):
    return 50 * pair_rates(width, base).repeat(2)[:, None] * shift(back, width, base)


def solved_pair_by_pair(back, width, base=10_000.0):
    """Each block from two positions and the two that follow them `back` places later."""
    matrix = np.zeros((width, width))
    now, later = encode([0, 1], width, base), encode([back, back + 1], width, base)
    for j in range(0, width, 2):
        pair = slice(j, j + 2)
        matrix[pair, pair] = np.linalg.solve(now[:, pair], later[:, pair]).T
    return matrix


def in_single_precision(back, width, base=10_000.0):
    return shift(back, width, base).astype(np.float32)


EXERCISE = Exercise(
    answer=finder,
    edges=EDGES,
    cases=cases,
    judge=having(looks_back),
    mistakes=MISTAKES,
    right=(
        with_plain_python,
        with_the_fastest_pair_alone,
        with_pairs_weighed,
        solved_pair_by_pair,
        in_single_precision,
    ),
    varies="distances up to 15, widths 8 to 64, bases 100 to 10⁶",
    ignores="the size of the scores, their order elsewhere, and how the matrix was found",
    builds_on=("shift_pair", "shift_matrix"),
)
