"""rotate_halves: the other convention, pairs half a width apart."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_rows_to_turn
from posenc.exercises.formulas import pair_rates, require_even_width, turn_adjacent, turn_halves
from posenc.exercises.ladders import ladder_mistakes


def rotate_halves(vectors, positions, base=10_000.0):
    count, width = np.shape(vectors)
    require_even_width(width)
    turned = np.empty((count, width))
    for r in range(count):
        for i in range(width // 2):
            angle = positions[r] * base ** (-2 * i / width)
            first, second = vectors[r][i], vectors[r][i + width // 2]
            turned[r, i] = first * math.cos(angle) - second * math.sin(angle)
            turned[r, i + width // 2] = first * math.sin(angle) + second * math.cos(angle)
    return turned


EDGES = (
    (np.array([[1.0, 0.0]]), np.array([1])),
    (np.array([[1.0, 0.0, 0.0, 0.0]]), np.array([1]), 100.0),
    (np.array([[0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 0.0]]), np.array([0, 2]), 100.0),
    (np.array([[1, 2, 3, 4], [5, 6, 7, 8]]), np.array([3, 0])),
    # The same shape and base as before, other positions: a table kept by shape alone goes wrong.
    (np.array([[1, 2, 3, 4], [5, 6, 7, 8]]), np.array([40, 4000])),
    # As many rows as components, so that a mix-up of the two axes cannot show as an error.
    (np.eye(4), np.array([7, 2, 11, 5]), 100.0),
)


def cases(random):
    yield from draw_rows_to_turn(random, 18)


def turn_with(rates):
    def rotation(vectors, positions, base=10_000.0):
        width = np.shape(vectors)[-1]
        return turn_halves(vectors, np.multiply.outer(positions, rates(width, base)))

    return rotation


turn = turn_with(pair_rates)


def other_positions(change):
    """The right rotation at the wrong positions: ``change(positions)``."""
    return lambda vectors, positions, base=10_000.0: turn(
        vectors, change(np.asarray(positions, dtype=float)), base
    )


def other_places(change):
    """The right numbers at the wrong places: ``change(turned)``."""
    return lambda vectors, positions, base=10_000.0: change(turn(vectors, positions, base))


def by_parts(combine):
    """``combine(first, second, cos, sin)`` of the two halves."""

    def rotation(vectors, positions, base=10_000.0):
        angles = np.outer(positions, pair_rates(np.shape(vectors)[1], base))
        first, second = np.split(np.asarray(vectors, dtype=float), 2, axis=1)
        halves = combine(first, second, np.cos(angles), np.sin(angles))
        return np.concatenate(halves, axis=1)

    return rotation


def adjacent(vectors, positions, base=10_000.0):
    rates = pair_rates(np.shape(vectors)[1], base)
    return turn_adjacent(vectors, np.multiply.outer(positions, rates))


def half_turned(vectors):
    first, second = np.split(np.asarray(vectors, dtype=float), 2, axis=1)
    return np.concatenate([-second, first], axis=1)


def with_angles(angles_of):
    """The partners of this convention with ``angles_of(width, base)``, one a component."""

    def rotation(vectors, positions, base=10_000.0):
        angles = np.outer(positions, angles_of(np.shape(vectors)[1], base))
        return vectors * np.cos(angles) + half_turned(vectors) * np.sin(angles)

    return rotation


def angle_for_each_component(width, base):
    require_even_width(width)
    return base ** (-2 * np.arange(width) / width)


def neighbours_by_the_wrong_table(vectors, positions, base=10_000.0):
    rates = pair_rates(np.shape(vectors)[1], base)
    angles = np.outer(positions, np.tile(rates, 2))
    neighbours = np.stack([-vectors[:, 1::2], vectors[:, 0::2]], axis=2).reshape(vectors.shape)
    return vectors * np.cos(angles) + neighbours * np.sin(angles)


def mirrored(vectors, positions, base=10_000.0):
    first, second = np.split(np.asarray(vectors, dtype=float), 2, axis=1)
    turned = turn(np.concatenate([first, second[:, ::-1]], axis=1), positions, base)
    half = turned.shape[1] // 2
    return np.concatenate([turned[:, :half], turned[:, half:][:, ::-1]], axis=1)


def interleaved(turned):
    return turned.reshape(len(turned), 2, -1).transpose(0, 2, 1).reshape(turned.shape)


def cut_to_integers(vectors, positions, base=10_000.0):
    turned = np.empty_like(vectors)
    turned[:] = turn(vectors, positions, base)
    return turned


MISTAKES = (
    Mistake(
        "adjacent",
        adjacent,
        "You turn adjacent components, 2i and 2i+1, as in lesson 6. In this convention component "
        "i goes with component i + d/2.",
    ),
    Mistake(
        "angles-of-the-neighbours",
        with_angles(lambda width, base: np.repeat(pair_rates(width, base), 2)),
        "Your partners are i and i + d/2, but the angles belong to the other convention: each rate "
        "stands twice in a row (repeat), so the two partners turn by different angles. Here the "
        "whole list of rates comes twice (tile).",
    ),
    Mistake(
        "neighbours-by-the-wrong-table",
        neighbours_by_the_wrong_table,
        "Your angles are in the order of this convention, but you swap adjacent components, 2i "
        "and 2i+1. Partner and angle must come from one convention: component i goes with "
        "component i + d/2.",
    ),
    Mistake(
        "rates-go-on",
        with_angles(angle_for_each_component),
        "Your second half has rates of its own, slower ones. Components i and i + d/2 are one pair "
        "and turn by one angle: there are d/2 rates, not d.",
    ),
    Mistake(
        "mirrored",
        mirrored,
        "You pair component i with component d-1-i, from both ends inwards. Its partner is "
        "i + d/2.",
    ),
    Mistake(
        "interleaved",
        other_places(interleaved),
        "The numbers are right, their places are not: you have put each pair side by side. A "
        "component stays in its place; the second ones belong in the second half.",
    ),
    Mistake(
        "halves-swapped",
        other_places(lambda turned: np.roll(turned, turned.shape[1] // 2, axis=1)),
        "The numbers are right, but the two halves have changed places. Position 0 must leave "
        "every row as it is.",
    ),
    Mistake(
        "first-half-alone",
        by_parts(lambda first, second, cos, sin: [first * cos - second * sin, second]),
        "You turn the first half and leave the second as it was. Both components of a pair change.",
    ),
    Mistake(
        "overwritten",
        by_parts(
            lambda first, second, cos, sin: [
                first * cos - second * sin,
                (first * cos - second * sin) * sin + second * cos,
            ]
        ),
        "Your second half is made from the new first half. Both results need the two old numbers.",
    ),
    Mistake(
        "both-plus",
        by_parts(
            lambda first, second, cos, sin: [
                first * cos + second * sin,
                first * sin + second * cos,
            ]
        ),
        "The minus is missing, so lengths change. The second half enters the first one with a "
        "minus: first·cos - second·sin.",
    ),
    Mistake(
        "clockwise",
        other_positions(np.negative),
        "Every pair turns the wrong way: you rotate clockwise. The minus belongs to the sine in "
        "the first half.",
    ),
    Mistake(
        "positions-ignored",
        other_positions(lambda positions: np.arange(len(positions))),
        "The positions make no difference: row r is turned to position r. Use positions[r].",
    ),
    Mistake(
        "first-position-for-all",
        other_positions(lambda positions: np.full(len(positions), positions[0])),
        "Every row is turned to the first position. Row r has its own, positions[r].",
    ),
    Mistake(
        "one-position-on",
        other_positions(lambda positions: positions + 1),
        "Every row is turned by one position too many. Position 0 must leave its row as it is.",
    ),
    Mistake(
        "turned-twice",
        other_positions(lambda positions: 2 * positions),
        "Every row turns by twice its angle. Is it turned twice?",
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


def with_half_turned(vectors, positions, base=10_000.0):
    rates = np.tile(pair_rates(np.shape(vectors)[1], base), 2)
    angles = np.outer(positions, rates)
    return vectors * np.cos(angles) + half_turned(vectors) * np.sin(angles)


def by_reordering(vectors, positions, base=10_000.0):
    width = np.shape(vectors)[1]
    require_even_width(width)
    order = np.arange(width).reshape(2, -1).T.ravel()
    turned = np.empty((len(vectors), width))
    turned[:, order] = adjacent(np.asarray(vectors)[:, order], positions, base)
    return turned


def with_complex_numbers(vectors, positions, base=10_000.0):
    width = np.shape(vectors)[1]
    angles = np.outer(positions, pair_rates(width, base))
    turned = (vectors[:, : width // 2] + 1j * vectors[:, width // 2 :]) * np.exp(1j * angles)
    return np.hstack([turned.real, turned.imag])


def with_plain_python(vectors, positions, base=10_000.0):
    turned = []
    for row, position in zip(vectors.tolist(), positions.tolist()):
        half, rest = divmod(len(row), 2)
        if rest:
            raise ValueError(f"{len(row)} components cannot be halved")
        angles = [position / base ** (i / half) for i in range(half)]
        pairs = list(zip(row[:half], row[half:], angles))
        turned.append(
            [x * math.cos(a) - y * math.sin(a) for x, y, a in pairs]
            + [x * math.sin(a) + y * math.cos(a) for x, y, a in pairs]
        )
    return turned


def in_single_precision(vectors, positions, base=10_000.0):
    rates = pair_rates(np.shape(vectors)[1], base).astype(np.float32)
    angles = np.asarray(positions, np.float32)[:, None] * rates
    return turn_halves(vectors, angles).astype(np.float32)


def row_length(arguments, expected):
    return np.linalg.norm(arguments[0], axis=-1, keepdims=True)


EXERCISE = Exercise(
    answer=rotate_halves,
    edges=EDGES,
    cases=cases,
    judge=within(row_length),
    mistakes=MISTAKES,
    right=(
        with_half_turned,
        by_reordering,
        with_complex_numbers,
        with_plain_python,
        in_single_precision,
    ),
    varies="1 to 12 rows, widths 2 to 128, positions out of order to 4 000, bases, integer rows",
    ignores="speed, and vectors with more than two axes",
)
