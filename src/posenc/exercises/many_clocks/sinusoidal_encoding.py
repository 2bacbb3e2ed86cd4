"""sinusoidal_encoding: the readings of all clocks, sine and cosine side by side."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_positions, draw_sizes
from posenc.exercises.formulas import pair_rates, require_even_width
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.many_clocks.encodings import encode, encode_with, interleaved


def sinusoidal_encoding(positions, width, base=10_000.0):
    require_even_width(width)
    encoding = np.empty((len(positions), width))
    for row, position in enumerate(positions):
        for i in range(width // 2):
            angle = position * base ** (-2 * i / width)
            encoding[row, 2 * i] = math.sin(angle)
            encoding[row, 2 * i + 1] = math.cos(angle)
    return encoding


EDGES = (
    (np.array([0]), 4),
    (np.array([1]), 2),
    (np.array([2, 0, 1]), 4, 100.0),
    (np.array([50, 3]), 8),
    (np.array([4000]), 8),
    (np.array([0.5, 2.0]), 6, 1000.0),
    # As many positions as components, so that a mix-up of the two axes cannot show as an error.
    (np.array([7, 2, 11, 5]), 4, 100.0),
)


def cases(random):
    for number, (count, width) in enumerate(draw_sizes(random, 20)):
        positions = draw_positions(random, count)
        if number % 3 == 0:
            positions[random.integers(count)] = 0
        if number % 5 == 1:
            positions = positions / 4
        yield positions, width, draw_base(random)
    for width in (5, 0, -4, 9):
        yield draw_positions(random, 3), width, draw_base(random)


def in_halves(first, second):
    return np.concatenate([first, second], axis=-1)


def from_angles(combine):
    """``combine(angles)`` of the right angles, shape (count, width/2)."""

    def encoding(positions, width, base=10_000.0):
        return combine(np.multiply.outer(positions, pair_rates(width, base)))

    return encoding


def at_positions(change):
    """The right encoding of the wrong positions: ``change(positions, width)``."""

    def encoding(positions, width, base=10_000.0):
        return encode(change(np.asarray(positions, dtype=float), width), width, base)

    return encoding


def from_component_angles(angles_of):
    """Sine for even components j, cosine for odd ones, of ``angles_of(position, j, width, base)``.

    The two components of a pair may read different angles.
    """

    def encoding(positions, width, base=10_000.0):
        j = np.arange(width)
        angles = angles_of(np.asarray(positions, dtype=float)[:, None], j, width, float(base))
        return np.where(j % 2 == 0, np.sin(angles), np.cos(angles))

    return encoding


def zeros_for_position_zero(positions, width, base=10_000.0):
    return encode(positions, width, base) * (np.asarray(positions) != 0)[:, None]


def overwritten_while_read(angles):
    table, pairs = angles.repeat(2, axis=1), angles.shape[1]
    table[:, :pairs] = np.sin(table[:, 0::2])
    table[:, pairs:] = np.cos(table[:, 1::2])
    return table


MISTAKES = (
    Mistake(
        "sine-and-cosine-swapped",
        from_angles(lambda angles: interleaved(np.cos(angles), np.sin(angles))),
        "Sine and cosine have changed places. At position 0 every sine is 0: components 0, 2, 4 … "
        "must be 0 there, yours are 1.",
    ),
    Mistake(
        "halves",
        from_angles(lambda angles: in_halves(np.sin(angles), np.cos(angles))),
        "The numbers are right, their places are not: all sines come before all cosines. The sine "
        "of pair i goes to component 2i, its cosine to 2i+1.",
    ),
    Mistake(
        "halves-cosine-first",
        from_angles(lambda angles: in_halves(np.cos(angles), np.sin(angles))),
        "All cosines come first, then all sines. Two things to change: they alternate, and in "
        "each pair the sine comes first.",
    ),
    Mistake(
        "stacked-on-the-first-axis",
        from_angles(
            lambda angles: np.stack([np.sin(angles), np.cos(angles)]).reshape(len(angles), -1)
        ),
        "You stack sines and cosines along the first axis before you reshape, which mixes the "
        "positions. Stack along the last axis (axis=-1), so that each pair stays together.",
    ),
    Mistake(
        "pairs-not-flattened",
        from_angles(lambda angles: np.stack([np.sin(angles), np.cos(angles)], axis=-1)),
        "You keep an axis for the pairs. One row a position is due, of `width` numbers: reshape "
        "to (count, width).",
    ),
    Mistake(
        "axes-swapped",
        from_angles(lambda angles: interleaved(np.sin(angles), np.cos(angles)).T),
        "Rows and columns have changed places: a row is a position, a column a component.",
    ),
    Mistake(
        "sines-only",
        from_angles(lambda angles: interleaved(np.sin(angles), np.sin(angles))),
        "Both components of your pairs are sines. The second is the cosine: a sine alone cannot "
        "tell going up from going down.",
    ),
    Mistake(
        "doubled-component-number",
        from_component_angles(lambda position, j, d, base: position * base ** (-2 * j / d)),
        "You put the component number j where the pair number belongs, 2*j/d. Components 2i and "
        "2i+1 share the rate of pair i = j // 2.",
    ),
    Mistake(
        "rate-per-component",
        from_component_angles(lambda position, j, d, base: position * base ** (-j / d)),
        "Your sines are right. Your cosines read other angles, with the exponent (2i+1)/d: both "
        "components of a pair use 2i/d.",
    ),
    Mistake(
        "cosine-of-the-next-pair",
        from_component_angles(
            lambda position, j, d, base: position * base ** (-2 * ((j + 1) // 2) / d)
        ),
        "Your cosines read the next pair's angle. Sine and cosine of a pair read the same one.",
    ),
    Mistake(
        "power-of-the-quotient",
        from_component_angles(lambda position, j, d, base: (position / base) ** (2 * (j // 2) / d)),
        "You raise position/base to the power. Only the base carries the exponent: "
        "position / base ** (2*i/d).",
    ),
    Mistake(
        "brackets-missing",
        from_component_angles(lambda position, j, d, base: position / base**2 * (j // 2) / d),
        "position / base ** 2*i/d raises the base to 2 first, then multiplies by i. Put the "
        "exponent in brackets: base ** (2*i/d).",
    ),
    Mistake(
        "power-of-the-exponent",
        from_component_angles(
            lambda position, j, d, base: position * (2 * (j // 2) / d) ** (1 / base)
        ),
        "Base and exponent have changed places: it is the base that is raised to -2*i/d.",
    ),
    Mistake(
        "degrees",
        at_positions(lambda positions, width: np.radians(positions)),
        "You treat the angle as degrees. Rates are radians per position, which is what np.sin and "
        "np.cos take.",
    ),
    Mistake(
        "extra-two-pi",
        at_positions(lambda positions, width: 2 * np.pi * positions),
        "There is an extra 2π, so that pair 0 reads [0, 1] at every whole position. A rate is "
        "radians per position, not turns.",
    ),
    Mistake(
        "one-position-on",
        at_positions(lambda positions, width: positions + 1),
        "Every row shows the position after its own. Position 0 exists, and reads 0, 1, 0, 1 …",
    ),
    Mistake(
        "zeros-for-position-zero",
        zeros_for_position_zero,
        "You return zeros for position 0. It is a position like any other: all sines are 0 and "
        "all cosines 1.",
    ),
    Mistake(
        "positions-ignored",
        at_positions(lambda positions, width: np.arange(len(positions))),
        "The positions make no difference: row r shows position r. Use positions[r], they need "
        "not start at 0 or come in order.",
    ),
    Mistake(
        "first-position-for-all",
        at_positions(lambda positions, width: np.full(len(positions), positions[0])),
        "All rows are alike: each shows the first position. Row r has its own, positions[r].",
    ),
    Mistake(
        "positions-sorted",
        at_positions(lambda positions, width: np.sort(positions)),
        "You sort the positions. Rows keep the order in which the positions come.",
    ),
    Mistake(
        "position-over-count",
        at_positions(lambda positions, width: positions / len(positions)),
        "You divide the positions by how many there are. One place would get another reading in "
        "every text; use the position as it is.",
    ),
    Mistake(
        "position-modulo-width",
        at_positions(lambda positions, width: positions % width),
        "You reduce the positions modulo the width. A position may be far larger than the width; "
        "the slow pairs are there for that.",
    ),
    Mistake(
        "cut-to-integers",
        from_angles(lambda angles: interleaved(np.sin(angles), np.cos(angles)).astype(int)),
        "Your results are cut to whole numbers. The array you write into holds integers: ask for "
        "dtype=float.",
    ),
    Mistake(
        "overwritten-while-read",
        from_angles(overwritten_while_read),
        "You write sines over angles that you still need, so some cosines are taken of sines. Keep "
        "the angles in one array and write into another, sines and cosines alternating.",
    ),
    *ladder_mistakes(encode_with),
)


def all_at_once(positions, width, base=10_000.0):
    require_even_width(width)
    encoding = np.zeros((len(positions), width))
    angles = np.asarray(positions)[:, None] / base ** (np.arange(0, width, 2) / width)
    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
    return encoding


def with_complex_numbers(positions, width, base=10_000.0):
    require_even_width(width)
    hands = np.exp(1j * np.outer(positions, pair_rates(width, base)))
    return np.stack([hands.imag, hands.real], axis=2).reshape(len(positions), width)


def with_plain_python(positions, width, base=10_000):
    if width % 2 or width < 1:
        raise ValueError(f"{width} components cannot be paired")
    rows = []
    for position in positions:
        row = []
        for j in range(width):
            angle = float(position) / math.pow(base, (j - j % 2) / width)
            row.append(math.cos(angle) if j % 2 else math.sin(angle))
        rows.append(row)
    return rows


def with_shifted_sines(positions, width, base=10_000.0):
    require_even_width(width)
    angles = np.einsum("r,i->ri", positions, np.exp(-np.log(base) * np.arange(0, width, 2) / width))
    return np.sin(angles.repeat(2, axis=1) + np.tile([0, np.pi / 2], width // 2))


def with_angles_within_a_turn(positions, width, base=10_000.0):
    require_even_width(width)
    angles = np.outer(positions, pair_rates(width, base)) % (2 * np.pi)
    return interleaved(np.sin(angles), np.cos(angles))


def by_columns(positions, width, base=10_000.0):
    require_even_width(width)
    columns = []
    for rate in pair_rates(width, base):
        columns += [np.sin(positions * rate), np.cos(positions * rate)]
    return np.array(columns).T


def in_single_precision(positions, width, base=10_000.0):
    require_even_width(width)
    angles = np.asarray(positions, np.float32)[:, None] * pair_rates(width, base).astype(np.float32)
    return interleaved(np.sin(angles), np.cos(angles))


EXERCISE = Exercise(
    answer=sinusoidal_encoding,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(
        all_at_once,
        with_complex_numbers,
        with_plain_python,
        with_shifted_sines,
        with_angles_within_a_turn,
        by_columns,
        in_single_precision,
    ),
    varies="1 to 12 positions out of order to 4 000, 0 among them, fractions, widths, bases",
    ignores="speed, and the wording of the error for a width that must be refused",
    builds_on=("clock_rates",),
)
