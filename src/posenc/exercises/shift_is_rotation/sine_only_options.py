"""sine_only_options: what one sine leaves open."""

import cmath
import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within


def sine_only_options(value, angle):
    x = math.asin(value)
    return np.array(sorted([math.sin(x + angle), math.sin(math.pi - x + angle)]))


EDGES = (
    (0, math.pi / 2),
    (0.6, math.pi / 2),
    (-0.6, math.pi / 2),
    (0.5, math.pi / 6),
    (0.8, 0.0),
    (0.8, -math.pi / 2),
)


def cases(random):
    for _ in range(30):
        value = float(np.round(random.uniform(-0.95, 0.95), 2))
        yield value, float(np.round(random.uniform(-6, 6), 2))


def options(pair):
    """``pair(value, other, cos, sin)`` sorted, where `other` is the cosine that goes with value."""

    def both(value, angle):
        return np.sort(pair(value, math.sqrt(1 - value**2), math.cos(angle), math.sin(angle)))

    return both


def told_as(tell):
    """``tell(options)`` of the right two."""
    return lambda value, angle: tell(sine_only_options(value, angle))


def of_angles(second):
    """Sines of x + angle and of ``second(x)`` + angle, where x is the inverse sine."""

    def both(value, angle):
        x = math.asin(value)
        return np.sort([math.sin(x + angle), math.sin(second(x) + angle)])

    return both


def angles_returned(value, angle):
    x = math.asin(value)
    return np.sort([x + angle, math.pi - x + angle])


def in_order_of_the_angles(value, angle):
    x = math.asin(value)
    return np.array([math.sin(x + angle), math.sin(math.pi - x + angle)])


def degrees(value, angle):
    return sine_only_options(value, math.radians(angle))


MISTAKES = (
    Mistake(
        "one-option",
        lambda value, angle: math.sin(math.asin(value) + angle),
        "You return one value. Two angles have this sine, asin(value) and π - asin(value), and "
        "each leads to a value of its own.",
    ),
    Mistake(
        "one-option-twice",
        of_angles(lambda x: x),
        "Your two values are the same. Two angles have this sine: asin(value) and π - asin(value).",
    ),
    Mistake(
        "descending",
        told_as(lambda pair: pair[::-1]),
        "Both values are right. Return the smaller one first.",
    ),
    Mistake(
        "not-sorted",
        in_order_of_the_angles,
        "Both values are right, but not always in ascending order: which of the two is smaller "
        "depends on the angle. Sort them.",
    ),
    Mistake(
        "minus-the-angle",
        of_angles(lambda x: -x),
        "Your second angle is -asin(value), whose sine is -value. The other angle with this sine "
        "is π - asin(value).",
    ),
    Mistake(
        "half-a-turn-on",
        of_angles(lambda x: x + math.pi),
        "Your second value is minus the first, as if the other angle lay half a turn on. The "
        "other angle with this sine is π - asin(value).",
    ),
    Mistake(
        "quarter-less",
        of_angles(lambda x: math.pi / 2 - x),
        "Your second angle is π/2 - asin(value). The other angle with this sine is "
        "π - asin(value).",
    ),
    Mistake(
        "angles-returned",
        angles_returned,
        "You return the two angles. Return their sines.",
    ),
    Mistake(
        "cosines-before-the-shift",
        options(lambda value, other, cos, sin: [-other, other]),
        "You return the two cosines that can go with the value. Now shift each: sin(x+a) = "
        "sin x·cos a + cos x·sin a.",
    ),
    Mistake(
        "cosines-after-the-shift",
        options(
            lambda value, other, cos, sin: [other * cos - value * sin, -other * cos - value * sin]
        ),
        "You return the two values that cos(x+angle) can have. The sines are asked for.",
    ),
    Mistake(
        "sines-added",
        options(lambda value, other, cos, sin: [value + sin, value - sin]),
        "You add the sine of the angle to the value. The sine of a sum is not the sum of the "
        "sines: sin(x+a) = sin x·cos a + cos x·sin a.",
    ),
    Mistake(
        "sine-and-cosine-swapped",
        options(
            lambda value, other, cos, sin: [value * sin + other * cos, value * sin - other * cos]
        ),
        "Sine and cosine of the angle have changed places: sin(x+a) = sin x·cos a + cos x·sin a.",
    ),
    Mistake(
        "root-missing",
        options(
            lambda value, other, cos, sin: [
                value * cos + other**2 * sin,
                value * cos - other**2 * sin,
            ]
        ),
        "The cosine that goes with the value is the root of 1 - value², plus or minus. The root "
        "is missing.",
    ),
    Mistake(
        "square-missing",
        options(
            lambda value, other, cos, sin: [
                value * cos + math.sqrt(1 - value) * sin,
                value * cos - math.sqrt(1 - value) * sin,
            ]
        ),
        "The cosine that goes with the value is the root of 1 - value². You leave out the square.",
    ),
    Mistake(
        "sizes",
        told_as(lambda pair: np.sort(np.abs(pair))),
        "You drop the signs. A sine may be negative.",
    ),
    Mistake(
        "degrees",
        degrees,
        "You treat the angle as degrees. It is in radians, as asin's result is.",
    ),
    Mistake(
        "extra-two-pi",
        lambda value, angle: sine_only_options(value, 2 * math.pi * angle),
        "There is an extra 2π: the angle is in radians, not in turns.",
    ),
)


def from_both_cosines(value, angle):
    cosine = np.sqrt(1 - value**2)
    shifted = [value * np.cos(angle) + sign * cosine * np.sin(angle) for sign in (-1, 1)]
    return np.sort(shifted)


def with_complex_numbers(value, angle):
    turned = [
        complex(sign * math.sqrt(1 - value**2), value) * cmath.rect(1, angle) for sign in (1, -1)
    ]
    return sorted(each.imag for each in turned)


def from_the_inverse_cosine(value, angle):
    x = math.acos(value)
    return sorted((math.cos(x + angle), math.cos(angle - x)))


def as_a_tuple(value, angle):
    middle, reach = value * math.cos(angle), math.sqrt(1 - value * value) * abs(math.sin(angle))
    return middle - reach, middle + reach


def in_single_precision(value, angle):
    x = np.arcsin(np.float32(value))
    return np.sort(np.sin(np.array([x, np.float32(np.pi) - x]) + np.float32(angle)))


EXERCISE = Exercise(
    answer=sine_only_options,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(
        from_both_cosines,
        with_complex_numbers,
        from_the_inverse_cosine,
        as_a_tuple,
        in_single_precision,
    ),
    varies="values from -0.95 to 0.95, angles of both signs up to nearly a turn",
    ignores="values nearer to 1, where the two options run together",
)
