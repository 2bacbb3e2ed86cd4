"""rotate_pair: one pair of components turned counter-clockwise."""

import cmath
import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_vector


def rotate_pair(x0, x1, angle):
    y0 = x0 * np.cos(angle) - x1 * np.sin(angle)
    y1 = x0 * np.sin(angle) + x1 * np.cos(angle)
    return y0, y1


EDGES = (
    (1.0, 0.0, math.pi / 2),
    (0.0, 1.0, math.pi / 2),
    (3, -4, 0),
    (-3.0, 4.0, 0.7),
    (2, 1, -1),
)


def cases(random):
    for _ in range(8):
        x0, x1 = draw_vector(random, 2).tolist()
        yield x0, x1, float(np.round(random.uniform(-6, 6), 2))
    for shape in ((2,), (3,), (5,), (2, 3), (3, 4), (4, 2, 3)):
        x0, x1 = draw_vector(random, 2, *shape) * 2
        yield x0, x1, np.round(random.uniform(-6, 6, shape), 2)


def by_matrix(entries):
    """Apply ``entries(cos, sin) -> (a, b, c, d)`` as the matrix [[a, b], [c, d]]."""

    def rotation(x0, x1, angle):
        a, b, c, d = entries(np.cos(angle), np.sin(angle))
        return x0 * a + x1 * b, x0 * c + x1 * d

    return rotation


def second_from_the_new_first(x0, x1, angle):
    x0 = x0 * np.cos(angle) - x1 * np.sin(angle)
    x1 = x0 * np.sin(angle) + x1 * np.cos(angle)
    return x0, x1


def angle_replaced(x0, x1, angle):
    radius = np.hypot(x0, x1)
    return radius * np.cos(angle), radius * np.sin(angle)


def made_unit_length(x0, x1, angle):
    radius = np.hypot(x0, x1)
    return tuple(np.divide(y, radius) for y in rotate_pair(x0, x1, angle))


def inverse_sine(x0, x1, angle):
    with np.errstate(invalid="ignore"):
        y0 = x0 * np.cos(angle) + x1 * np.arcsin(angle)
    return y0, x0 * np.sin(angle) + x1 * np.cos(angle)


MISTAKES = (
    Mistake(
        "clockwise",
        by_matrix(lambda c, s: (c, s, -s, c)),
        "It turns the other way: you rotate clockwise. At a quarter turn (1, 0) must land on "
        "(0, 1), so the minus belongs to the sine in the first result.",
    ),
    Mistake(
        "both-plus",
        by_matrix(lambda c, s: (c, s, s, c)),
        "A minus is missing: x1·sin is subtracted in the first result. Try (0, 1) turned by a "
        "quarter: it must land on (-1, 0).",
    ),
    Mistake(
        "both-minus",
        by_matrix(lambda c, s: (c, -s, -s, c)),
        "There is one minus too many: only the first result subtracts. As it stands the pair "
        "does not keep its length.",
    ),
    Mistake(
        "reflection",
        by_matrix(lambda c, s: (c, s, s, -c)),
        "This is a mirror, not a turn: turned by angle 0, (0, 1) must stay where it is, and "
        "yours goes to (0, -1).",
    ),
    Mistake(
        "sine-and-cosine-swapped",
        by_matrix(lambda c, s: (s, -c, c, s)),
        "Sine and cosine have changed places. At angle 0 the cosine is 1 and the sine 0, and "
        "nothing may move: x0 goes with the cosine in the first result.",
    ),
    Mistake(
        "degrees",
        lambda x0, x1, angle: rotate_pair(x0, x1, np.radians(angle)),
        "You treat the angle as degrees. It comes in radians, and np.cos and np.sin take radians.",
    ),
    Mistake(
        "angle-replaced",
        angle_replaced,
        "You put the pair at the angle, wherever it pointed before. The angle is added to the "
        "old direction.",
    ),
    Mistake(
        "no-mixing",
        by_matrix(lambda c, s: (c, 0, 0, s)),
        "Your first result uses x0 alone and your second x1 alone. A turn mixes them: each new "
        "number needs both old ones.",
    ),
    Mistake(
        "cosine-only",
        by_matrix(lambda c, s: (c, 0, 0, c)),
        "Only the cosine part is there, so the pair shrinks and never turns. Each new number "
        "needs both old ones, one with the cosine and one with the sine.",
    ),
    Mistake(
        "made-unit-length",
        made_unit_length,
        "Your result always has length 1. A turn keeps the length the pair had.",
    ),
    Mistake(
        "half-angle",
        lambda x0, x1, angle: rotate_pair(x0, x1, angle / 2),
        "It turns by half the angle. Use the angle itself.",
    ),
    Mistake(
        "double-angle",
        lambda x0, x1, angle: rotate_pair(x0, x1, 2 * angle),
        "It turns by twice the angle. Is the turn made twice?",
    ),
    Mistake(
        "second-from-the-new-first",
        second_from_the_new_first,
        "Your second result is computed from the new first one, not from the old x0. Compute "
        "both from the old numbers, under new names.",
    ),
    Mistake(
        "results-swapped",
        lambda x0, x1, angle: rotate_pair(x0, x1, angle)[::-1],
        "Both numbers are right, in the wrong order: return y0 first, then y1.",
    ),
    Mistake(
        "inverse-sine",
        inverse_sine,
        "Your first result uses the inverse sine (arcsin). It needs minus the sine.",
    ),
    Mistake(
        "stacked-on-the-last-axis",
        lambda x0, x1, angle: np.stack(rotate_pair(x0, x1, angle), axis=-1),
        "The numbers are right, but y0 and y1 are stacked along the last axis. Return the two "
        "results as a pair: return y0, y1.",
    ),
)


def with_complex_numbers(x0, x1, angle):
    turned = (np.asarray(x0) + 1j * np.asarray(x1)) * np.exp(1j * np.asarray(angle))
    return np.array([turned.real, turned.imag])


def with_plain_python(x0, x1, angle):
    if np.ndim(x0):
        pairs = [with_plain_python(*each) for each in zip(x0, x1, angle, strict=True)]
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    turned = complex(x0, x1) * cmath.exp(1j * angle)
    return [turned.real, turned.imag]


def with_einsum(x0, x1, angle):
    cos, sin = np.cos(angle), np.sin(angle)
    return np.einsum("ab...,b...->a...", np.array([[cos, -sin], [sin, cos]]), np.array([x0, x1]))


def with_three_shears(x0, x1, angle):
    x0 = x0 - x1 * np.tan(np.asarray(angle) / 2)
    x1 = x1 + x0 * np.sin(angle)
    return x0 - x1 * np.tan(np.asarray(angle) / 2), x1


def in_single_precision(x0, x1, angle):
    return rotate_pair(np.float32(x0), np.float32(x1), np.float32(angle))


def in_two_half_turns(x0, x1, angle):
    half = np.asarray(angle) / 2
    return rotate_pair(*rotate_pair(x0, x1, half), half)


EXERCISE = Exercise(
    answer=rotate_pair,
    edges=EDGES,
    cases=cases,
    judge=within(lambda arguments, expected: np.hypot(arguments[0], arguments[1])),
    mistakes=MISTAKES,
    right=(
        with_complex_numbers,
        with_plain_python,
        with_einsum,
        with_three_shears,
        in_single_precision,
        in_two_half_turns,
    ),
    varies="both numbers, angles of both signs up to nearly a turn, arrays of one to three axes",
    ignores="whether the two results come as a tuple, a list or one array",
)
