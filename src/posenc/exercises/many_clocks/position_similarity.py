"""position_similarity: what two encodings have in common, from their gap alone."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_gap, draw_width
from posenc.exercises.formulas import encoding, pair_rates
from posenc.exercises.ladders import ladder_mistakes


def position_similarity(gap, width, base=10_000.0):
    return sum(math.cos(gap * base ** (-2 * i / width)) for i in range(width // 2))


EDGES = ((0, 2), (0, 6), (1, 2), (-1, 2), (3, 4, 100.0), (100, 64), (1713, 64), (-4000, 8))


def cases(random):
    for number, width in enumerate(sorted(draw_width(random) for _ in range(30))):
        gap, base = draw_gap(random), draw_base(random)
        if number % 3 == 1 and abs(gap) < 50:
            gap = int(random.integers(50, 4001))
        if number % 3 == 2:
            # The least alike of several: at small widths their product is negative.
            gaps = [draw_gap(random) for _ in range(12)]
            gap = min(gaps, key=lambda gap: position_similarity(gap, width, base))
        yield gap, width, base


def of_angles(combine):
    """``combine(angles)`` of the right angles, which keep the gap's sign, shape (width/2,)."""
    return lambda gap, width, base=10_000.0: float(combine(gap * pair_rates(width, base)))


def of_encodings(combine):
    """``combine(one, other)`` of the encodings of position 0 and of the gap."""
    return lambda gap, width, base=10_000.0: float(
        combine(encoding(0, width, base), encoding(gap, width, base))
    )


def similarity_with(rates):
    return lambda gap, width, base=10_000.0: float(np.sum(np.cos(gap * rates(width, base))))


def component_rates(gap, width, base=10_000.0):
    return sum(math.cos(gap * base ** (-j / width)) for j in range(width))


