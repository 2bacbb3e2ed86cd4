"""add_encoding: every row gets the encoding of its place."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_sizes, draw_vector
from posenc.exercises.formulas import encoding, pair_rates
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.many_clocks.encodings import encode, encode_with, interleaved
from posenc.exercises.many_clocks.sinusoidal_encoding import sinusoidal_encoding


def add_encoding(embeddings, base=10_000.0):
    count, width = np.shape(embeddings)
    return embeddings + sinusoidal_encoding(np.arange(count), width, base)


EDGES = (
    (np.array([[0.5, 0.5]]),),
    (np.zeros((2, 4)), 100.0),
    (np.array([[1, 2], [3, 4], [5, 6]]),),
    (np.array([[1, 2, 3, 4], [5, 6, 7, 8], [0, 1, 0, 1]]),),
    # As many rows as components, so that a mix-up of the two axes cannot show as an error.
    (np.eye(4), 100.0),
)


def cases(random):
    for number, (count, width) in enumerate(draw_sizes(random, 20)):
        embeddings = draw_vector(random, count, width)
        if number % 2:
            embeddings = random.integers(1, 9, (count, width))
        yield embeddings, draw_base(random)


def added(encode_rows):
    """Embeddings plus ``encode_rows(count, width, base)``."""

    def add(embeddings, base=10_000.0):
        count, width = np.shape(embeddings)
        return embeddings + encode_rows(count, width, base)

    return add


def joined(join):
    """``join(embeddings, encodings)`` with the right encodings."""

    def add(embeddings, base=10_000.0):
        count, width = np.shape(embeddings)
        return join(embeddings, encode(np.arange(count), width, base))

    return add


def at_positions(positions):
    """Rows get the encodings of ``positions(count)``."""
    return added(lambda count, width, base: encode(positions(count), width, base))


def add_with(rates):
    encode_rows = encode_with(rates)
    return added(lambda count, width, base: encode_rows(np.arange(count), width, base))


def in_halves(count, width, base):
    angles = np.outer(np.arange(count), pair_rates(width, base))
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


def cosine_first(count, width, base):
    angles = np.outer(np.arange(count), pair_rates(width, base))
    return interleaved(np.cos(angles), np.sin(angles))


def number_added(count, width, base):
    return np.arange(count)[:, None]


def cut_to_integers(embeddings, base=10_000.0):
    result = np.array(embeddings)
    result[:] = add_encoding(embeddings, base)
    return result


def scaled_first(embeddings, encodings):
    return embeddings * np.sqrt(embeddings.shape[1]) + encodings


def first_row_bare(embeddings, encodings):
    return embeddings + encodings * (np.arange(len(encodings)) > 0)[:, None]


MISTAKES = (
    Mistake(
        "counted-from-one",
        at_positions(lambda count: np.arange(1, count + 1)),
        "Your first row gets the encoding of position 1. Row r gets that of position r, and the "
        "first row is row 0.",
    ),
    Mistake(
        "first-row-bare",
        joined(first_row_bare),
        "Row 0 gets nothing added. Position 0 has an encoding too: 0, 1, 0, 1 …",
    ),
    Mistake(
        "position-zero-for-all",
        at_positions(np.zeros),
        "Every row gets the encoding of position 0. Row r gets that of position r.",
    ),
    Mistake(
        "count-for-all",
        at_positions(lambda count: np.full(count, count)),
        "Every row gets one and the same encoding, that of position `count`. Each row has its "
        "own: pass all the positions, not how many there are.",
    ),
    Mistake(
        "last-position-for-all",
        at_positions(lambda count: np.full(count, count - 1)),
        "Every row gets the encoding of the last position. Row r gets that of position r.",
    ),
    Mistake(
        "counted-from-the-end",
        at_positions(lambda count: np.arange(count)[::-1]),
        "The positions run backwards: your last row gets the encoding of position 0.",
    ),
    Mistake(
        "position-over-count",
        at_positions(lambda count: np.arange(count) / count),
        "You divide the positions by the number of rows. Row r stands at position r, however many "
        "rows there are.",
    ),
    Mistake(
        "axes-swapped",
        added(lambda count, width, base: encode(np.arange(width), count, base).T),
        "Count and width have changed places, so the encoding runs along the components. The "
        "positions are the rows: np.arange(count).",
    ),
    Mistake(
        "encoding-alone",
        joined(lambda embeddings, encodings: encodings),
        "You return the encodings and lose the embeddings. The result is the sum of both.",
    ),
    Mistake(
        "multiplied",
        joined(np.multiply),
        "You multiply the embeddings by the encodings. They are added.",
    ),
    Mistake(
        "subtracted",
        joined(np.subtract),
        "You subtract the encodings. They are added.",
    ),
    Mistake(
        "concatenated",
        joined(lambda embeddings, encodings: np.concatenate([embeddings, encodings], axis=1)),
        "You put the encoding beside the embedding, so rows grow twice as wide. It is added, "
        "component by component.",
    ),
    Mistake(
        "embedding-scaled",
        joined(scaled_first),
        "You multiply the embeddings by the root of the width first. Some models do; here they "
        "are added as they come.",
    ),
    Mistake(
        "averaged",
        joined(lambda embeddings, encodings: (embeddings + encodings) / 2),
        "You halve the sum. Embedding and encoding are added, nothing is divided.",
    ),
    Mistake(
        "number-added",
        added(number_added),
        "You add the position itself, as in lesson 2. Add its encoding.",
    ),
    Mistake(
        "cut-to-integers",
        cut_to_integers,
        "Integer embeddings give you integer results: the decimals are cut off. An array you "
        "write into must hold floats, so ask for dtype=float.",
    ),
    Mistake(
        "halves",
        added(in_halves),
        "Your encoding has all sines before all cosines. They alternate: sine of pair i in "
        "component 2i, cosine in 2i+1.",
    ),
    Mistake(
        "sine-and-cosine-swapped",
        added(cosine_first),
        "Sine and cosine have changed places in your encoding. Row 0 must get 0, 1, 0, 1 …",
    ),
    *ladder_mistakes(
        add_with,
        "exponent-i-over-d",
        "pairs-from-one",
        "reaches-the-base",
        "width-halved-twice",
        "growing",
        "all-alike",
        "slowest-first",
        "base-ignored",
    ),
)


def row_by_row(embeddings, base=10_000.0):
    return [
        np.asarray(row) + encoding(position, len(row), base)
        for position, row in enumerate(embeddings)
    ]


def with_plain_python(embeddings, base=10_000.0):
    rows = []
    for position, row in enumerate(embeddings):
        code = encoding(position, len(row), base).tolist()
        rows.append([float(x) + y for x, y in zip(row, code)])
    return rows


def in_place_on_a_copy(embeddings, base=10_000.0):
    result = np.array(embeddings, dtype=float)
    angles = np.outer(np.arange(len(result)), pair_rates(result.shape[1], base))
    result[:, 0::2] += np.sin(angles)
    result[:, 1::2] += np.cos(angles)
    return result


def in_single_precision(embeddings, base=10_000.0):
    count, width = embeddings.shape
    return embeddings.astype(np.float32) + encode(np.arange(count), width, base).astype(np.float32)


EXERCISE = Exercise(
    answer=add_encoding,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(row_by_row, with_plain_python, in_place_on_a_copy, in_single_precision),
    varies="1 to 12 rows, widths 2 to 128, bases, decimal and integer embeddings",
    ignores="speed",
    builds_on=("clock_rates", "sinusoidal_encoding"),
)
