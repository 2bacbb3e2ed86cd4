"""add_scalar_position: the position itself, added to every component of its row."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_positions, draw_sizes, draw_vector


def add_scalar_position(embeddings, positions):
    return np.array([row + position for row, position in zip(embeddings, positions)])


EDGES = (
    (np.array([[0.82, -0.14, 0.36]]), np.array([500])),
    (np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), np.array([0, 10])),
    # As many rows as components: positions added along the wrong axis raise no error here.
    (np.array([[1, 2], [3, 4]]), np.array([10, 20])),
    (np.array([[0.5, -0.5], [1.0, 2.0], [0.0, 0.25]]), np.array([2.5, 0.5, 1.0])),
)


def cases(random):
    for number, (count, width) in enumerate(draw_sizes(random, 22)):
        words, positions = draw_vector(random, count, width), draw_positions(random, count)
        if number % 4 == 3:
            # Whole words at places in between: the result must keep the halves.
            words, positions = random.integers(1, 9, (count, width)), positions + 0.5
        yield words, positions


def added(addend):
    """``embeddings + addend(embeddings, positions)``."""
    return lambda embeddings, positions: embeddings + addend(embeddings, positions)


def rows_from(first):
    """Row numbers that begin with `first`, whatever the positions are."""
    return added(lambda embeddings, positions: np.arange(first, first + len(embeddings))[:, None])


def at_components(chosen):
    """The position added to the ``chosen`` components alone."""

    def add(embeddings, positions):
        result = np.array(embeddings, dtype=float)
        result[:, chosen] += np.asarray(positions)[:, None]
        return result

    return add


def cut_to_integers(embeddings, positions):
    result = np.array(embeddings)
    result[:] = add_scalar_position(embeddings, positions)
    return result


MISTAKES = (
    Mistake(
        "cut-to-integers",
        cut_to_integers,
        "Integer words give you integer results: the decimals are cut off. np.zeros_like and a "
        "copy keep the number type; make the result with dtype=float.",
    ),
    Mistake(
        "along-the-wrong-axis",
        added(lambda embeddings, positions: positions),
        "You add the positions along the components: position j goes to column j. Each position "
        "belongs to a row. positions[:, None] has shape (count, 1) and reaches across the row.",
    ),
    Mistake(
        "row-numbers",
        rows_from(0),
        "The positions make no difference: row r gets r added. Use positions[r].",
    ),
    Mistake(
        "row-numbers-from-one",
        rows_from(1),
        "The positions make no difference: you number the rows 1, 2, 3 … Use positions[r].",
    ),
    Mistake(
        "counted-from-one",
        added(lambda embeddings, positions: positions[:, None] + 1),
        "Your result is too large by 1. Position 0 exists, and adds 0.",
    ),
    Mistake(
        "one-position-for-all",
        added(lambda embeddings, positions: positions[0]),
        "Every row gets the first position. Row r gets positions[r].",
    ),
    Mistake(
        "last-position-for-all",
        added(lambda embeddings, positions: positions[-1]),
        "Every row gets the last position. Row r gets positions[r].",
    ),
    Mistake(
        "first-component-alone",
        at_components(slice(0, 1)),
        "You add the position to the first component. It goes to every component of the row.",
    ),
    Mistake(
        "last-component-alone",
        at_components(slice(-1, None)),
        "You add the position to the last component. It goes to every component of the row.",
    ),
    Mistake(
        "divided-by-the-count",
        added(lambda embeddings, positions: positions[:, None] / len(embeddings)),
        "You divide the position by the number of rows. One place would get another value in "
        "every text; add the position as it is.",
    ),
    Mistake(
        "divided-by-the-width",
        added(lambda embeddings, positions: positions[:, None] / embeddings.shape[1]),
        "You spread the position over the components. Each of them gets the whole position.",
    ),
    Mistake(
        "multiplied",
        lambda embeddings, positions: embeddings * positions[:, None],
        "You multiply by the position. Add it: at position 0 the word must stay what it was.",
    ),
    Mistake(
        "subtracted",
        lambda embeddings, positions: embeddings - positions[:, None],
        "You take the position away. Add it.",
    ),
    Mistake(
        "word-lost",
        lambda embeddings, positions: np.zeros(embeddings.shape) + positions[:, None],
        "Your rows hold the position alone. It is added to the word, and does not replace it.",
    ),
    Mistake(
        "column-more",
        lambda embeddings, positions: np.column_stack([embeddings, positions]),
        "You put the position beside the word as one more component. The width stays d: add the "
        "position to the components that are there.",
    ),
    Mistake(
        "whole-numbers",
        lambda embeddings, positions: np.trunc(np.add(embeddings, positions[:, None])),
        "Your result has lost everything after the point. An array made for whole numbers cuts "
        "the rest off: make it of floats.",
    ),
)


def with_broadcasting(embeddings, positions):
    return embeddings + positions[:, None]


def with_plain_python(embeddings, positions):
    return [[x + position for x in row] for row, position in zip(embeddings.tolist(), positions)]


def with_transposes(embeddings, positions):
    return (embeddings.T + positions).T


def with_an_outer_product(embeddings, positions):
    return embeddings + np.outer(positions, np.ones(embeddings.shape[1]))


def in_single_precision(embeddings, positions):
    return embeddings.astype(np.float32) + positions.astype(np.float32).reshape(-1, 1)


EXERCISE = Exercise(
    answer=add_scalar_position,
    edges=EDGES,
    cases=cases,
    # The word's own scale: to that of the positions a lost word would be a trifle.
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(
        with_broadcasting,
        with_plain_python,
        with_transposes,
        with_an_outer_product,
        in_single_precision,
    ),
    varies="1 to 12 rows, widths 2 to 128, positions up to 4 000 and out of order",
    ignores="differences below a thousandth, which is less than any word has",
)
