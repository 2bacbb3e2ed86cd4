"""order_gap: how much a layer sees of the order of its rows."""

import numpy as np

from posenc.exercises.bag_of_words.attend import attend, softmax
from posenc.exercises.declaring import Exercise, Handed, Mistake, opened, within
from posenc.exercises.drawing import draw_vector


def order_gap(layer, tokens, order):
    return float(np.max(np.abs(layer(tokens[order]) - layer(tokens)[order])))


def as_layer(rule):
    """``rule`` on arrays (count, d), taught to take lists, and one row alone."""

    def layer(tokens):
        rows = np.asarray(tokens, dtype=float)
        return rule(np.atleast_2d(rows)).reshape(*rows.shape[:-1], -1)

    return layer


def self_attention(rows):
    return attend(rows, rows, rows)


def numbered_attention(rows):
    return self_attention(rows + np.arange(len(rows))[:, None] / 4)


def masked_attention(rows):
    scores = np.where(
        np.tri(len(rows), dtype=bool), rows @ rows.T / np.sqrt(rows.shape[1]), -np.inf
    )
    return softmax(scores) @ rows


def running_sum(rows):
    return np.cumsum(rows, axis=0)


def step_from_the_last(rows):
    return rows - np.roll(rows, 1, axis=0)


def weighted_by_place(rows):
    return rows * np.arange(1, len(rows) + 1)[:, None] / len(rows)


BLIND = (self_attention, np.tanh)
SEEING = (
    running_sum,
    numbered_attention,
    step_from_the_last,
    masked_attention,
    weighted_by_place,
)

EDGES = (
    (Handed(as_layer(running_sum)), np.array([[1], [2], [3]]), np.array([2, 0, 1])),
    (Handed(as_layer(running_sum)), np.array([[1.0, 5.0], [2.0, 3.0]]), np.array([1, 0])),
    (Handed(as_layer(self_attention)), np.array([[1, 0], [0, 1], [2, 1]]), np.array([1, 2, 0])),
    (Handed(as_layer(running_sum)), np.array([[4.0, -1.0, 2.0]]), np.array([0])),
)


def cases(random):
    for number, count in enumerate(sorted(random.integers(3, 13, 24).tolist())):
        width, features = random.choice(np.setdiff1d(np.arange(1, 17), count), 2, replace=False)
        rules = SEEING if number % 4 else BLIND
        rule = rules[random.integers(len(rules))]
        tokens, order = draw_vector(random, count, width), draw_order(random, count)
        weights = draw_vector(random, width, features) / np.sqrt(width)
        moved = rule(tokens[order]) @ weights - (rule(tokens) @ weights)[order]
        # In half of the cases the largest difference is a negative one.
        if (np.max(moved) > -np.min(moved)) == bool(number % 2):
            weights = -weights
        yield Handed(as_layer(followed_by(rule, weights))), tokens, order


def followed_by(rule, weights):
    return lambda rows: rule(rows) @ weights


def draw_order(random, count):
    """A permutation that differs from its own inverse."""
    while True:
        order = random.permutation(count)
        if np.any(order[order] != np.arange(count)):
            return order


def size_of_the_outputs(arguments, expected):
    layer, tokens, _ = opened(arguments)
    return np.max(np.abs(layer(tokens)))


def measured_by(measure):
    """``measure`` of the right difference, an array (count, v)."""
    return lambda layer, tokens, order: measure(layer(tokens[order]) - layer(tokens)[order])


def largest(difference):
    """The largest size in ``difference(layer, tokens, order)``."""
    return lambda layer, tokens, order: np.max(np.abs(difference(layer, tokens, order)))


def relative(layer, tokens, order):
    return order_gap(layer, tokens, order) / np.max(np.abs(layer(tokens)))


