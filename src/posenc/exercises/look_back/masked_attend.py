"""masked_attend: attention that leaves out what may not be read."""

import math

import numpy as np

from posenc.exercises.bag_of_words.attend import attend, size_of_values, softmax
from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_vector, draw_width


def masked_attend(queries, keys, values, mask):
    scores = queries @ keys.T / math.sqrt(queries.shape[1])
    return softmax(np.where(mask, scores, -np.inf)) @ values


EDGES = (
    # All scores are 0: means of what may be read.
    (
        np.array([[0.0, 0.0], [0.0, 0.0]]),
        np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]),
        np.array([[2.0], [6.0], [1.0]]),
        np.array([[True, True, False], [False, False, True]]),
    ),
    # Everything square, as in self-attention, with the causal mask.
    (
        np.array([[2, 0], [1, 3]]),
        np.array([[1, 0], [2, 1]]),
        np.array([[1, 2], [3, 5]]),
        np.tri(2, dtype=bool),
    ),
    # Nothing is hidden.
    (np.array([[1.0, -1.0]]), np.eye(2), np.array([[1.0], [3.0]]), np.array([[True, True]])),
)


def cases(random):
    sizes = []
    while len(sizes) < 15:
        rows, count, features = (int(size) for size in random.integers([2, 4, 1], [9, 13, 9]))
        width = draw_width(random)
        if len({rows, count, features, width}) == 4:
            sizes.append((rows, count, width, features))
    for number, (rows, count, width, features) in enumerate(sorted(sizes, key=math.prod)):
        yield (
            draw_vector(random, rows, width),
            draw_vector(random, count, width),
            draw_vector(random, count, features),
            draw_mask(random, rows, count, number % 3),
        )
    for number in range(16):
        yield draw_low_scores(random, (15, 35, 75, 150)[number // 4])


def draw_mask(random, rows, count, kind):
    """A mask with a true entry in every row: triangle, scattered holes, or a single key a row."""
    if kind == 0:
        # The last queries of a text that has been read already: the last of all reads every key.
        return np.tri(rows, count, k=max(0, count - rows), dtype=bool)
    mask = random.random((rows, count)) < (0.6 if kind == 1 else 0.2)
    mask[np.arange(rows), random.integers(0, count, rows)] = True
    return mask


def draw_low_scores(random, level):
    """Readable scores from ``-level`` down, hidden ones above: what hides must be lower still."""
    rows, count, features = random.permutation([3, 5, 7])
    width = 2 * random.integers(1, 5)
    queries, keys = draw_vector(random, rows, width), draw_vector(random, count, width)
    scores = queries @ keys.T
    extreme = scores[np.arange(rows), np.abs(scores).argmax(axis=1)][:, None]
    mask = scores / extreme >= 0.5
    highest = np.min(scores / extreme, axis=1, where=mask, initial=1)[:, None]
    queries = np.round(queries * (-level * math.sqrt(width) / extreme / highest), 2)
    return queries, keys, draw_vector(random, count, features), mask


def hiding(change):
    """Attention whose softmax sees ``change(scores, mask)``."""

    def attention(queries, keys, values, mask):
        scores = queries @ keys.T / math.sqrt(queries.shape[1])
        return softmax(change(scores, mask)) @ values

    return attention


def weighing(weights):
    """Attention with ``weights(scores, mask)``, where hidden scores are minus infinity."""

    def attention(queries, keys, values, mask):
        scores = queries @ keys.T / math.sqrt(queries.shape[1])
        return weights(np.where(mask, scores, -np.inf), mask) @ values

    return attention


def zeroed_afterwards(queries, keys, values, mask):
    scores = queries @ keys.T / math.sqrt(queries.shape[1])
    return (softmax(scores) * mask) @ values


def divided_by(divisor):
    def attention(queries, keys, values, mask):
        scores = queries @ keys.T / divisor(queries)
        return softmax(np.where(mask, scores, -np.inf)) @ values

    return attention


def infinity_times_zero(queries, keys, values, mask):
    with np.errstate(invalid="ignore"):
        scores = queries @ keys.T / math.sqrt(queries.shape[1]) + ~mask * -np.inf
        return softmax(scores) @ values


MISTAKES = (
    *(
        Mistake(
            f"hidden-scores-minus-{number}",
            hiding(lambda scores, mask, number=number: np.where(mask, scores, -number)),
            f"You set hidden scores to -{number}. Where the readable ones are as low or lower, "
            "hidden keys still get a weight. Minus infinity is below every score.",
        )
        for number in (10, 20, 50, 100)
    ),
    Mistake(
        "mask-ignored",
        lambda queries, keys, values, mask: attend(queries, keys, values),
        "The mask makes no difference to your result. Where mask[m, n] is false, query m must "
        "give key n no weight.",
    ),
    Mistake(
        "mask-turned-round",
        hiding(lambda scores, mask: np.where(mask, -1e9, scores)),
        "You hide what may be read and read what is hidden. True means `may read`.",
    ),
    Mistake(
        "mask-turned-round-infinite",
        hiding(lambda scores, mask: np.where(mask, -np.inf, scores)),
        "You hide what may be read and read what is hidden. True means `may read`. Where a query "
        "may read everything, yours is left with nothing, and its answer is NaN.",
    ),
    Mistake(
        "mask-turned-round-added",
        hiding(lambda scores, mask: scores - 1e9 * mask),
        "You take a large number off the scores that may be read. True means `may read`: it is "
        "the others that have to be hidden.",
    ),
    Mistake(
        "hidden-scores-zero",
        hiding(lambda scores, mask: scores * mask),
        "You set hidden scores to 0. exp(0) is 1, so those keys still get a weight. A score that "
        "leaves none is minus infinity.",
    ),
    Mistake(
        "hidden-scores-minus-one",
        hiding(lambda scores, mask: np.where(mask, scores, -1)),
        "You set hidden scores to -1. exp(-1) is 0.37, so those keys still get a weight. A score "
        "that leaves none is minus infinity.",
    ),
    Mistake(
        "one-taken-off",
        hiding(lambda scores, mask: scores - ~mask),
        "You take 1 off the hidden scores. That makes their weights smaller, not 0: minus "
        "infinity is due.",
    ),
    Mistake(
        "zeroed-afterwards",
        zeroed_afterwards,
        "You set weights to 0 after the softmax, so what is left no longer adds up to 1. Hide the "
        "scores first, then take the softmax.",
    ),
    Mistake(
        "infinity-times-zero",
        infinity_times_zero,
        "You multiply a mask by infinity, and 0 times infinity is not a number. Choose instead of "
        "multiplying: np.where(mask, scores, -np.inf).",
    ),
    Mistake(
        "allowed-alike",
        weighing(lambda scores, mask: mask / mask.sum(axis=1, keepdims=True)),
        "You give all readable keys the same weight. The scores still decide among them.",
    ),
    Mistake(
        "best-key-alone",
        weighing(lambda scores, mask: np.eye(scores.shape[1])[scores.argmax(axis=1)]),
        "You return the value of the best readable key. Attention mixes all readable values, each "
        "with its weight.",
    ),
    Mistake(
        "powers-not-normalised",
        weighing(lambda scores, mask: np.exp(scores)),
        "Your weights are exp(score), and nothing divides them by their sum. In each row they "
        "must add up to 1.",
    ),
    Mistake(
        "softmax-over-everything",
        weighing(lambda scores, mask: softmax(scores.ravel()).reshape(scores.shape)),
        "All your weights together add up to 1. Each row, one for each query, must add up to 1 "
        "by itself.",
    ),
    Mistake(
        "triangle-whatever-the-mask",
        hiding(lambda scores, mask: np.where(np.tri(*scores.shape), scores, -1e9)),
        "You always hide what comes after row m, whatever `mask` says. The mask decides, and it "
        "need not be a triangle.",
    ),
    Mistake(
        "triangle-as-well",
        hiding(lambda scores, mask: np.where(np.tri(*scores.shape) * mask, scores, -1e9)),
        "You hide what comes after row m in addition to what the mask hides. The mask alone "
        "decides.",
    ),
    Mistake(
        "hidden-values-zero",
        lambda queries, keys, values, mask: attend(
            queries, keys, values * mask.all(axis=0)[:, None]
        ),
        "You set hidden values to 0 and keep their weights, so they pull every answer towards 0. "
        "It is the score that has to be hidden, query by query.",
    ),
    Mistake("not-divided", divided_by(lambda queries: 1), "Your scores are not divided by √d."),
    Mistake(
        "divided-by-the-width",
        divided_by(lambda queries: queries.shape[1]),
        "You divide the scores by d. Divide by its root: math.sqrt(d).",
    ),
    Mistake(
        "root-of-the-number-of-queries",
        divided_by(lambda queries: math.sqrt(len(queries))),
        "You divide by the root of len(queries), which counts the queries. d is how wide they "
        "are: queries.shape[1].",
    ),
    Mistake(
        "keys-mixed",
        lambda queries, keys, values, mask: masked_attend(queries, keys, keys, mask),
        "Your weights are right, and you mix the keys with them. Mix the values.",
    ),
    Mistake(
        "weights-returned",
        lambda queries, keys, values, mask: masked_attend(queries, keys, np.eye(len(keys)), mask),
        "You return the weights. One step is left: multiply them by the values.",
    ),
)


def with_a_very_negative_score(queries, keys, values, mask):
    return hiding(lambda scores, mask: scores - 1e9 * (1 - mask))(queries, keys, values, mask)


def renormalised(queries, keys, values, mask):
    powers = np.exp(np.einsum("rd,cd->rc", queries, keys) * queries.shape[-1] ** -0.5) * mask
    return np.einsum("rc,cv->rv", powers, values) / powers.sum(axis=1)[:, None]


def with_the_readable_alone(queries, keys, values, mask):
    """Each query by itself, with the keys it may read."""
    rows = zip(queries, mask)
    return np.concatenate([attend(query[None], keys[may], values[may]) for query, may in rows])


def with_plain_python(queries, keys, values, mask):
    answers = []
    for query, may in zip(queries.tolist(), mask.tolist()):
        readable = [n for n in range(len(keys)) if may[n]]
        scores = [sum(q * k for q, k in zip(query, keys[n].tolist())) for n in readable]
        powers = [math.exp(score / math.sqrt(len(query))) for score in scores]
        answers.append(
            [
                sum(power * column[n] for power, n in zip(powers, readable)) / sum(powers)
                for column in values.T.tolist()
            ]
        )
    return answers


def in_single_precision(queries, keys, values, mask):
    return masked_attend(*(each.astype(np.float32) for each in (queries, keys, values)), mask)


EXERCISE = Exercise(
    answer=masked_attend,
    edges=EDGES,
    cases=cases,
    judge=within(size_of_values),
    mistakes=MISTAKES,
    right=(
        with_a_very_negative_score,
        renormalised,
        with_the_readable_alone,
        with_plain_python,
        in_single_precision,
    ),
    varies="sizes, masks (triangles, scattered holes, a few keys a row), scores down to -300",
    ignores="rows of a mask without a true entry, hidden scores of -1000 and exp of large scores",
)
