"""shift_pair: move a reading on by an angle, knowing nothing but the reading."""

import cmath
import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_vector


def shift_pair(reading, angle):
    sine, cosine = reading[..., 0], reading[..., 1]
    later_sine = sine * math.cos(angle) + cosine * math.sin(angle)
    later_cosine = cosine * math.cos(angle) - sine * math.sin(angle)
    return np.stack([later_sine, later_cosine], axis=-1)


EDGES = (
    (np.array([0.0, 1.0]), math.pi / 2),
    (np.array([1.0, 0.0]), math.pi / 2),
    (np.array([0.6, 0.8]), 0.0),
    (np.array([0, 2]), -1),
    # As many readings as components, so that a mix-up of the two axes cannot show as an error.
    (np.array([[0.0, 1.0], [0.6, 0.8]]), 0.7),
)

SHAPES = ((2,),) * 6 + ((4, 2), (3, 2), (3, 2), (5, 2), (8, 2), (5, 3, 2), (4, 3, 2), (3, 4, 5, 2))


def cases(random):
    for number, shape in enumerate(SHAPES):
        reading = draw_vector(random, *shape)
        if number % 2:
            reading = random.integers(1, 9, shape)
        yield reading, float(np.round(random.uniform(-6, 6), 2))


def by_matrix(entries):
    """Apply ``entries(cos, sin) -> (a, b, c, d)`` as [[a, b], [c, d]] to [sine, cosine]."""

    def shifted(reading, angle):
        a, b, c, d = entries(math.cos(angle), math.sin(angle))
        sine, cosine = reading[..., 0], reading[..., 1]
        return np.stack([a * sine + b * cosine, c * sine + d * cosine], axis=-1)

    return shifted


def at_angle(change):
    return lambda reading, angle: shift_pair(reading, change(angle))


def made_unit_length(reading, angle):
    angles = np.arctan2(reading[..., 0], reading[..., 1]) + angle
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1)


def through_the_inverse_sine(reading, angle):
    return made_one_by_one(np.arcsin, np.arccos, reading, angle)


def made_one_by_one(inverse_sine, inverse_cosine, reading, angle):
    sine = np.sin(inverse_sine(reading[..., 0]) + angle)
    return np.stack([sine, np.cos(inverse_cosine(reading[..., 1]) + angle)], axis=-1)


def second_from_the_new_first(reading, angle):
    cos, sin = math.cos(angle), math.sin(angle)
    sine = reading[..., 0] * cos + reading[..., 1] * sin
    return np.stack([sine, reading[..., 1] * cos - sine * sin], axis=-1)


def along_the_first_axis(reading, angle):
    cos, sin = math.cos(angle), math.sin(angle)
    return np.stack([reading[0] * cos + reading[1] * sin, reading[1] * cos - reading[0] * sin], -1)


def cut_to_integers(reading, angle):
    shifted = np.empty_like(reading)
    shifted[...] = shift_pair(reading, angle)
    return shifted


def matrix_from_the_left(reading, angle):
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, sin], [-sin, cos]]) @ reading


