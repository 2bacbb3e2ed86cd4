"""cosine_similarity: how nearly two vectors point the same way."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_vector, draw_width


def cosine_similarity(a, b):
    return float(np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b)))


EDGES = (
    (np.array([1.0, 0.0]), np.array([0.0, 2.0])),
    (np.array([3.0, 4.0]), np.array([6.0, 8.0])),
    (np.array([3, 4]), np.array([-6, -8])),
    (np.array([3, 4]), np.array([4, 3])),
    (np.array([1, 2, 2]), np.array([2, 2, 1])),
)


def cases(random):
    for number, width in enumerate(sorted(draw_width(random) for _ in range(20))):
        a, b = draw_vector(random, width), draw_vector(random, width)
        if number % 4 == 0 and np.dot(a, b) > 0:
            b = -b
        if number % 4 == 1:
            # Two words that are close.
            b = np.round(a + b / 4, 2)
        if number % 4 == 2:
            # The same position added to both.
            position = int(random.integers(1, 20))
            a, b = a + position, b + position
        yield a, b


def divided_by(divisor):
    """The dot product over ``divisor(a, b)``."""
    return lambda a, b: np.dot(a, b) / divisor(a, b)


def of_vectors(change):
    """The right cosine of ``change(a)`` and ``change(b)``."""
    return lambda a, b: cosine_similarity(change(a), change(b))


def of_cosine(change):
    return lambda a, b: change(cosine_similarity(a, b))


norm = np.linalg.norm

MISTAKES = (
    Mistake(
        "plain-product",
        divided_by(lambda a, b: 1),
        "You return the dot product. Divide it by both lengths, so that only the directions count.",
    ),
    Mistake(
        "first-length-alone",
        divided_by(lambda a, b: norm(a)),
        "You divide by the length of a alone. Divide by the length of b too.",
    ),
    Mistake(
        "second-length-alone",
        divided_by(lambda a, b: norm(b)),
        "You divide by the length of b alone. Divide by the length of a too.",
    ),
    Mistake(
        "bracket-missing",
        divided_by(lambda a, b: norm(a) / norm(b)),
        "x / a * b divides by a and multiplies by b. Put brackets round the product of the two "
        "lengths.",
    ),
    Mistake(
        "squared-lengths",
        divided_by(lambda a, b: norm(a) ** 2 * norm(b) ** 2),
        "You divide by the squares of the lengths. The length is the root of the sum of squares.",
    ),
    Mistake(
        "root-of-the-lengths",
        divided_by(lambda a, b: math.sqrt(norm(a) * norm(b))),
        "There is a root too many: you divide by the root of the product of the lengths. A vector "
        "and itself must give exactly 1.",
    ),
    Mistake(
        "lengths-added",
        divided_by(lambda a, b: norm(a) + norm(b)),
        "You divide by the sum of the two lengths. Divide by their product.",
    ),
    Mistake(
        "len-for-length",
        divided_by(lambda a, b: len(a) * len(b)),
        "len(a) counts the components. The length of a vector is np.linalg.norm(a), the root of "
        "the sum of its squares.",
    ),
    Mistake(
        "mean-of-products",
        divided_by(lambda a, b: len(a)),
        "You return the mean of the products. Divide their sum by both lengths instead.",
    ),
    Mistake(
        "sums-of-sizes",
        divided_by(lambda a, b: norm(a, 1) * norm(b, 1)),
        "You take the sum of the sizes of the components for the length. It is the root of the "
        "sum of their squares.",
    ),
    Mistake(
        "not-summed",
        lambda a, b: a * b / (norm(a) * norm(b)),
        "You return one product for each component. Add them up: the similarity is one number.",
    ),
    Mistake(
        "mean-removed",
        of_vectors(lambda vector: vector - np.mean(vector)),
        "You take the mean from each vector first, which makes it a correlation. The cosine "
        "compares the vectors as they are.",
    ),
    Mistake(
        "one-minus-cosine",
        of_cosine(lambda cosine: 1 - cosine),
        "You return the cosine distance, 1 less the cosine. Two vectors that point the same way "
        "have the similarity 1.",
    ),
    Mistake(
        "angle",
        of_cosine(lambda cosine: np.arccos(np.clip(cosine, -1, 1))),
        "You return the angle between the vectors. Return its cosine.",
    ),
    Mistake(
        "sign-dropped",
        of_cosine(abs),
        "You drop the sign. Vectors that point opposite ways have the similarity -1.",
    ),
    Mistake(
        "negatives-cut-off",
        of_cosine(lambda cosine: max(cosine, 0.0)),
        "You turn negative similarities into 0. They go down to -1, for opposite directions.",
    ),
    Mistake(
        "straight-distance",
        lambda a, b: norm(np.subtract(a, b)),
        "You return the distance between the two points. The similarity is the dot product over "
        "the product of the lengths.",
    ),
)


def with_plain_python(a, b):
    product = math.fsum(x * y for x, y in zip(a, b))
    return product / math.sqrt(math.fsum(x * x for x in a) * math.fsum(y * y for y in b))


def of_unit_vectors(a, b):
    return np.sum((a / norm(a)) * (b / norm(b)))


def by_the_law_of_cosines(a, b):
    sides = norm(a) ** 2 + norm(b) ** 2 - norm(np.subtract(a, b)) ** 2
    return np.asarray(sides / (2 * norm(a) * norm(b)))


def in_single_precision(a, b):
    a, b = a.astype(np.float32), b.astype(np.float32)
    return a @ b / np.sqrt((a @ a) * (b @ b))


EXERCISE = Exercise(
    answer=cosine_similarity,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(with_plain_python, of_unit_vectors, by_the_law_of_cosines, in_single_precision),
    varies="widths 2 to 128, pairs that are close, opposed, or moved by one position",
    ignores="vectors of length 0, which have no direction",
)
