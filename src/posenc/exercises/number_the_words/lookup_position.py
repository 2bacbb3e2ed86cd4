"""lookup_position: a table has a last row."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_vector


def lookup_position(table, position):
    if position < 0 or position >= len(table):
        raise IndexError(f"position {position} is outside a table of {len(table)} rows")
    return table[position]


SMALL = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]])

EDGES = ((SMALL, 0), (SMALL, 3), (np.array([[5, 7]]), 0), (SMALL, 4), (SMALL, -1))


def cases(random):
    lengths = sorted(random.integers(4, 61, 15).tolist())
    for number, length in enumerate(lengths):
        # The first row, the last one, and one between.
        place = (0, length - 1, int(random.integers(1, length - 1)))[number % 3]
        yield draw_vector(random, length, 2), place
    for number, length in enumerate(lengths[:12]):
        further = int(random.integers(2, length))
        place = (-1, length, -further, length + further, -length, -length - further)[number % 6]
        yield draw_vector(random, length, 2), place


def within_limits(read):
    """``read(table, position)`` for positions in 0 … L-1, and the right error outside."""

    def lookup(table, position):
        lookup_position(table, position)
        return read(table, position)

    return lookup


def outside(answer):
    """The right row inside, ``answer(table, position)`` outside."""

    def lookup(table, position):
        return table[position] if 0 <= position < len(table) else answer(table, position)

    return lookup


def refused_as(error):
    """Raises `error`, with the right message."""

    def refuse(table, position):
        raise error(f"position {position} is outside a table of {len(table)} rows")

    return refuse


def last_refused(table, position):
    return (
        refused_as(IndexError)(table, position) if position >= len(table) - 1 else table[position]
    )


def first_refused(table, position):
    return refused_as(IndexError)(table, position) if position <= 0 else table[position]


MISTAKES = (
    Mistake(
        "negative-from-the-end",
        lambda table, position: table[position],
        "For Python table[-1] is the last row, so a negative position gets a row that is not its "
        "own, and nobody is told. Refuse positions below 0.",
    ),
    Mistake(
        "clamped",
        outside(lambda table, position: table[min(max(position, 0), len(table) - 1)]),
        "Outside the table you return its nearest row, so all far positions look alike. Refuse "
        "them with an IndexError.",
    ),
    Mistake(
        "wrapped",
        outside(lambda table, position: table[position % len(table)]),
        "Outside the table you begin again at its other end, so two positions share a row. "
        "Refuse them with an IndexError.",
    ),
    Mistake(
        "zeros-outside",
        outside(lambda table, position: np.zeros(2)),
        "Outside the table you return zeros, as if such words had a position of their own. "
        "Refuse them with an IndexError.",
    ),
    Mistake(
        "value-error",
        outside(refused_as(ValueError)),
        "You raise a ValueError. A place that is not in the table is an IndexError, as for a list.",
    ),
    Mistake(
        "assertion",
        outside(refused_as(AssertionError)),
        "You use assert, which raises an AssertionError and can be switched off. Raise an "
        "IndexError: it says which kind of thing went wrong.",
    ),
    Mistake(
        "last-row-refused",
        last_refused,
        "You refuse the last row. A table of L rows has the positions 0 … L-1, and L-1 is one of "
        "them.",
    ),
    Mistake(
        "first-row-refused",
        first_refused,
        "You refuse position 0. It is the first one.",
    ),
    Mistake(
        "counted-from-one",
        within_limits(lambda table, position: table[position - 1]),
        "You read the row before: positions count from 0, as rows do.",
    ),
    Mistake(
        "row-after",
        within_limits(lambda table, position: table[(position + 1) % len(table)]),
        "You read the row after. Position 0 is row 0.",
    ),
    Mistake(
        "column-read",
        within_limits(lambda table, position: table[:, position]),
        "You read a column. The position counts rows, which is the first index.",
    ),
    Mistake(
        "row-kept-as-table",
        within_limits(lambda table, position: table[position : position + 1]),
        "You return a table of one row, shape (1, 2). Return the row, shape (2,).",
    ),
    Mistake(
        "first-component-alone",
        within_limits(lambda table, position: table[position][0]),
        "You return the first number of the row. Return both.",
    ),
)


def with_a_range(table, position):
    if position not in range(len(table)):
        raise IndexError(
            f"no row {position}: the table has rows 0 to {len(table) - 1} ({len(table)})"
        )
    return tuple(table[position].tolist())


def with_the_error_of_numpy(table, position):
    """NumPy's own message names both numbers; only negative positions need a word."""
    if position < 0:
        raise IndexError(f"position {position} of {len(table)}")
    return np.take(table, position, axis=0)


def by_search(table, position):
    for place, row in enumerate(table):
        if place == position:
            return np.float32(row)
    raise IndexError(f"{position} is not among the {len(table)} positions")


EXERCISE = Exercise(
    answer=lookup_position,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(with_a_range, with_the_error_of_numpy, by_search),
    varies="tables of 4 to 60 rows, their first and last rows, positions outside at both ends",
    ignores="the wording of the error, as long as it names the position and the number of rows",
)
