"""embedding_gradient: where the gradient of an input goes, and where none can go."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_vector
from posenc.exercises.many_clocks.encodings import encode


def embedding_gradient(tokens, upstream, vocabulary):
    gradient = np.zeros((vocabulary, np.shape(upstream)[1]))
    for position, token in enumerate(tokens):
        gradient[token] += upstream[position]
    return gradient


EDGES = (
    (np.array([0]), np.array([[1.0, 2.0]]), 2),
    (np.array([2, 0, 2]), np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), 4),
    (np.array([1, 1]), np.array([[1, 2], [3, 4]]), 2),
)


def cases(random):
    sizes = []
    while len(sizes) < 24:
        count, width = int(random.integers(3, 13)), 2 * int(random.integers(1, 9))
        vocabulary = int(random.integers(3, 17))
        if len({count, width, vocabulary}) == 3:
            sizes.append((count, width, vocabulary))
    for number, (count, width, vocabulary) in enumerate(sorted(sizes)):
        # Fewer words than places, so that some repeat, and fewer than the table has rows.
        used = min((count + 1) // 2, vocabulary - 1)
        words = random.choice(vocabulary, used, replace=False)
        if number % 2:
            words[0] = 0
        tokens = random.permutation(np.concatenate([words, random.choice(words, count - used)]))
        upstream = draw_vector(random, count, width)
        if number % 4 == 3:
            upstream = random.integers(1, 9, (count, width))
        yield tokens, upstream, vocabulary


def changed(change):
    """``change(gradient, tokens)`` of the right gradient."""

    def wrong(tokens, upstream, vocabulary):
        return change(embedding_gradient(tokens, upstream, vocabulary), np.asarray(tokens))

    return wrong


def of_upstream(change):
    """The right sums of ``change(upstream)``."""

    def wrong(tokens, upstream, vocabulary):
        return embedding_gradient(tokens, change(np.asarray(upstream, float)), vocabulary)

    return wrong


def of_places(choose):
    """Only the places ``choose(tokens)`` count."""

    def wrong(tokens, upstream, vocabulary):
        places = choose(np.asarray(tokens))
        return embedding_gradient(tokens[places], upstream[places], vocabulary)

    return wrong


def last_places(tokens):
    return [place for place, token in enumerate(tokens) if token not in tokens[place + 1 :]]


def first_places(tokens):
    return [place for place, token in enumerate(tokens) if token not in tokens[:place]]


def counts(tokens, gradient):
    return np.bincount(tokens, minlength=len(gradient))[:, None]


def default_encoding(upstream):
    return encode(np.arange(len(upstream)), upstream.shape[1])


def rows_by_position(tokens, upstream, vocabulary):
    gradient = np.zeros((vocabulary, upstream.shape[1]))
    rows = min(vocabulary, len(upstream))
    gradient[:rows] = upstream[:rows]
    return gradient


def all_rows_alike(tokens, upstream, vocabulary):
    return np.zeros((vocabulary, upstream.shape[1])) + upstream.sum(axis=0)


def used_rows_alike(tokens, upstream, vocabulary):
    gradient = np.zeros((vocabulary, upstream.shape[1]))
    gradient[tokens] = upstream.sum(axis=0)
    return gradient


MISTAKES = (
    Mistake(
        "last-repeat-only",
        of_places(last_places),
        "Where a token is repeated, only its last place counts. gradient[tokens] += … writes each "
        "row once; np.add.at, or a loop over the places, adds them all.",
    ),
    Mistake(
        "first-repeat-only",
        of_places(first_places),
        "Where a token is repeated, only its first place counts. Every place sends its gradient "
        "to the row of its token, and they add up.",
    ),
    Mistake(
        "repeats-averaged",
        changed(lambda gradient, tokens: gradient / np.maximum(counts(tokens, gradient), 1)),
        "You average over the places of a repeated token. Their gradients add up.",
    ),
    Mistake(
        "repeats-multiplied",
        lambda tokens, upstream, vocabulary: (
            of_places(last_places)(tokens, upstream, vocabulary)
            * np.bincount(tokens, minlength=vocabulary)[:, None]
        ),
        "You take one place of a repeated token as often as the token comes. Each place has a "
        "gradient of its own: add those.",
    ),
    Mistake(
        "token-counts",
        changed(lambda gradient, tokens: np.zeros_like(gradient) + counts(tokens, gradient)),
        "You count how often each token comes. Add the rows of `upstream` instead of ones.",
    ),
    Mistake(
        "encoding-in-the-gradient",
        of_upstream(lambda upstream: upstream + default_encoding(upstream)),
        "You add the encoding to the gradient. It is a constant in the sum table[tokens] + PE, and "
        "the gradient passes by it unchanged.",
    ),
    Mistake(
        "encoding-multiplied",
        of_upstream(lambda upstream: upstream * default_encoding(upstream)),
        "You multiply by the encoding. It is added to the word's row, so the derivative of the sum "
        "by that row is 1.",
    ),
    Mistake(
        "encoding-subtracted",
        of_upstream(lambda upstream: upstream - default_encoding(upstream)),
        "You take the encoding away from the gradient. It is a constant in the sum, and the "
        "gradient passes by it unchanged.",
    ),
    Mistake(
        "over-count",
        of_upstream(lambda upstream: upstream / len(upstream)),
        "You divide by the number of places. If a mean is taken, `upstream` knows of it already: "
        "just add its rows.",
    ),
    Mistake(
        "minus",
        of_upstream(np.negative),
        "The sign is turned round. The minus belongs to the step that training takes, not to the "
        "gradient.",
    ),
    Mistake(
        "rows-by-position",
        rows_by_position,
        "Row r of your result is the gradient at position r. The table is ordered by token: "
        "position r adds to row tokens[r].",
    ),
    Mistake(
        "all-rows-alike",
        all_rows_alike,
        "Every row gets the sum over all places. A row gets what comes from the places of its own "
        "token, and nothing else.",
    ),
    Mistake(
        "used-rows-alike",
        used_rows_alike,
        "Every token that occurs gets the sum over all places. It gets what comes from its own "
        "places.",
    ),
    Mistake(
        "used-rows-alone",
        changed(lambda gradient, tokens: gradient[np.unique(tokens)]),
        "You return rows for the tokens that occur. The gradient has the shape of the table: the "
        "other rows are zeros.",
    ),
    Mistake(
        "handed-back-to-places",
        changed(lambda gradient, tokens: gradient[tokens]),
        "Your result has a row for each place. It has one for each word of the vocabulary.",
    ),
    Mistake(
        "upstream-returned",
        lambda tokens, upstream, vocabulary: np.asarray(upstream, float),
        "You return `upstream`, a row for each place. Collect the rows by token: one for each word "
        "of the vocabulary.",
    ),
    Mistake(
        "components-summed",
        changed(lambda gradient, tokens: gradient.sum(axis=1)),
        "You add over the components too. Each row of the table has `d` numbers, and so has its "
        "gradient.",
    ),
    Mistake(
        "axes-swapped",
        changed(lambda gradient, tokens: gradient.T),
        "Rows and columns have changed places: a row is a word, a column a component.",
    ),
    Mistake(
        "token-zero-left-out",
        changed(lambda gradient, tokens: gradient * (np.arange(len(gradient)) > 0)[:, None]),
        "Row 0 never gets a gradient. Some libraries keep token 0 for padding; here it is a word.",
    ),
    Mistake(
        "counted-from-one",
        changed(lambda gradient, tokens: np.roll(gradient, -1, axis=0)),
        "Your rows are one too high up: token t goes to row t, and the first row is row 0.",
    ),
)


def with_add_at(tokens, upstream, vocabulary):
    gradient = np.zeros((vocabulary, upstream.shape[1]))
    np.add.at(gradient, tokens, upstream)
    return gradient


def with_one_hot_rows(tokens, upstream, vocabulary):
    return np.eye(vocabulary)[tokens].T @ upstream


def with_einsum(tokens, upstream, vocabulary):
    return np.einsum("tv,td->vd", np.arange(vocabulary) == np.array(tokens)[:, None], upstream)


def with_bincount(tokens, upstream, vocabulary):
    columns = [np.bincount(tokens, column, vocabulary) for column in np.transpose(upstream)]
    return np.stack(columns, axis=1)


def word_by_word(tokens, upstream, vocabulary):
    return [upstream[tokens == word].sum(axis=0).tolist() for word in range(vocabulary)]


def with_plain_python(tokens, upstream, vocabulary):
    gradient = [[0] * len(upstream[0]) for _ in range(vocabulary)]
    for token, row in zip(tokens.tolist(), upstream.tolist()):
        gradient[token] = [old + new for old, new in zip(gradient[token], row)]
    return gradient


def in_single_precision(tokens, upstream, vocabulary):
    return with_one_hot_rows(tokens, upstream, vocabulary).astype(np.float32)


EXERCISE = Exercise(
    answer=embedding_gradient,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(
        with_add_at,
        with_one_hot_rows,
        with_einsum,
        with_bincount,
        word_by_word,
        with_plain_python,
        in_single_precision,
    ),
    varies="texts of 3 to 12 tokens, some repeated and some unused, vocabularies, widths",
    ignores="speed",
)