MISTAKES = (
    Mistake(
        "matrix-from-the-left",
        matrix_from_the_left,
        "One reading comes out right, several do not: matrix @ reading mixes the first axis of "
        "several readings. The pair is the last axis.",
    ),
    Mistake(
        "turned-back",
        by_matrix(lambda c, s: (c, -s, s, c)),
        "You shift by -angle: the reading goes back instead of on. From [0, 1], angle 0, a quarter "
        "turn on is [1, 0]. With the sine first, a growing angle runs clockwise.",
    ),
    Mistake(
        "both-plus",
        by_matrix(lambda c, s: (c, s, s, c)),
        "A minus is missing in the second result: cos(x+a) = cos x·cos a - sin x·sin a.",
    ),
    Mistake(
        "both-minus",
        by_matrix(lambda c, s: (c, -s, -s, c)),
        "There is one minus too many: sin(x+a) = sin x·cos a + cos x·sin a. Only the cosine's "
        "formula subtracts.",
    ),
    Mistake(
        "reflection",
        by_matrix(lambda c, s: (c, s, s, -c)),
        "Your second result has its sign turned round. An angle of 0 must leave the reading as "
        "it is.",
    ),
    Mistake(
        "sine-and-cosine-swapped",
        by_matrix(lambda c, s: (s, c, -s, c)),
        "In your first result sine and cosine of the angle have changed places: sin x goes with "
        "cos a, cos x with sin a.",
    ),
    Mistake(
        "cosine-first",
        by_matrix(lambda c, s: (-s, c, c, s)),
        "Both numbers are right, in the wrong order: the sine comes first.",
    ),
    Mistake(
        "read-as-cosine-and-sine",
        by_matrix(lambda c, s: (s, c, c, -s)),
        "You take the first number of the reading for the cosine. It is the sine.",
    ),
    Mistake(
        "no-mixing",
        by_matrix(lambda c, s: (c, 0, 0, c)),
        "Each of your results uses one number of the reading. Each needs both: that is why a pair "
        "holds a sine and a cosine.",
    ),
    Mistake(
        "multiplied",
        by_matrix(lambda c, s: (s, 0, 0, c)),
        "You multiply the reading by [sin a, cos a], number by number. Each result needs both "
        "numbers of the reading; look at the formulas for sin(x+a) and cos(x+a).",
    ),
    Mistake(
        "angle-added-to-the-reading",
        lambda reading, angle: reading + angle,
        "You add the angle to the sine and the cosine themselves. It is added to the angle they "
        "were taken of.",
    ),
    Mistake(
        "readings-added",
        lambda reading, angle: reading + np.array([math.sin(angle), math.cos(angle)]),
        "You add [sin a, cos a] to the reading. The sine of a sum is not the sum of the sines.",
    ),
    Mistake(
        "angle-replaced",
        lambda reading, angle: (
            np.zeros_like(reading) + np.array([math.sin(angle), math.cos(angle)])
        ),
        "Your result does not depend on the reading. The angle is added to where the hand stands.",
    ),
    Mistake(
        "made-unit-length",
        made_unit_length,
        "Your result always has length 1. The shift is linear in the reading: twice the reading "
        "gives twice the result.",
    ),
    Mistake(
        "through-the-inverse-sine",
        through_the_inverse_sine,
        "You take the inverse sine of one number and the inverse cosine of the other. Each of them "
        "leaves two angles possible, and neither takes numbers beyond 1. No angle is needed: use "
        "the formulas for sin(x+a) and cos(x+a).",
    ),
    Mistake(
        "second-from-the-new-first",
        second_from_the_new_first,
        "Your second result uses the new sine, not the old one. Compute both from the reading.",
    ),
    Mistake(
        "along-the-first-axis",
        along_the_first_axis,
        "With more than one reading you pick rows where components are due. Sine and cosine lie "
        "along the last axis: reading[..., 0] and reading[..., 1].",
    ),
    Mistake(
        "stacked-on-the-first-axis",
        lambda reading, angle: np.moveaxis(shift_pair(reading, angle), -1, 0),
        "The numbers are right, but sine and cosine are stacked along the first axis. The result "
        "has the shape of the reading: stack along the last one.",
    ),
    Mistake(
        "degrees",
        at_angle(math.radians),
        "You treat the angle as degrees. It comes in radians, which np.cos and np.sin take.",
    ),
    Mistake(
        "extra-two-pi",
        at_angle(lambda angle: 2 * math.pi * angle),
        "There is an extra 2π: the angle is in radians, not in turns.",
    ),
    Mistake(
        "double-angle",
        at_angle(lambda angle: 2 * angle),
        "It shifts by twice the angle. Is the shift made twice?",
    ),
    Mistake(
        "cut-to-integers",
        cut_to_integers,
        "Integer readings give you integer results: the decimals are cut off. np.empty_like and "
        "np.zeros_like copy the number type too; ask for dtype=float.",
    ),
)


def with_complex_numbers(reading, angle):
    turned = (reading[..., 1] + 1j * reading[..., 0]) * cmath.exp(1j * angle)
    return np.stack([turned.imag, turned.real], axis=-1)


def with_a_matrix(reading, angle):
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(reading) @ np.array([[cos, -sin], [sin, cos]])


def with_einsum(reading, angle):
    cos, sin = np.cos(angle), np.sin(angle)
    return np.einsum("ab,...b->...a", [[cos, sin], [-sin, cos]], reading)


def with_plain_python(reading, angle):
    if np.ndim(reading) > 1:
        return [with_plain_python(each, angle) for each in reading]
    sine, cosine = reading
    length, x = math.hypot(sine, cosine), math.atan2(sine, cosine)
    return [length * math.sin(x + angle), length * math.cos(x + angle)]


def in_place_on_a_copy(reading, angle):
    shifted = np.array(reading, dtype=float)
    sine, cosine = shifted[..., 0].copy(), shifted[..., 1].copy()
    shifted[..., 0] = sine * np.cos(angle) + cosine * np.sin(angle)
    shifted[..., 1] = cosine * np.cos(angle) - sine * np.sin(angle)
    return shifted


def in_two_half_shifts(reading, angle):
    return shift_pair(shift_pair(reading, angle / 2), angle / 2)


def in_single_precision(reading, angle):
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    return np.asarray(reading, np.float32) @ np.array([[cos, -sin], [sin, cos]])


EXERCISE = Exercise(
    answer=shift_pair,
    edges=EDGES,
    cases=cases,
    judge=within(lambda arguments, expected: np.linalg.norm(arguments[0], axis=-1, keepdims=True)),
    mistakes=MISTAKES,
    right=(
        with_complex_numbers,
        with_a_matrix,
        with_einsum,
        with_plain_python,
        in_place_on_a_copy,
        in_two_half_shifts,
        in_single_precision,
    ),
    varies="readings of any length, one or many, integers too, angles of both signs",
    ignores="arrays of angles: the angle is one number",
)
