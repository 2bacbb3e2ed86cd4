"""rotate: a whole vector, each pair at its own rate."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_vector, draw_width
from posenc.exercises.formulas import (
    encoding,
    pair_rates,
    require_even_width,
    turn_adjacent,
    turn_halves,
)
from posenc.exercises.ladders import ladder_mistakes


def rotate(vector, position, base=10_000.0):
    width = len(vector)
    require_even_width(width)
    turned = np.empty(width)
    for i in range(width // 2):
        angle = position * base ** (-2 * i / width)
        x0, x1 = vector[2 * i], vector[2 * i + 1]
        turned[2 * i] = x0 * math.cos(angle) - x1 * math.sin(angle)
        turned[2 * i + 1] = x0 * math.sin(angle) + x1 * math.cos(angle)
    return turned


EDGES = (
    (np.array([1.0, 0.0]), 1),
    (np.array([1.0, 0.0, 1.0, 0.0]), 0, 100.0),
    (np.array([1.0, 2.0, 3.0, 4.0]), 1, 100.0),
    (np.array([1, 2, 3, 4, 5, 6]), 2),
    (np.array([0.5, -1.0, 2.0, 1.0]), 2.5, 400.0),
    (np.array([0.5, -1.0, 2.0, 1.0]), 100),
    (np.arange(128.0) % 5 - 2, 4000),
)


def cases(random):
    for number, width in enumerate(sorted(draw_width(random) for _ in range(20))):
        vector = draw_vector(random, width) if number % 4 else random.integers(1, 9, width)
        position = int(random.integers(1, 4001) ** random.uniform(0.3, 1))
        yield vector, position, draw_base(random)
    for width in (3, 5, 7, 11):
        yield draw_vector(random, width), int(random.integers(1, 100)), draw_base(random)


def turn_with(rates):
    """A rotation whose rates are ``rates(width, base)``."""

    def rotation(vector, position, base=10_000.0):
        return turn_adjacent(vector, position * rates(len(vector), base))

    return rotation


def with_angles(combine):
    """A wrong rotation: ``combine(vector, angles)`` with the right angles."""

    def rotation(vector, position, base=10_000.0):
        return combine(np.asarray(vector, float), position * pair_rates(len(vector), base))

    return rotation


def swap_signed(vector):
    return np.stack([-vector[1::2], vector[0::2]], axis=-1).ravel()


def swap_halves(vector):
    first, second = np.split(vector, 2)
    return np.concatenate([-second, first])


def left_concatenated(vector, angles):
    turned = turn_adjacent(vector, angles)
    return np.concatenate([turned[0::2], turned[1::2]])


def minus_forgotten(vector, angles):
    swapped = vector.reshape(-1, 2)[:, ::-1].ravel()
    return vector * np.cos(angles).repeat(2) + swapped * np.sin(angles).repeat(2)


def second_from_the_new_first(vector, angles):
    turned = vector.copy()
    cos, sin = np.cos(angles), np.sin(angles)
    turned[0::2] = turned[0::2] * cos - turned[1::2] * sin
    turned[1::2] = turned[0::2] * sin + turned[1::2] * cos
    return turned


def overlapping_pairs(vector, angles):
    turned = vector.copy()
    for j in range(len(vector) - 1):
        turned[j : j + 2] = turn_adjacent(turned[j : j + 2], angles[j // 2 : j // 2 + 1])
    return turned


def rate_per_component(vector, position, base=10_000.0):
    angles = position * float(base) ** (-np.arange(len(vector)) / len(vector))
    return vector * np.cos(angles) + swap_signed(np.asarray(vector)) * np.sin(angles)


def encoding_combined(combine):
    def wrong(vector, position, base=10_000.0):
        return combine(np.asarray(vector, float), encoding(position, len(vector), base))

    return wrong


def cut_to_integers(vector, position, base=10_000.0):
    turned = np.array(vector)
    turned[:] = rotate(vector, position, base)
    return turned


MISTAKES = (
    Mistake(
        "cut-to-integers",
        cut_to_integers,
        "An integer vector gives you an integer result: the decimals are cut off. A copy keeps the "
        "number type, and so does np.zeros_like; make an array with dtype=float.",
    ),
    Mistake(
        "clockwise",
        with_angles(lambda vector, angles: turn_adjacent(vector, -angles)),
        "Every pair turns the wrong way: you rotate clockwise. Turned by a quarter, (1, 0) lands "
        "on (0, 1); the minus belongs to the sine in the first component of each pair.",
    ),
    Mistake(
        "halves",
        with_angles(turn_halves),
        "You pair component i with component i + d/2. Here pairs are neighbours: components 0 "
        "and 1, then 2 and 3. (The other pairing exists in real models too; lesson 8 has it.)",
    ),
    Mistake(
        "halves-with-neighbour-angles",
        with_angles(
            lambda vector, angles: (
                vector * np.cos(angles).repeat(2) + swap_halves(vector) * np.sin(angles).repeat(2)
            )
        ),
        "Two pairings are mixed: the components are swapped in halves, the angles are laid out "
        "for neighbours. Use neighbours for both: components 0 and 1, then 2 and 3.",
    ),
    Mistake(
        "neighbours-with-half-angles",
        with_angles(
            lambda vector, angles: (
                vector * np.cos(np.tile(angles, 2))
                + swap_signed(vector) * np.sin(np.tile(angles, 2))
            )
        ),
        "The angles are laid out for halves (np.tile), the components are paired as neighbours. "
        "Neighbours share an angle: np.repeat(angles, 2).",
    ),
    Mistake(
        "left-concatenated",
        with_angles(left_concatenated),
        "The numbers are right, their places are not: all first components come before all second "
        "ones. Put each pair back into its own two places, 2i and 2i+1.",
    ),
    Mistake(
        "minus-forgotten",
        with_angles(minus_forgotten),
        "The minus is missing: in each pair the new first component is x0·cos - x1·sin. "
        "Try it on [0, 1].",
    ),
    Mistake(
        "second-from-the-new-first",
        with_angles(second_from_the_new_first),
        "The second component of each pair is computed from the new first one. Compute both from "
        "the old numbers, and write them afterwards.",
    ),
    Mistake(
        "overlapping-pairs",
        with_angles(overlapping_pairs),
        "Your pairs overlap: (0, 1), (1, 2), (2, 3) … Every component belongs to one pair; "
        "step by 2.",
    ),
    Mistake(
        "rate-per-component",
        rate_per_component,
        "The two components of a pair turn by different angles. A pair has one rate: the exponent "
        "is 2*i/d for both, not j/d for component j.",
    ),
    Mistake(
        "encoding-added",
        encoding_combined(np.add),
        "You add the sinusoidal encoding. Here nothing is added: each pair is turned.",
    ),
    Mistake(
        "encoding-multiplied",
        encoding_combined(np.multiply),
        "You multiply by the sinusoidal encoding, component by component. A turn mixes the two "
        "components of a pair: both old numbers go into each new one.",
    ),
    Mistake(
        "cosine-only",
        with_angles(lambda vector, angles: vector * np.cos(angles).repeat(2)),
        "Only the cosine part is there. Without the sine part nothing turns.",
    ),
    Mistake(
        "one-position-on",
        lambda vector, position, base=10_000.0: rotate(vector, position + 1, base),
        "You turn by one position too many. Position 0 must leave the vector as it is.",
    ),
    Mistake(
        "turned-twice",
        lambda vector, position, base=10_000.0: rotate(vector, 2 * position, base),
        "Every pair turns by twice its angle. Is the vector turned twice?",
    ),
    Mistake(
        "degrees",
        lambda vector, position, base=10_000.0: rotate(vector, np.radians(position), base),
        "Your angles are taken for degrees. position·rate is already in radians, which is what "
        "sine and cosine take.",
    ),
    Mistake(
        "turns-for-radians",
        lambda vector, position, base=10_000.0: rotate(vector, 2 * np.pi * position, base),
        "There is an extra 2π: a rate is radians per position, not turns per position.",
    ),
    Mistake(
        "base-as-rate",
        lambda vector, position, base=10_000.0: turn_adjacent(
            vector, np.full(len(vector) // 2, position * float(base))
        ),
        "You turn every pair by position·base. The base is the number whose powers are the rates: "
        "pair i turns by position·base ** (-2*i/d).",
    ),
    *ladder_mistakes(turn_with),
)


def with_complex_numbers(vector, position, base=10_000.0):
    require_even_width(len(vector))
    pairs = np.array(vector, dtype=float).view(complex)
    return (pairs * np.exp(1j * position * pair_rates(len(vector), base))).view(float)


def with_block_matrix(vector, position, base=10_000.0):
    require_even_width(len(vector))
    matrix = np.zeros((len(vector), len(vector)))
    for i, angle in enumerate(position * pair_rates(len(vector), base)):
        cos, sin = np.cos(angle), np.sin(angle)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[cos, -sin], [sin, cos]]
    return matrix @ vector


def with_repeat(vector, position, base=10_000.0):
    require_even_width(len(vector))
    angles = np.repeat(position * pair_rates(len(vector), base), 2)
    swapped = (np.reshape(vector, (-1, 2))[:, ::-1] * [-1, 1]).ravel()
    return vector * np.cos(angles) + swapped * np.sin(angles)


def with_plain_python(vector, position, base=10_000):
    if len(vector) % 2 == 1:
        raise ValueError(f"width {len(vector):,} is odd")
    turned = []
    for i in range(0, len(vector), 2):
        angle = position / math.pow(base, i / len(vector))
        x0, x1 = vector[i], vector[i + 1]
        turned += [x0 * math.cos(angle) - x1 * math.sin(angle)]
        turned += [x0 * math.sin(angle) + x1 * math.cos(angle)]
    return turned


def in_halves_of_a_permuted_copy(vector, position, base=10_000.0):
    require_even_width(len(vector))
    order = np.r_[0 : len(vector) : 2, 1 : len(vector) : 2]
    turned = turn_halves(np.asarray(vector)[order], position * pair_rates(len(vector), base))
    return turned[np.argsort(order)]


def with_a_constant_ratio(vector, position, base=10_000.0):
    require_even_width(len(vector))
    rates = np.cumprod(np.r_[1.0, np.full(len(vector) // 2 - 1, base ** (-2 / len(vector)))])
    return turn_adjacent(vector, position * rates)


def with_the_readings_of_an_encoding(vector, position, base=10_000.0):
    require_even_width(len(vector))
    reading = encoding(position, len(vector), base)
    sin, cos = reading[0::2], reading[1::2]
    x0, x1 = vector[0::2], vector[1::2]
    return np.stack([x0 * cos - x1 * sin, x0 * sin + x1 * cos], axis=1).reshape(-1)


def by_exponential_series(vector, position, base=10_000.0):
    require_even_width(len(vector))
    # The generator of a turn, exponentiated on angles within half a turn.
    angles = (position * pair_rates(len(vector), base) + np.pi) % (2 * np.pi) - np.pi
    term = turned = np.array(vector, dtype=float)
    for power in range(1, 40):
        term = swap_signed(term) * np.repeat(angles, 2) / power
        turned = turned + term
    return turned


def by_assignment_to_slices_of_a_copy(vector, position, base=10_000.0):
    turned = np.array(vector, dtype=np.longdouble)
    require_even_width(len(turned))
    x0, x1 = turned[0::2], turned[1::2]
    cos, sin = (f(position * pair_rates(len(vector), base)) for f in (np.cos, np.sin))
    turned[0::2], turned[1::2] = x0 * cos - x1 * sin, x0 * sin + x1 * cos
    return turned.astype(object)


def in_single_precision(vector, position, base=10_000.0):
    require_even_width(len(vector))
    rates = pair_rates(len(vector), base).astype(np.float32)
    angles = np.float32(position) * rates
    pairs = np.asarray(vector, np.float32).reshape(-1, 2)
    cos, sin = np.cos(angles), np.sin(angles)
    turned = [pairs[:, 0] * cos - pairs[:, 1] * sin, pairs[:, 0] * sin + pairs[:, 1] * cos]
    return np.stack(turned, axis=-1).ravel()


EXERCISE = Exercise(
    answer=rotate,
    edges=EDGES,
    cases=cases,
    judge=within(lambda arguments, expected: np.linalg.norm(arguments[0])),
    mistakes=MISTAKES,
    right=(
        with_complex_numbers,
        with_block_matrix,
        with_repeat,
        with_plain_python,
        in_halves_of_a_permuted_copy,
        with_a_constant_ratio,
        with_the_readings_of_an_encoding,
        by_exponential_series,
        by_assignment_to_slices_of_a_copy,
        in_single_precision,
    ),
    varies="widths 2 to 128, whole positions to 4 000 and one fraction, bases 100 to 10⁶",
    ignores="the wording of the error for an odd width, as long as it names the width",
    builds_on=("rotate_pair",),
)
