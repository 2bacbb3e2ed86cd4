"""normalise: mean 0 and deviation 1 along the last axis, as a layer norm does."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_sizes, draw_vector


def normalise(x):
    mean = np.mean(x, axis=-1, keepdims=True)
    deviation = np.std(x, axis=-1, keepdims=True)
    return (x - mean) / deviation


EDGES = (
    (np.array([1.0, 3.0]),),
    # Mean 5, deviation 2.
    (np.array([2, 4, 4, 4, 5, 5, 7, 9]),),
    # As many rows as components: a mean without its axis kept raises no error here.
    (np.array([[1, 3], [10, 30]]),),
    (np.array([[0.0, 2.0, 1.0], [500.0, 502.0, 501.0]]),),
)

# Deviations of drawn rows: that of real word tables, and some that are plainly not 1.
SCALES = (0.01, 0.5, 1.0, 3.0)


def cases(random):
    for number, (count, width) in enumerate(draw_sizes(random, 24)):
        count, width = max(count, 2), min(width + 2, 126)
        count += width in (count, count + 1)
        shape = ((width,), (count + 1, width), (count + 1, width), (2, count + 1, width))[
            number % 4
        ]
        yield (draw_words(random, shape, SCALES[number // 4 % 4], moved=number % 3),)


def draw_words(random, shape, scale, moved):
    """Rows with the deviation `scale`, `moved` in some cases by a position each."""
    means = random.uniform(0.3, 1.5, size=(*shape[:-1], 1))
    words = np.round(scale * (normalise(draw_vector(random, *shape)) + means), 5)
    if moved and scale >= 0.5:
        words = words + random.integers(1, 500, size=(*shape[:-1], 1))
    return words


def from_parts(combine):
    """``combine(x, mean, deviation)``, both along the last axis and kept."""

    def changed(x):
        return combine(x, np.mean(x, axis=-1, keepdims=True), np.std(x, axis=-1, keepdims=True))

    return changed


def with_epsilon(epsilon):
    return from_parts(lambda x, mean, deviation: (x - mean) / np.sqrt(deviation**2 + epsilon))


def over(axis):
    """The right formula with mean and deviation along another axis."""
    return lambda x: (x - np.mean(x, axis, keepdims=True)) / np.std(x, axis, keepdims=True)


def length(x):
    return np.linalg.norm(x, axis=-1, keepdims=True)


def root_mean_square(x):
    return np.sqrt(np.mean(np.square(x), axis=-1, keepdims=True))


MISTAKES = (
    Mistake(
        "over-everything",
        over(None),
        "You take one mean and one deviation of the whole array. Each row has its own: take them "
        "along the last axis, axis=-1.",
    ),
    Mistake(
        "over-the-first-axis",
        over(0),
        "You take mean and deviation along axis 0, down the columns. Each word is normalised by "
        "itself: axis=-1.",
    ),
    Mistake(
        "axis-not-kept",
        lambda x: (x - np.mean(x, axis=-1)) / np.std(x, axis=-1),
        "With several rows your means come out as a flat row and are taken from the wrong "
        "components, or do not fit at all. Keep the axis: keepdims=True.",
    ),
    Mistake(
        "sample-deviation",
        lambda x: (x - np.mean(x, -1, keepdims=True)) / np.std(x, -1, ddof=1, keepdims=True),
        "You divide the sum of squares by d - 1, as for a sample. Here it is divided by d: the "
        "population deviation, np.std without ddof. (torch.std and statistics.stdev use d - 1.)",
    ),
    *(
        Mistake(
            f"epsilon-{epsilon}",
            with_epsilon(epsilon),
            f"You add a small number under the root, as layer norms in use do; {epsilon} fits your "
            "results. With components near 0.01, as words can have, it shows. Add nothing here.",
        )
        # The defaults of Keras, PyTorch and Flax.
        for epsilon in (1e-3, 1e-5, 1e-6)
    ),
    Mistake(
        "variance",
        from_parts(lambda x, mean, deviation: (x - mean) / deviation**2),
        "You divide by the variance. The standard deviation is its root.",
    ),
    Mistake(
        "mean-alone",
        from_parts(lambda x, mean, deviation: x - mean),
        "You take the mean away and stop. Divide by the standard deviation too.",
    ),
    Mistake(
        "not-centred",
        from_parts(lambda x, mean, deviation: x / deviation),
        "You divide by the deviation and leave the mean in. Take it away first.",
    ),
    Mistake(
        "bracket-missing",
        from_parts(lambda x, mean, deviation: x - mean / deviation),
        "x - mean / deviation divides the mean alone. Put brackets round x - mean.",
    ),
    Mistake(
        "multiplied",
        from_parts(lambda x, mean, deviation: (x - mean) * deviation),
        "You multiply by the deviation. Divide by it.",
    ),
    Mistake(
        "root-mean-square",
        lambda x: x / root_mean_square(x),
        "You divide by the root of the mean square and leave the mean in: that is an RMS norm. "
        "Take the mean away first.",
    ),
    Mistake(
        "deviation-from-zero",
        from_parts(lambda x, mean, deviation: (x - mean) / root_mean_square(x)),
        "Your deviation is measured from 0. Measure it from the mean: the root of the mean of "
        "(x - mean)².",
    ),
    Mistake(
        "unit-length",
        lambda x: x / length(x),
        "You divide by the length of the vector. Take the mean away, then divide by the standard "
        "deviation.",
    ),
    Mistake(
        "centred-to-unit-length",
        from_parts(lambda x, mean, deviation: (x - mean) / length(x - mean)),
        "You divide by the length of x - mean, which is √d times the standard deviation. A mean "
        "is missing under the root.",
    ),
    Mistake(
        "range-zero-to-one",
        lambda x: (x - np.min(x, -1, keepdims=True)) / np.ptp(x, -1, keepdims=True),
        "You stretch the row to lie between 0 and 1. Give it the mean 0 and the deviation 1.",
    ),
)


def with_plain_python(x):
    if np.ndim(x) > 1:
        return [with_plain_python(row) for row in x]
    mean = math.fsum(x) / len(x)
    deviation = math.sqrt(math.fsum((each - mean) ** 2 for each in x) / len(x))
    return [(each - mean) / deviation for each in x]


def with_transposes(x):
    turned = np.moveaxis(x, -1, 0)
    return np.moveaxis((turned - turned.mean(0)) / turned.std(0), 0, -1)


def by_length(x):
    centred = x - np.mean(x, axis=-1, keepdims=True)
    return np.sqrt(x.shape[-1]) * centred / np.linalg.norm(centred, axis=-1, keepdims=True)


def with_einsum(x):
    centred = x - np.einsum("...j->...", x)[..., None] / x.shape[-1]
    return centred / np.sqrt(np.einsum("...j,...j->...", centred, centred) / x.shape[-1])[..., None]


def with_an_epsilon_too_small_to_show(x):
    return (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + 1e-12)


def in_single_precision(x):
    return normalise(x.astype(np.float32))


EXERCISE = Exercise(
    answer=normalise,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(
        with_plain_python,
        with_transposes,
        by_length,
        with_einsum,
        with_an_epsilon_too_small_to_show,
        in_single_precision,
    ),
    varies="one row, many, batches of many; deviations 0.01 to 3; rows moved by a position",
    ignores="rows whose components are all alike",
)
