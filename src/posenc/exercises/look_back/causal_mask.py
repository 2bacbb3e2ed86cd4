"""causal_mask: which token may read which."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly


def causal_mask(count):
    return np.array([[n <= m for n in range(count)] for m in range(count)])


EDGES = ((1,), (2,), (3,), (5,))


def cases(random):
    for count in np.sort(random.choice(np.arange(4, 65), size=26, replace=False)):
        yield (int(count),)


def where(holds):
    """The mask that is true where ``holds(m, n, count)``."""

    def mask(count):
        m, n = np.indices((count, count))
        return holds(m, n, count)

    return mask


MISTAKES = (
    Mistake(
        "itself-hidden",
        where(lambda m, n, count: n < m),
        "Your tokens may not read themselves. The diagonal is true: n ≤ m, not n < m. Otherwise "
        "the first row has nothing to read at all.",
    ),
    Mistake(
        "upper-triangle",
        where(lambda m, n, count: n >= m),
        "Your mask is the other triangle: each token may read itself and what comes after it. "
        "Row m is the reader, column n is what is read, and n ≤ m.",
    ),
    Mistake(
        "true-means-hidden",
        where(lambda m, n, count: n > m),
        "Yours is true where reading is forbidden. Some libraries mean it that way; here true "
        "means `may read`.",
    ),
    Mistake(
        "next-one-too",
        where(lambda m, n, count: n <= m + 1),
        "Your tokens may read one token ahead. In training that token is the answer: each would "
        "simply copy it.",
    ),
    Mistake(
        "everything",
        where(lambda m, n, count: n >= 0),
        "Your mask hides nothing. Tokens after m must be false in row m.",
    ),
    Mistake(
        "itself-alone",
        where(lambda m, n, count: n == m),
        "Each of your tokens may read itself alone. It may read all that came before, too.",
    ),
    Mistake(
        "one-before-alone",
        where(lambda m, n, count: n == m - 1),
        "Each of your tokens may read the one before it alone. The mask does not choose where to "
        "look, it only forbids what is still to come.",
    ),
    Mistake(
        "itself-and-one-before",
        where(lambda m, n, count: (n == m) | (n == m - 1)),
        "Your tokens may read themselves and the one before. Nothing is too far back: every "
        "n ≤ m is true.",
    ),
    Mistake(
        "mirrored",
        where(lambda m, n, count: n >= count - 1 - m),
        "Your triangle leans the other way: row 0 reads the last token. The first row reads the "
        "first token alone.",
    ),
    Mistake(
        "upside-down",
        where(lambda m, n, count: m + n <= count - 1),
        "Your rows run from the end: row 0 reads everything, the last row one token. It is the "
        "first row that reads one token alone.",
    ),
    Mistake(
        "infinities",
        where(lambda m, n, count: np.where(n <= m, 0.0, -np.inf)),
        "You return what one adds to scores, 0 and minus infinity. Here the mask itself is due: "
        "true where reading is allowed, false elsewhere.",
    ),
    Mistake(
        "as-one-row",
        lambda count: np.ones(count, dtype=bool),
        "You return one row. There is a row for each reader and a column for each token that "
        "might be read: shape (count, count).",
    ),
)


def as_the_lower_triangle(count):
    return np.tril(np.ones((count, count), dtype=bool))


def as_zeros_and_ones(count):
    return np.tri(count, dtype=int)


def with_lists(count):
    return [[True] * (m + 1) + [False] * (count - m - 1) for m in range(count)]


def by_what_is_hidden(count):
    hidden = np.zeros((count, count), dtype=bool)
    hidden[np.triu_indices(count, k=1)] = True
    return ~hidden


def row_by_row(count):
    mask = np.zeros((count, count))
    for m in range(count):
        mask[m, : m + 1] = 1
    return mask


def from_a_running_sum(count):
    return np.cumsum(np.eye(count, dtype=np.float32), axis=1).T > 0


EXERCISE = Exercise(
    answer=causal_mask,
    edges=EDGES,
    cases=cases,
    judge=exactly(),
    mistakes=MISTAKES,
    right=(
        as_the_lower_triangle,
        as_zeros_and_ones,
        with_lists,
        by_what_is_hidden,
        row_by_row,
        from_a_running_sum,
    ),
    varies="counts from 1 to 64",
    ignores="whether true and false come as booleans or as 1 and 0, 1.0 and 0.0",
    evidence=20,
)
