"""partial_rotary: some components turned, the rest handed through."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_positions, draw_vector, draw_width
from posenc.exercises.formulas import pair_rates, turn_adjacent, turn_halves
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.rotate.rotate_rows import row_length, turn


def partial_rotary(vectors, positions, rotated, base=10_000.0):
    turned = np.array(vectors, dtype=float)
    turned[:, :rotated] = turn(turned[:, :rotated], positions, base)
    return turned


EDGES = (
    (np.array([[1.0, 0.0, 5.0, 6.0]]), np.array([1]), 2),
    (np.array([[1.0, 0.0, 1.0, 0.0]]), np.array([2]), 4, 100.0),
    (np.array([[1.0, 0.0, 1.0, 0.0, 5.0, 6.0]]), np.array([40]), 4),
    (np.array([[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]]), np.array([3, 0]), 4, 100.0),
)


def cases(random):
    sizes = sorted((draw_width(random, low=8), int(random.integers(1, 9))) for _ in range(18))
    for number, (width, count) in enumerate(sizes):
        # In half of the cases less than half of the components turn.
        most = width // 4 if number % 2 and width >= 12 else width // 2 - 1
        rotated = 2 * int(random.integers(2, most + 1))
        count += count == width
        vectors = draw_vector(random, count, width)
        if number % 4 == 3:
            vectors = random.integers(1, 9, (count, width))
        yield (
            vectors,
            draw_positions(random, count),
            rotated,
            draw_base(random),
        )


def partly(turn_part):
    """The first components replaced by ``turn_part(part, positions, base, width)``."""

    def rotation(vectors, positions, rotated, base=10_000.0):
        result = np.array(vectors, dtype=float)
        part = turn_part(result[:, :rotated], np.asarray(positions), base, result.shape[1])
        result[:, : part.shape[1]] = part
        return result

    return rotation


def turn_with(rates):
    return partly(
        lambda part, positions, base, width: turn_adjacent(
            part, np.multiply.outer(positions, rates(part.shape[1], base))
        )
    )


def rates_of_the_full_width(part, positions, base, width):
    rates = pair_rates(width, base)[: part.shape[1] // 2]
    return turn_adjacent(part, np.multiply.outer(positions, rates))


def last_ones_turned(vectors, positions, rotated, base=10_000.0):
    result = np.array(vectors, dtype=float)
    result[:, -rotated:] = turn(result[:, -rotated:], positions, base)
    return result


def rest_first(vectors, positions, rotated, base=10_000.0):
    whole = partial_rotary(vectors, positions, rotated, base)
    return np.concatenate([whole[:, rotated:], whole[:, :rotated]], axis=1)


def rest_zero(vectors, positions, rotated, base=10_000.0):
    result = partial_rotary(vectors, positions, rotated, base)
    result[:, rotated:] = 0
    return result


def partner_half_the_width_away(vectors, positions, rotated, base=10_000.0):
    result = np.array(vectors, dtype=float)
    half = result.shape[1] // 2
    angles = np.multiply.outer(positions, pair_rates(rotated, base))
    first, second = np.arange(rotated // 2), np.arange(rotated // 2) + half
    x0, x1 = result[:, first], result[:, second]
    result[:, first] = x0 * np.cos(angles) - x1 * np.sin(angles)
    result[:, second] = x0 * np.sin(angles) + x1 * np.cos(angles)
    return result


def sine_of_the_rest_one(vectors, positions, rotated, base=10_000.0):
    result = partial_rotary(vectors, positions, rotated, base)
    even, odd = result[:, rotated::2].copy(), result[:, rotated + 1 :: 2].copy()
    result[:, rotated::2], result[:, rotated + 1 :: 2] = even - odd, odd + even
    return result


def cut_to_integers(vectors, positions, rotated, base=10_000.0):
    result = np.array(vectors)
    result[:] = partial_rotary(vectors, positions, rotated, base)
    return result


MISTAKES = (
    Mistake(
        "cut-to-integers",
        cut_to_integers,
        "Integer vectors give you integer results: the decimals are cut off. A copy keeps the "
        "number type; make the result with dtype=float.",
    ),
    Mistake(
        "rates-of-the-full-width",
        partly(rates_of_the_full_width),
        "Your rates come from the full width. The turned part is a small rotation of its own: its "
        "rates are those of width `rotated`.",
    ),
    Mistake(
        "all-turned",
        lambda vectors, positions, rotated, base=10_000.0: turn(vectors, positions, base),
        "You turn every component. Only the first `rotated` ones turn.",
    ),
    Mistake(
        "last-ones-turned",
        last_ones_turned,
        "You turn the last `rotated` components. It is the first ones that turn.",
    ),
    Mistake(
        "rest-lost",
        lambda vectors, positions, rotated, base=10_000.0: turn(
            np.asarray(vectors)[:, :rotated], positions, base
        ),
        "You return the turned part alone. The untouched components belong behind it, in their "
        "old places.",
    ),
    Mistake(
        "rest-zero",
        rest_zero,
        "The components that are not turned have become 0. They pass through unchanged.",
    ),
    Mistake(
        "rest-first",
        rest_first,
        "The untouched components come first in your result. Each component stays in its place.",
    ),
    Mistake(
        "sine-of-the-rest-one",
        sine_of_the_rest_one,
        "The rest is mixed too: it looks as if cosine and sine were both filled up with 1. "
        "To leave a pair alone the cosine is 1 and the sine 0.",
    ),
    Mistake(
        "rotated-counts-pairs",
        lambda vectors, positions, rotated, base=10_000.0: partial_rotary(
            vectors, positions, min(2 * rotated, np.shape(vectors)[1]), base
        ),
        "You turn `rotated` pairs. The argument counts components: `rotated // 2` pairs turn.",
    ),
    Mistake(
        "halves",
        partly(
            lambda part, positions, base, width: turn_halves(
                part, np.multiply.outer(positions, pair_rates(part.shape[1], base))
            )
        ),
        "You pair component i with component i + rotated/2. Here pairs are neighbours: "
        "components 0 and 1, then 2 and 3.",
    ),
    Mistake(
        "partner-half-the-width-away",
        partner_half_the_width_away,
        "You pair component i with component i + d/2, out of the part that turns. Pairs are "
        "neighbours: components 0 and 1, then 2 and 3.",
    ),
    Mistake(
        "positions-ignored",
        partly(lambda part, positions, base, width: turn(part, np.arange(len(part)), base)),
        "The positions make no difference: row r is turned to position r. Use positions[r].",
    ),
    Mistake(
        "clockwise",
        partly(lambda part, positions, base, width: turn(part, -positions, base)),
        "Every pair turns the wrong way: you rotate clockwise.",
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


def glued(vectors, positions, rotated, base=10_000.0):
    vectors = np.asarray(vectors)
    return np.hstack([turn(vectors[:, :rotated], positions, base), vectors[:, rotated:]])


def with_rates_of_zero(vectors, positions, rotated, base=10_000.0):
    rates = np.zeros(np.shape(vectors)[1] // 2)
    rates[: rotated // 2] = pair_rates(rotated, base)
    return turn_adjacent(vectors, np.outer(positions, rates))


def with_plain_python(vectors, positions, rotated, base=10_000.0):
    rows = []
    for row, position in zip(vectors.tolist(), positions.tolist()):
        for i in range(rotated // 2):
            phase = np.exp(1j * position * base ** (-2 * i / rotated))
            pair = complex(row[2 * i], row[2 * i + 1]) * phase
            row[2 * i], row[2 * i + 1] = pair.real, pair.imag
        rows.append(row)
    return rows


EXERCISE = Exercise(
    answer=partial_rotary,
    edges=EDGES,
    cases=cases,
    judge=within(row_length),
    mistakes=MISTAKES,
    right=(glued, with_rates_of_zero, with_plain_python),
    varies="widths 8 to 128, how many components turn, positions out of order, bases",
    ignores="an odd number of turned components",
    builds_on=("rotate_pair", "rotate", "rotate_rows"),
)
