"""alibi_bias: distance as a number taken off the score."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within


def alibi_bias(count, slope):
    return np.array(
        [[-slope * (m - n) if n <= m else -math.inf for n in range(count)] for m in range(count)]
    )


EDGES = ((1, 1.0), (2, 0.5), (3, 1), (4, 0.25))


def cases(random):
    for number, count in enumerate(np.sort(random.integers(3, 41, 20))):
        # As the paper has them, a half, a quarter, an eighth …, and others.
        slope = 2.0 ** -(number % 8 + 1) if number % 2 else round(random.uniform(0.02, 2), 3)
        yield int(count), float(slope)


def bias(lower, upper=-np.inf):
    """``lower(m, n, slope, count)`` where ``n ≤ m``, `upper` (a number or alike) above."""

    def biases(count, slope):
        m, n = np.indices((count, count))
        above = upper(m, n, slope) if callable(upper) else upper
        return np.where(n <= m, lower(m, n, slope, count), above)

    return biases


def right(m, n, slope, count):
    return -slope * (m - n)


MISTAKES = (
    Mistake(
        "rewards-distance",
        bias(lambda m, n, slope, count: slope * (m - n)),
        "Your bias grows with the distance. It is taken off the score: far tokens lose more.",
    ),
    Mistake(
        "nothing-hidden",
        bias(right, 0.0),
        "Above the diagonal you have 0, so tokens may read what is still to come. Minus infinity "
        "forbids it.",
    ),
    Mistake(
        "distance-both-ways",
        bias(right, lambda m, n, slope: -slope * (n - m)),
        "You also give a finite bias to tokens that come later, as if distance counted "
        "both ways. They may not be read: minus infinity is due above the diagonal.",
    ),
    Mistake(
        "formula-everywhere",
        bias(right, lambda m, n, slope: -slope * (m - n)),
        "You use the formula above the diagonal as well, where it rewards tokens that are still "
        "to come. Minus infinity is due there.",
    ),
    *(
        Mistake(
            f"{name}-negative-number",
            bias(right, number),
            f"Above the diagonal you have {shown}. A softmax hardly sees the difference; here "
            "-np.inf is asked for, which no score can outweigh.",
        )
        for name, number, shown in (("large", -1e4, "-10000"), ("very-large", -1e9, "-10⁹"))
    ),
    Mistake(
        "smallest-float",
        bias(right, np.finfo(float).min),
        "Above the diagonal you have the smallest number a float can hold. Added to a negative "
        "score it may overflow; -np.inf is asked for, which nothing can outweigh.",
    ),
    Mistake(
        "plus-infinity",
        bias(right, np.inf),
        "You have plus infinity above the diagonal. It must be minus infinity, which leaves no "
        "weight.",
    ),
    Mistake(
        "not-a-number",
        bias(right, np.nan),
        "Above the diagonal you have NaN. That is what 0 times infinity gives; choose with "
        "np.where instead of multiplying.",
    ),
    Mistake(
        "mirrored",
        lambda count, slope: alibi_bias(count, slope).T,
        "Your result is mirrored at the diagonal: row m is the reader, column n what it reads.",
    ),
    Mistake(
        "diagonal-hidden",
        lambda count, slope: np.where(np.eye(count), -np.inf, alibi_bias(count, slope)),
        "You hide the diagonal too. A token may read itself, at distance 0: its bias is 0.",
    ),
    Mistake(
        "distance-from-one",
        bias(lambda m, n, slope, count: -slope * (m - n + 1)),
        "You count the distance from 1. A token is at distance 0 from itself, so the diagonal "
        "is 0.",
    ),
    Mistake(
        "key-position-alone",
        bias(lambda m, n, slope, count: slope * n),
        "You have slope·n. Each row differs from the right one by a constant, so a softmax gives "
        "the same weights, and some libraries use it. Here -slope·(m-n) is asked for.",
    ),
    Mistake(
        "counted-from-the-end",
        bias(lambda m, n, slope, count: -slope * (count - 1 - n)),
        "You measure the distance from the last token in every row. Row m measures from m.",
    ),
    Mistake(
        "slope-ignored",
        bias(lambda m, n, slope, count: n - m),
        "The slope makes no difference to your result. It multiplies the distance.",
    ),
    Mistake(
        "divided-by-slope",
        bias(lambda m, n, slope, count: (n - m) / slope),
        "You divide by the slope. It multiplies the distance.",
    ),
    Mistake(
        "same-step-for-all",
        bias(lambda m, n, slope, count: -slope * (n < m)),
        "You take the slope off once, however far the token is. It is taken off for each position "
        "of distance.",
    ),
    Mistake(
        "power-of-the-slope",
        bias(lambda m, n, slope, count: -(slope ** (m - n))),
        "You raise the slope to the distance. The bias is linear: the slope times the distance.",
    ),
    Mistake(
        "exponentiated",
        lambda count, slope: np.exp(alibi_bias(count, slope)),
        "You return exp of the bias. The softmax does that; the bias itself is added to scores.",
    ),
)


def with_indices(count, slope):
    m, n = np.indices((count, count))
    return np.where(n <= m, slope * (n - m), -np.inf)


def with_lists(count, slope):
    return [
        [-slope * (m - n) for n in range(m + 1)] + [float("-inf")] * (count - m - 1)
        for m in range(count)
    ]


def filled_in(count, slope):
    places = np.arange(count)
    biases = np.subtract.outer(places, places) * -float(slope)
    biases[np.triu_indices(count, k=1)] = -np.inf
    return biases


def with_triangles(count, slope):
    ones = np.ones((count, count))
    with np.errstate(divide="ignore"):
        return -slope * np.tril(np.cumsum(np.tril(ones, -1)[:, ::-1], axis=1)[:, ::-1]) + np.log(
            np.tril(ones)
        )


def in_single_precision(count, slope):
    return alibi_bias(count, np.float32(slope)).astype(np.float32)


EXERCISE = Exercise(
    answer=alibi_bias,
    edges=EDGES,
    cases=cases,
    judge=within(lambda arguments, expected: arguments[1]),
    mistakes=MISTAKES,
    right=(with_indices, with_lists, filled_in, with_triangles, in_single_precision),
    varies="counts up to 40, slopes from 2⁻⁸ to 2",
    ignores="-0.0 in place of 0",
)