MISTAKES = (
    Mistake(
        "mean",
        of_angles(lambda angles: np.cos(angles).mean()),
        "You return the mean over the pairs, which is the cosine of the two encodings. The dot "
        "product is the sum: width/2 at gap 0.",
    ),
    Mistake(
        "over-width",
        of_angles(lambda angles: np.cos(angles).sum() / (2 * len(angles))),
        "You divide by the width. The dot product is a plain sum over the pairs: width/2 at gap 0.",
    ),
    Mistake(
        "over-root-of-width",
        of_angles(lambda angles: np.cos(angles).sum() / np.sqrt(2 * len(angles))),
        "You divide by the root of the width, as attention does with its scores. The plain dot "
        "product is due here.",
    ),
    Mistake(
        "each-pair-twice",
        of_angles(lambda angles: 2 * np.cos(angles).sum()),
        "Each pair is counted twice. Its sine part and its cosine part together give cos(gap·rate) "
        "once: width/2 at gap 0.",
    ),
    Mistake(
        "rate-per-component",
        component_rates,
        "You add a cosine for every component, each at a rate of its own. There is one cosine a "
        "pair, width/2 of them.",
    ),
    Mistake(
        "sines",
        of_angles(lambda angles: np.sin(angles).sum()),
        "You add sines. sin a·sin b + cos a·cos b is the cosine of the difference.",
    ),
    Mistake(
        "sum-of-the-encoding",
        of_angles(lambda angles: np.sin(angles).sum() + np.cos(angles).sum()),
        "You add up all components of one encoding. A dot product takes two encodings: multiply "
        "component by component, then add.",
    ),
    Mistake(
        "gap-makes-no-difference",
        of_angles(lambda angles: len(angles)),
        "Your result is width/2 whatever the gap: an encoding multiplied with itself. The two "
        "encodings stand `gap` apart.",
    ),
    Mistake(
        "counted-from-one",
        lambda gap, width, base=10_000.0: position_similarity(gap - 1, width, base),
        "Your two positions are gap - 1 apart: do you start at 1? At gap 0 the result is width/2.",
    ),
    Mistake(
        "gap-over-width",
        lambda gap, width, base=10_000.0: position_similarity(gap / width, width, base),
        "You divide the gap by the width. The angle of a pair is gap times its rate.",
    ),
    Mistake(
        "distance",
        of_encodings(lambda one, other: np.linalg.norm(one - other)),
        "You return the distance between the two encodings. The dot product is wanted, which is "
        "largest, width/2, where the distance is 0.",
    ),
    Mistake(
        "squared-distance",
        of_encodings(lambda one, other: np.sum((one - other) ** 2)),
        "You return the squared distance between the two encodings. The dot product is wanted: "
        "multiply the components, do not subtract them.",
    ),
    Mistake(
        "half-way",
        of_angles(lambda angles: np.cos(angles / 2).sum()),
        "Your angles are half as large as they should be. A pair turns by gap times its rate.",
    ),
    Mistake(
        "first-pair-alone",
        of_angles(lambda angles: np.cos(angles[0])),
        "You use the first pair alone. Every pair adds its cosine.",
    ),
    Mistake(
        "slowest-pair-alone",
        of_angles(lambda angles: np.cos(angles[-1])),
        "You return the last pair's cosine alone. Every pair adds its own: is the sum overwritten "
        "in the loop?",
    ),
    Mistake(
        "product-of-cosines",
        of_angles(lambda angles: np.cos(angles).prod()),
        "You multiply the cosines of the pairs. They are added.",
    ),
    Mistake(
        "cosine-of-the-sum",
        of_angles(lambda angles: np.cos(angles.sum())),
        "You add the angles and take one cosine. Take the cosine of each pair, then add.",
    ),
    Mistake(
        "sign-dropped",
        of_angles(lambda angles: abs(np.cos(angles).sum())),
        "You drop the sign of the result. A dot product may be negative: at some gaps most hands "
        "point opposite ways.",
    ),
    Mistake(
        "signs-of-the-cosines-dropped",
        of_angles(lambda angles: np.abs(np.cos(angles)).sum()),
        "You drop the sign of each cosine. Hands that point opposite ways take away from the "
        "similarity.",
    ),
    Mistake(
        "degrees",
        of_angles(lambda angles: np.cos(np.radians(angles)).sum()),
        "You treat the angles as degrees. gap·rate is in radians, which is what cos takes.",
    ),
    Mistake(
        "extra-two-pi",
        of_angles(lambda angles: np.cos(2 * np.pi * angles).sum()),
        "There is an extra 2π: a rate is radians per position, not turns.",
    ),
    *ladder_mistakes(
        similarity_with,
        "exponent-i-over-d",
        "pairs-from-one",
        "pairs-from-minus-one",
        "half-step",
        "reaches-the-base",
        "width-halved-twice",
        "growing",
        "natural-base",
        "all-alike",
        "base-ignored",
    ),
)


def from_the_start(gap, width, base=10_000.0):
    return encoding(0, width, base) @ encoding(gap, width, base)


def from_far_away(gap, width, base=10_000.0):
    return np.asarray(np.dot(encoding(5000, width, base), encoding(5000 + gap, width, base)))


def from_the_distance(gap, width, base=10_000.0):
    step = encoding(0, width, base) - encoding(gap, width, base)
    return width / 2 - np.linalg.norm(step) ** 2 / 2


def with_complex_numbers(gap, width, base=10_000.0):
    return np.exp(1j * gap * pair_rates(width, base)).sum().real


def with_plain_python(gap, width, base=10_000.0):
    return math.fsum(math.cos(abs(gap) / math.pow(base, j / width)) for j in range(0, width, 2))


def in_single_precision(gap, width, base=10_000.0):
    return np.cos(np.float32(gap) * pair_rates(width, base).astype(np.float32)).sum()


EXERCISE = Exercise(
    answer=position_similarity,
    edges=EDGES,
    cases=cases,
    # The product of the two lengths, which are both the root of width/2.
    judge=within(lambda arguments, expected: arguments[1] / 2),
    mistakes=MISTAKES,
    right=(
        from_the_start,
        from_far_away,
        from_the_distance,
        with_complex_numbers,
        with_plain_python,
        in_single_precision,
    ),
    varies="gaps of both signs to 4 000, widths 2 to 128, bases 100 to 10⁶",
    ignores="whether two encodings are multiplied or the gap alone is used",
    builds_on=("clock_rates", "sinusoidal_encoding"),
)
