"""attend: every query takes a weighted mean of the values."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_vector, draw_width


def softmax(scores):
    """Positive weights that add up to 1 along the last axis; the lesson gives it."""
    powers = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return powers / np.sum(powers, axis=-1, keepdims=True)


def attend(queries, keys, values):
    scores = queries @ keys.T / math.sqrt(queries.shape[1])
    return softmax(scores) @ values


EDGES = (
    # All scores are 0: the mean of the values.
    (np.array([[0.0, 0.0]]), np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[2.0], [6.0]])),
    # The scores are ln 3 and 0, the weights 3/4 and 1/4.
    (
        np.array([[2.0, 0.0, 0.0, 0.0]]),
        np.array([[math.log(3), 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]),
        np.array([[4.0], [0.0]]),
    ),
    # A single key is all there is to read.
    (np.array([[1, 2, 3]]), np.array([[4, 5, 6]]), np.array([[7, 8]])),
    # Everything square: nothing fits by its shape alone.
    (np.array([[2, 0], [1, 3]]), np.array([[1, 0], [2, 1]]), np.array([[1, 2], [3, 5]])),
)


def cases(random):
    sizes = []
    while len(sizes) < 18:
        rows, count, features = (int(size) for size in random.integers([2, 3, 1], [9, 13, 9]))
        width = draw_width(random)
        if len({rows, count, features, width}) == 4:
            sizes.append((rows, count, width, features))
    for rows, count, width, features in sorted(sizes, key=math.prod):
        yield (
            draw_vector(random, rows, width),
            draw_vector(random, count, width),
            draw_vector(random, count, features),
        )


def size_of_values(arguments, expected):
    return np.max(np.abs(arguments[2]))


def divided_by(divisor):
    """Attention with the scores divided by ``divisor(queries, keys, values)``."""

    def attention(queries, keys, values):
        return softmax(queries @ keys.T / divisor(queries, keys, values)) @ values

    return attention


def weighted_by(weights):
    """Attention with ``weights(scores)`` made of the right scores."""

    def attention(queries, keys, values):
        return weights(queries @ keys.T / np.sqrt(queries.shape[1])) @ values

    return attention


def keys_as_they_are(queries, keys, values):
    return softmax(queries @ keys / np.sqrt(queries.shape[1])) @ values


def divided_afterwards(queries, keys, values):
    return softmax(queries @ keys.T) / np.sqrt(queries.shape[1]) @ values


def of_unit_vectors(queries, keys, values):
    queries = queries / np.linalg.norm(queries, axis=1, keepdims=True)
    keys = keys / np.linalg.norm(keys, axis=1, keepdims=True)
    return softmax(queries @ keys.T) @ values


def masked(scores):
    return softmax(np.where(np.tri(*scores.shape, dtype=bool), scores, -np.inf))


MISTAKES = (
    Mistake(
        "not-divided",
        divided_by(lambda queries, keys, values: 1),
        "Your scores are not divided by √d. Without it wide vectors give large scores, and the "
        "softmax reads almost one key alone.",
    ),
    Mistake(
        "divided-by-the-width",
        divided_by(lambda queries, keys, values: queries.shape[1]),
        "You divide the scores by d. Divide by its root: math.sqrt(d).",
    ),
    Mistake(
        "multiplied-by-the-root",
        divided_by(lambda queries, keys, values: queries.shape[1] ** -0.5),
        "You multiply the scores by √d. Divide by it: the sums over d products should come down "
        "to size 1.",
    ),
    Mistake(
        "root-of-the-key-count",
        divided_by(lambda queries, keys, values: math.sqrt(len(keys))),
        "You divide by the root of the number of keys. len(keys) counts rows; the width d is "
        "keys.shape[1].",
    ),
    Mistake(
        "root-of-the-query-count",
        divided_by(lambda queries, keys, values: math.sqrt(len(queries))),
        "You divide by the root of the number of queries. len(queries) counts rows; the width d "
        "is queries.shape[1].",
    ),
    Mistake(
        "root-of-the-value-width",
        divided_by(lambda queries, keys, values: math.sqrt(values.shape[1])),
        "You divide by the root of the width of the values. The scores are sums over the width of "
        "queries and keys, so d is queries.shape[1].",
    ),
    Mistake(
        "divided-after-softmax",
        divided_afterwards,
        "You divide by √d after the softmax, so your weights no longer add up to 1. Divide the "
        "scores, then take the softmax.",
    ),
    Mistake(
        "softmax-over-queries",
        weighted_by(lambda scores: softmax(scores.T).T),
        "Your weights add up to 1 over the queries. Each query spreads its own attention over the "
        "keys: every row of weights adds up to 1 along the last axis.",
    ),
    Mistake(
        "softmax-over-everything",
        weighted_by(lambda scores: softmax(scores.ravel()).reshape(scores.shape)),
        "All your weights together add up to 1. Every row, one for each query, must add up to 1 "
        "by itself: sum along the last axis and keep it (keepdims=True).",
    ),
    Mistake(
        "powers-not-normalised",
        weighted_by(np.exp),
        "Your weights are exp(score), and nothing divides them by their sum. In each row they "
        "must add up to 1.",
    ),
    Mistake(
        "no-softmax",
        weighted_by(lambda scores: scores),
        "You weight the values with the scores themselves. The softmax is missing between the "
        "two: weights are positive and add up to 1.",
    ),
    Mistake(
        "best-key-alone",
        weighted_by(lambda scores: np.eye(scores.shape[1])[np.argmax(scores, axis=1)]),
        "You return the value of the best key alone. Attention mixes all values, each with its "
        "weight.",
    ),
    Mistake(
        "all-weights-alike",
        weighted_by(lambda scores: np.full(scores.shape, 1 / scores.shape[1])),
        "Every query gets the plain mean of the values: the scores make no difference. Look at "
        "the axis of the softmax, the keys lie along the last one.",
    ),
    Mistake(
        "causal-mask",
        weighted_by(masked),
        "Query m reads only the first m + 1 keys in your function. There is no mask here: every "
        "query reads every key.",
    ),
    Mistake(
        "keys-not-transposed",
        keys_as_they_are,
        "You multiply the queries by the keys as they are. Each score is the product of a query "
        "row and a key row: queries @ keys.T.",
    ),
    Mistake(
        "cosine-scores",
        of_unit_vectors,
        "You divide queries and keys by their lengths. The score is the dot product itself, "
        "divided by √d; longer vectors speak louder.",
    ),
    Mistake(
        "keys-mixed",
        lambda queries, keys, values: attend(queries, keys, keys),
        "Your weights are right, and you mix the keys with them. Mix the values.",
    ),
    Mistake(
        "weights-returned",
        lambda queries, keys, values: softmax(queries @ keys.T / np.sqrt(queries.shape[1])),
        "You return the weights. One step is left: multiply them by the values.",
    ),
)


def with_einsum(queries, keys, values):
    scores = np.einsum("rd,cd->rc", queries, keys) * queries.shape[-1] ** -0.5
    powers = np.exp(scores)
    return np.einsum("rc,cv->rv", powers, values) / powers.sum(axis=1)[:, None]


def with_plain_python(queries, keys, values):
    answers = []
    for query in queries.tolist():
        scores = [sum(q * k for q, k in zip(query, key)) / len(query) ** 0.5 for key in keys]
        powers = [math.exp(score) for score in scores]
        answers.append(
            [
                sum(power * value for power, value in zip(powers, column)) / sum(powers)
                for column in values.T.tolist()
            ]
        )
    return answers


def with_keys_first(queries, keys, values):
    """Softmax down the columns of a (c, r) table, the mixing done from the right."""
    scores = np.dot(keys, queries.T) / np.sqrt(keys.shape[1])
    powers = np.exp(scores - scores.max())
    return (values.T @ (powers / powers.sum(axis=0))).T


def with_scaled_queries(queries, keys, values):
    return softmax((queries / math.sqrt(queries.shape[1])) @ np.transpose(keys)) @ values


def in_single_precision(queries, keys, values):
    return attend(*(each.astype(np.float32) for each in (queries, keys, values)))


EXERCISE = Exercise(
    answer=attend,
    edges=EDGES,
    cases=cases,
    judge=within(size_of_values),
    mistakes=MISTAKES,
    right=(
        with_einsum,
        with_plain_python,
        with_keys_first,
        with_scaled_queries,
        in_single_precision,
    ),
    varies="numbers of queries and keys, widths 2 to 128, widths of the values, never two alike",
    ignores="scores so large that a softmax overflows",
)