MISTAKES = (
    Mistake(
        "outputs-not-reordered",
        largest(lambda layer, tokens, order: layer(tokens[order]) - layer(tokens)),
        "You compare row r of one text with row r of the other, but these are different words. "
        "The outputs of the plain text must be put in the new order too: layer(tokens)[order].",
    ),
    Mistake(
        "order-undone",
        largest(
            lambda layer, tokens, order: layer(tokens[order]) - layer(tokens)[np.argsort(order)]
        ),
        "You put the outputs in the inverse order, or reorder the side that is in the new order "
        "already. The outputs of the plain text take the same `order` as the tokens: "
        "layer(tokens)[order].",
    ),
    Mistake(
        "always-zero",
        lambda layer, tokens, order: 0.0,
        "You get 0 for every layer. Either both sides are the same thing in your difference, or "
        "you ask an attention of your own. One side is layer(tokens[order]), the other "
        "layer(tokens)[order], with the layer that is handed in.",
    ),
    Mistake(
        "layer-never-asked",
        largest(lambda layer, tokens, order: tokens[order] - tokens),
        "You compare the tokens with each other. Compare what the layer makes of them.",
    ),
    Mistake(
        "pooled",
        largest(lambda layer, tokens, order: np.mean(layer(tokens[order]) - layer(tokens), axis=0)),
        "You compare the means over all rows. That asks whether the pooled text changes; here "
        "every row is compared with the row of the same word.",
    ),
    Mistake(
        "turned-back-to-front",
        largest(lambda layer, tokens, order: layer(tokens[::-1]) - layer(tokens)[::-1]),
        "You turn the text back to front whatever `order` says. Row r of the new text is "
        "tokens[order[r]].",
    ),
    Mistake(
        "signs-kept",
        measured_by(np.max),
        "You take the largest difference with its sign, so -5 counts for less than 1. Take the "
        "size of each difference first.",
    ),
    Mistake(
        "mean-difference",
        measured_by(lambda difference: np.mean(np.abs(difference))),
        "You return the mean of the differences. Return the largest: one row that moved is enough.",
    ),
    Mistake(
        "summed",
        measured_by(lambda difference: np.sum(np.abs(difference))),
        "You add up all differences. Return the largest one.",
    ),
    Mistake(
        "length",
        measured_by(np.linalg.norm),
        "You return the length of the whole difference, the root of a sum of squares. Return the "
        "largest single difference.",
    ),
    Mistake(
        "squared",
        measured_by(lambda difference: np.max(difference**2)),
        "You square the difference. Take its size: abs.",
    ),
    Mistake(
        "one-for-each-row",
        measured_by(lambda difference: np.max(np.abs(difference), axis=1)),
        "You return one number for each row. Return the largest of them all.",
    ),
    Mistake(
        "relative",
        relative,
        "You divide by the size of the outputs. Return the difference itself.",
    ),
    Mistake(
        "yes-or-no",
        measured_by(lambda difference: np.max(np.abs(difference)) < 1e-9),
        "You return whether the layer is blind to order. Return the number you compared.",
    ),
)


def with_lists(layer, tokens, order):
    before, after = layer(tokens.tolist()), layer([tokens[place].tolist() for place in order])
    return max(
        abs(float(one) - float(other))
        for row, place in zip(after, order)
        for one, other in zip(row, before[place])
    )


def with_take(layer, tokens, order):
    difference = layer(np.take(tokens, order, axis=0)) - np.take(layer(tokens), order, axis=0)
    return np.linalg.norm(np.ravel(difference), ord=np.inf)


def brought_back(layer, tokens, order):
    back = np.argsort(order)
    return np.abs(layer(tokens[order])[back] - layer(tokens)).max()


def with_a_permutation_matrix(layer, tokens, order):
    permutation = np.eye(len(order))[order]
    difference = layer(permutation @ tokens) - permutation @ layer(tokens)
    return np.asarray(max(difference.max(), -difference.min()))


def in_single_precision(layer, tokens, order):
    return np.float32(order_gap(layer, tokens.astype(np.float32), order))


EXERCISE = Exercise(
    answer=order_gap,
    edges=EDGES,
    cases=cases,
    judge=within(size_of_the_outputs),
    mistakes=MISTAKES,
    right=(
        with_lists,
        with_take,
        brought_back,
        with_a_permutation_matrix,
        in_single_precision,
    ),
    varies="the layer handed in, 3 to 12 rows, widths in and out, orders never their own inverse",
    ignores="how often the layer is called",
)
