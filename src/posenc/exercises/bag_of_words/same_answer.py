"""same_answer: another text that attention cannot tell from this one."""

import math

import numpy as np

from posenc.exercises.bag_of_words.attend import attend
from posenc.exercises.declaring import Exercise, Mistake, having
from posenc.exercises.drawing import draw_vector, draw_width

# Rows as near as this are one row; drawn ones differ by 0.01 or more.
NEAR = 1e-3


def same_answer(tokens):
    return np.concatenate([tokens, tokens])


EDGES = (
    (np.array([[1.0, 2.0]]),),
    (np.array([[1, 0], [0, 1], [1, 1]]),),
    (np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]),),
)


def cases(random):
    for width in sorted(draw_width(random, high=32) for _ in range(18)):
        count = int(random.choice(np.setdiff1d(np.arange(2, 11), width)))
        tokens = draw_vector(random, count, width)
        if count > 2 and random.random() < 1 / 3:
            # A word said twice, as texts have them.
            tokens[random.integers(1, count)] = tokens[0]
        yield (tokens,)


def cannot_be_told_apart(arguments, result):
    """Whether both arrays hold the same rows in the same shares.

    The answer to every query is the slope of log(sum of exp(query·row)), so two arrays give the
    same answers exactly when these sums have one ratio for all queries, that is, when every row
    is as frequent in one as in the other.
    """
    tokens = np.asarray(arguments[0], dtype=float)
    count, width = tokens.shape
    if result.ndim != 2 or result.shape[1] != width:
        return (
            f"The result has shape {result.shape}. It should have rows of width {width}, as "
            f"`tokens` has: shape (some other number of rows, {width})."
        )
    if len(result) == 0:
        return "The result has no rows, so there is nothing to attend to."
    if len(result) == count:
        return f"The result has {count} rows, as `tokens` has. It should have another number."
    words = np.unique(tokens, axis=0)
    if np.array_equal(shares(words, tokens), shares(words, result)):
        return None
    return describe_the_difference(tokens, result)


def shares(words, rows):
    """How often each word occurs among the rows in lowest terms, with the rows that are none."""
    alike = np.all(np.abs(rows[:, None] - words[None]) <= NEAR, axis=2)
    counts = [*np.sum(alike, axis=0).tolist(), int(np.sum(~np.any(alike, axis=1)))]
    return np.array(counts) // max(1, math.gcd(*counts))


def describe_the_difference(tokens, result):
    """A query that tells the two apart, and what it sees."""
    queries = np.concatenate([np.zeros((1, tokens.shape[1])), tokens, 4 * tokens, 16 * tokens])
    before, after = attend(queries, tokens, tokens), attend(queries, result, result)
    differences = np.abs(before - after)
    # The simplest query that shows nearly as much as the best one.
    shown = np.argmax(np.max(differences, axis=1) >= 0.5 * np.max(differences))
    column = np.argmax(differences[shown])
    names = [f"{factor}tokens[{row}]" for factor in ("", "4·", "16·") for row in range(len(tokens))]
    query = ["of zeros", *names][shown]
    return (
        f"The query {query} tells them apart: component {column} of the answer is "
        f"{before[shown, column]:.3g} for `tokens` and {after[shown, column]:.3g} for your array."
    )


def with_a_row_more(row):
    """`tokens` with ``row(tokens)`` below."""
    return lambda tokens: np.concatenate([tokens, row(tokens)[None]])


MISTAKES = (
    Mistake(
        "zeros-below",
        with_a_row_more(lambda tokens: np.zeros(tokens.shape[1])),
        "You add a row of zeros. Its score is 0, and exp(0) is 1: the row takes a weight from the "
        "others and pulls every answer towards 0.",
    ),
    Mistake(
        "first-row-twice",
        with_a_row_more(lambda tokens: tokens[0]),
        "You repeat the first row alone. It now counts twice against the others, and a query that "
        "likes it can tell.",
    ),
    Mistake(
        "last-row-twice",
        with_a_row_more(lambda tokens: tokens[-1]),
        "You repeat the last row alone. It now counts twice against the others, and a query that "
        "likes it can tell.",
    ),
    Mistake(
        "mean-below",
        with_a_row_more(lambda tokens: tokens.mean(axis=0)),
        "You add the mean of the rows. A query of zeros is fooled by it, any other query sees "
        "another mixture.",
    ),
    Mistake(
        "mean-alone",
        lambda tokens: tokens.mean(axis=0, keepdims=True),
        "You return the mean of the rows. With one row every query gets the same answer; on "
        "`tokens` the answer depends on the query.",
    ),
    Mistake(
        "negatives-below",
        lambda tokens: np.concatenate([tokens, -tokens]),
        "You add the rows with their signs turned round. They do not cancel: a query that scores "
        "a row high scores its negative low.",
    ),
    Mistake(
        "scaled-copy-below",
        lambda tokens: np.concatenate([tokens, 2 * tokens]),
        "You add the rows a second time, doubled. A doubled row is another row, with another "
        "score and another value.",
    ),
    Mistake(
        "last-row-dropped",
        lambda tokens: tokens[:-1],
        "You leave out the last row. A query that looks for it can tell.",
    ),
    Mistake(
        "each-word-once",
        lambda tokens: np.unique(tokens, axis=0),
        "You keep each different row once. Where a row occurs more often than others its weight "
        "changes, and where none does the number of rows stays the same.",
    ),
    Mistake(
        "reversed",
        lambda tokens: tokens[::-1],
        "You reverse the rows. Attention cannot tell that either, but the number of rows must "
        "differ too. What else is a bag blind to, besides order?",
    ),
    Mistake(
        "unchanged",
        lambda tokens: tokens,
        "You return `tokens` itself. Find an array with another number of rows.",
    ),
    Mistake(
        "side-by-side",
        lambda tokens: np.concatenate([tokens, tokens], axis=1),
        "You put the second copy beside the first, so the rows get longer. Rows go below one "
        "another: axis 0, the first one.",
    ),
    Mistake(
        "components-repeated",
        lambda tokens: np.repeat(tokens, 2),
        "np.repeat without an axis repeats every single number in one long row. Say along which "
        "axis: the rows lie along axis 0.",
    ),
)


def three_times_over(tokens):
    return np.tile(tokens, (3, 1)).astype(np.float32)


def each_row_twice(tokens):
    return np.repeat(tokens, 2, axis=0)


def with_lists(tokens):
    return tokens.tolist() + tokens[::-1].tolist()


def shuffled(tokens):
    return np.random.default_rng(1).permutation(np.concatenate([tokens] * 4))


def in_lowest_terms(tokens):
    """As few rows as will do; if that is all of them, twice as many."""
    words, counts = np.unique(tokens, axis=0, return_counts=True)
    common = math.gcd(*counts.tolist())
    return np.repeat(words, counts // common if common > 1 else 2 * counts, axis=0)


EXERCISE = Exercise(
    answer=same_answer,
    edges=EDGES,
    cases=cases,
    judge=having(cannot_be_told_apart, shape_matters=False),
    mistakes=MISTAKES,
    right=(three_times_over, each_row_twice, with_lists, shuffled, in_lowest_terms),
    varies="2 to 10 rows, widths 2 to 32, texts with a word said twice",
    ignores="which of the many right arrays comes back",
)
