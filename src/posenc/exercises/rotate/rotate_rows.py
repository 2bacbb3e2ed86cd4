"""rotate_rows: every row turned to its own position."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_rows_to_turn
from posenc.exercises.formulas import pair_rates, require_even_width, turn_adjacent, turn_halves
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.rotate.rotate import rotate


def rotate_rows(vectors, positions, base=10_000.0):
    require_even_width(np.shape(vectors)[1])
    return np.array([rotate(row, position, base) for row, position in zip(vectors, positions)])


EDGES = (
    (np.array([[1.0, 0.0]]), np.array([1])),
    (np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]), np.array([0, 2, 1]), 100.0),
    (np.array([[1, 2, 3, 4], [5, 6, 7, 8]]), np.array([3, 0])),
    # The same shape and base as before, other positions: a table kept by shape alone goes wrong.
    (np.array([[1, 2, 3, 4], [5, 6, 7, 8]]), np.array([40, 4000])),
    # As many rows as components, so that a mix-up of the two axes cannot show as an error.
    (np.eye(4), np.array([7, 2, 11, 5]), 100.0),
)


def cases(random):
    yield from draw_rows_to_turn(random, 16)


def turn_with(rates):
    def rotation(vectors, positions, base=10_000.0):
        width = np.shape(vectors)[-1]
        return turn_adjacent(vectors, np.multiply.outer(positions, rates(width, base)))

    return rotation


turn = turn_with(pair_rates)


def other_positions(change):
    """The right rotation at the wrong positions: ``change(positions)``."""

    def rotation(vectors, positions, base=10_000.0):
        return turn(vectors, change(np.asarray(positions, dtype=float)), base)

    return rotation


def in_halves(vectors, positions, base=10_000.0):
    width = np.shape(vectors)[-1]
    return turn_halves(vectors, np.multiply.outer(positions, pair_rates(width, base)))


def cut_to_integers(vectors, positions, base=10_000.0):
    turned = np.empty_like(vectors)
    turned[:] = turn(vectors, positions, base)
    return turned


def left_concatenated(vectors, positions, base=10_000.0):
    turned = turn(vectors, positions, base)
    return np.concatenate([turned[:, 0::2], turned[:, 1::2]], axis=1)


def position_modulo_width(vectors, positions, base=10_000.0):
    return turn(vectors, np.asarray(positions) % np.shape(vectors)[1], base)


MISTAKES = (
    Mistake(
        "positions-ignored",
        other_positions(lambda positions: np.arange(len(positions))),
        "The positions make no difference: row r is turned to position r. Texts do not always "
        "start at 0 or come in order; use positions[r].",
    ),
    Mistake(
        "first-position-for-all",
        other_positions(lambda positions: np.full(len(positions), positions[0])),
        "Every row is turned to the first position. Row r has its own, positions[r].",
    ),
    Mistake(
        "last-position-for-all",
        other_positions(lambda positions: np.full(len(positions), positions[-1])),
        "Every row is turned to the last position. Row r has its own, positions[r].",
    ),
    Mistake(
        "positions-in-reverse",
        other_positions(lambda positions: positions[::-1]),
        "The positions run backwards over the rows: row r belongs to positions[r].",
    ),
    Mistake(
        "positions-sorted",
        other_positions(np.sort),
        "The positions are sorted before use. Rows keep the order they come in, and row r "
        "belongs to positions[r].",
    ),
    Mistake(
        "one-position-on",
        other_positions(lambda positions: positions + 1),
        "Every row is turned by one position too many. Position 0 must leave its row as it is.",
    ),
    Mistake(
        "counted-from-the-first",
        other_positions(lambda positions: positions - positions[0]),
        "Your positions are counted from the first row's. Turn each row to its position itself.",
    ),
    Mistake(
        "position-over-count",
        other_positions(lambda positions: positions / len(positions)),
        "The positions are divided by the number of rows. A position is used as it is, however "
        "many rows there are.",
    ),
    Mistake(
        "position-modulo-width",
        position_modulo_width,
        "The positions are reduced modulo the width. A position is a plain count and may be far "
        "larger than the width.",
    ),
    Mistake(
        "turned-twice",
        other_positions(lambda positions: 2 * positions),
        "Every row turns by twice its angle. Is it turned twice?",
    ),
    Mistake(
        "clockwise",
        other_positions(np.negative),
        "Every pair turns the wrong way: you rotate clockwise. The minus belongs to the sine in "
        "the first component of each pair.",
    ),
    Mistake(
        "halves",
        in_halves,
        "You pair component i with component i + d/2. Here pairs are neighbours: components 0 "
        "and 1, then 2 and 3. (The other pairing exists in real models too; lesson 8 has it.)",
    ),
    Mistake(
        "left-concatenated",
        left_concatenated,
        "The numbers are right, their places are not: all first components come before all second "
        "ones. Put each pair back into places 2i and 2i+1.",
    ),
    Mistake(
        "cut-to-integers",
        cut_to_integers,
        "Integer vectors give you integer results: the decimals are cut off. np.empty_like and "
        "np.zeros_like copy the number type too; ask for dtype=float.",
    ),
    *ladder_mistakes(
        turn_with,
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


def all_at_once(vectors, positions, base=10_000.0):
    require_even_width(np.shape(vectors)[1])
    return turn(vectors, positions, base)


def with_complex_numbers(vectors, positions, base=10_000.0):
    require_even_width(np.shape(vectors)[1])
    pairs = np.array(vectors, dtype=float).view(complex)
    angles = np.outer(positions, pair_rates(np.shape(vectors)[1], base))
    return (pairs * np.exp(1j * angles)).view(float)


def with_einsum(vectors, positions, base=10_000.0):
    count, width = np.shape(vectors)
    require_even_width(width)
    angles = np.einsum("r,i->ri", positions, pair_rates(width, base))
    blocks = np.array([[np.cos(angles), -np.sin(angles)], [np.sin(angles), np.cos(angles)]])
    pairs = np.reshape(vectors, (count, width // 2, 2))
    return np.einsum("abri,rib->ria", blocks, pairs).reshape(count, width)


def with_plain_python(vectors, positions, base=10_000.0):
    turned = []
    for row, position in zip(vectors, positions):
        width, new = len(row), []
        if width % 2:
            raise ValueError(f"cannot pair {width} components")
        for i in range(width // 2):
            angle = position * base ** (-2 * i / width)
            cos, sin = math.cos(angle), math.sin(angle)
            new.append(row[2 * i] * cos - row[2 * i + 1] * sin)
            new.append(row[2 * i] * sin + row[2 * i + 1] * cos)
        turned.append(new)
    return turned


def in_place_on_a_copy(vectors, positions, base=10_000.0):
    turned = np.array(vectors, dtype=float)
    require_even_width(turned.shape[1])
    angles = np.outer(positions, pair_rates(turned.shape[1], base))
    even, odd = turned[:, 0::2].copy(), turned[:, 1::2].copy()
    turned[:, 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    turned[:, 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return turned


def in_single_precision(vectors, positions, base=10_000.0):
    require_even_width(np.shape(vectors)[1])
    rates = pair_rates(np.shape(vectors)[1], base).astype(np.float32)
    angles = np.asarray(positions, np.float32)[:, None] * rates
    pairs = np.asarray(vectors, np.float32).view(np.complex64)
    return (pairs * np.exp(np.complex64(1j) * angles)).view(np.float32)


def row_length(arguments, expected):
    return np.linalg.norm(arguments[0], axis=-1, keepdims=True)


EXERCISE = Exercise(
    answer=rotate_rows,
    edges=EDGES,
    cases=cases,
    judge=within(row_length),
    mistakes=MISTAKES,
    right=(
        all_at_once,
        with_complex_numbers,
        with_einsum,
        with_plain_python,
        in_place_on_a_copy,
        in_single_precision,
    ),
    varies="1 to 12 rows, widths 2 to 128, positions out of order to 4 000, bases, integer rows",
    ignores="speed, and vectors with more than two axes",
    builds_on=("rotate_pair", "rotate"),
)
