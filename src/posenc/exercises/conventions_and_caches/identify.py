"""identify: which rotation is this? Convention, base and sense of a function handed in."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Handed, Mistake, within
from posenc.exercises.drawing import draw_base
from posenc.exercises.formulas import pair_rates, turn_adjacent, turn_halves

TURNS = {"adjacent": turn_adjacent, "halves": turn_halves}


def rotation(pairs, base, sense):
    """A rotation of vectors (…, d) to positions (…), lists and one row alone included."""

    def turned(vectors, positions):
        rows = np.asarray(vectors, dtype=float)
        angles = np.multiply.outer(
            sense * np.asarray(positions, dtype=float), pair_rates(rows.shape[-1], base)
        )
        return TURNS[pairs](rows, angles)

    return turned


def reading(rotate_rows, width, component, position=1):
    """The unit vector of `component`, turned to `position`."""
    rows = np.zeros((1, width))
    rows[0, component] = 1.0
    return np.asarray(rotate_rows(rows, np.array([position])))[0]


def identify(rotate_rows, width):
    # Component 0 meets its partner at position 1: component 1 in one convention, d/2 in the other.
    first = reading(rotate_rows, width, 0)
    pairs = "adjacent" if abs(first[1]) > abs(first[width // 2]) else "halves"
    partner = 1 if pairs == "adjacent" else width // 2
    # Pair 1 turns by base ** (-2/d).
    start = 2 if pairs == "adjacent" else 1
    second = reading(rotate_rows, width, start)
    rate = math.atan2(abs(second[start + partner]), second[start])
    return pairs, rate ** (-width / 2), 1 if first[partner] > 0 else -1


def handed(pairs, base, sense):
    return Handed(rotation(pairs, base, sense), "a rotation")


EDGES = (
    (handed("adjacent", 10_000.0, 1), 4),
    (handed("halves", 500_000.0, 1), 4),
    (handed("halves", 100.0, -1), 6),
)


def cases(random):
    # Of each kind as many widths with an odd number of pairs as with an even one.
    kinds = [(pairs, sense, odd) for pairs in TURNS for sense in (1, -1) for odd in (0, 1)] * 3
    drawn = [
        (2 * (2 * int(random.integers(1, 9 - odd)) + odd), pairs, sense)
        for pairs, sense, odd in kinds
    ]
    for width, pairs, sense in sorted(drawn, key=lambda kind: kind[0]):
        yield handed(pairs, draw_base(random), sense), width


def describe(pairs, base, sense):
    places = {"adjacent": "(0, 1), (2, 3) …", "halves": "(0, d/2), (1, d/2 + 1) …"}[pairs]
    way = "+1, counter-clockwise" if sense > 0 else "−1, clockwise"
    return f"pairs {places}, base {show(base)}, sense {way}"


def show(value):
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value:,.0f}".replace(",", " ") if 1000 <= value < 1e9 else f"{value:.4g}"


def what_it_was(arguments, expected, given):
    shown = ", ".join(show(np.asarray(each).item()) for each in given)
    return f"The function has {describe(*expected)}. You found ({shown})."


def one_percent_of_the_base(arguments, expected):
    return np.array([0.0, 10 * abs(expected[1]), 0.0])


def found(change):
    """``change(pairs, base, sense, width)`` of what is right."""
    return lambda rotate_rows, width: change(*identify(rotate_rows, width), width)


def probed_far_away(rotate_rows, width):
    pairs, _, sense = identify(rotate_rows, width)
    start, partner = (2, 1) if pairs == "adjacent" else (1, width // 2)
    far = reading(rotate_rows, width, start, 50)
    angle = math.atan2(sense * far[start + partner], far[start]) % (2 * math.pi)
    return pairs, (angle / 50) ** (-width / 2), sense


def always_asked_at(start, partner):
    """The rate is read off two fixed components, whatever the convention."""

    def asked(rotate_rows, width):
        pairs, _, sense = identify(rotate_rows, width)
        place, other = start(width), start(width) + partner(width)
        turned = reading(rotate_rows, width, place)
        rate = math.atan2(abs(turned[other]), abs(turned[place]))
        return pairs, max(rate, 1e-9) ** (-width / 2), sense

    return asked


def signed_where_odd(pairs, base, sense, width):
    """A negative rate to a whole power: its sign survives where the power is odd."""
    return pairs, base * sense ** (width // 2), sense


def slowest_is_one_over_base(pairs, base, sense, width):
    return pairs, base ** ((width - 2) / width), sense


MISTAKES = (
    Mistake(
        "other-sense",
        found(lambda pairs, base, sense, width: (pairs, base, -sense)),
        "Your sense has the wrong sign. Counter-clockwise, +1, takes (1, 0) of a pair to a second "
        "component that is positive: sin 1 at position 1.",
    ),
    Mistake(
        "sense-always-one",
        found(lambda pairs, base, sense, width: (pairs, base, 1)),
        "You answer +1 for every function. The cosine is the same both ways round; the sign of the "
        "sine tells them apart.",
    ),
    Mistake(
        "always-adjacent",
        found(lambda pairs, base, sense, width: ("adjacent", base, sense)),
        'You answer "adjacent" for every function. Turn a row that is 1 in component 0 and see '
        "which other component it reaches.",
    ),
    Mistake(
        "always-halves",
        found(lambda pairs, base, sense, width: ("halves", base, sense)),
        'You answer "halves" for every function. Turn a row that is 1 in component 0 and see '
        "which other component it reaches.",
    ),
    Mistake(
        "words-swapped",
        found(
            lambda pairs, base, sense, width: (
                "halves" if pairs == "adjacent" else "adjacent",
                base,
                sense,
            )
        ),
        'The two words have changed places. "adjacent" is (0, 1), (2, 3) …; "halves" is (0, d/2), '
        "(1, d/2 + 1) …",
    ),
    Mistake(
        "base-assumed",
        found(lambda pairs, base, sense, width: (pairs, 10_000.0, sense)),
        "You answer base 10 000 for every function. Models use others; measure how far pair 1 "
        "turns from one position to the next.",
    ),
    Mistake(
        "base-squared",
        found(lambda pairs, base, sense, width: (pairs, base**2, sense)),
        "You give the square of the base. The rate of pair 1 is base ** (-2/d), so the base is "
        "rate ** (-d/2).",
    ),
    Mistake(
        "base-rooted",
        found(lambda pairs, base, sense, width: (pairs, base**0.5, sense)),
        "You give the root of the base. The rate of pair 1 is base ** (-2/d), so the base is "
        "rate ** (-d/2).",
    ),
    Mistake(
        "base-upside-down",
        found(lambda pairs, base, sense, width: (pairs, 1 / base, sense)),
        "You give 1/base. The rates fall as the base grows: rate ** (-d/2), with a minus.",
    ),
    Mistake(
        "divisor-of-pair-one",
        found(lambda pairs, base, sense, width: (pairs, base ** (2 / width), sense)),
        "You give the divisor of pair 1, base ** (2/d). Raise it to the power d/2.",
    ),
    Mistake(
        "slowest-is-one-over-base",
        found(slowest_is_one_over_base),
        "You take the slowest rate for 1/base. Its exponent is -(d-2)/d, so it never quite "
        "gets there.",
    ),
    Mistake(
        "base-of-pair-zero",
        found(lambda pairs, base, sense, width: (pairs, 1.0, sense)),
        "You find base 1: pair 0 turns by 1 at every base, so it says nothing about it. Measure "
        "pair 1.",
    ),
    Mistake(
        "rate-with-its-sign",
        found(signed_where_odd),
        "Where the function turns clockwise, the angle you measure is negative, and so is your "
        "base at widths such as 6 and 10. Take the size of the angle first.",
    ),
    Mistake(
        "the-lessons-own",
        lambda rotate_rows, width: ("adjacent", 10_000.0, 1),
        "You give the same answer for every function, that of the lesson's own `rotate_rows`. "
        "Inside `identify` that name stands for the function that is handed in.",
    ),
    Mistake(
        "power-of-ten",
        found(lambda pairs, base, sense, width: (pairs, 10.0 ** round(math.log10(base)), sense)),
        "You round the base to a power of ten. Bases such as 500 000 are in use; give what you "
        "measure.",
    ),
    Mistake(
        "probed-far-away",
        probed_far_away,
        "You measure at a far position, where pair 1 may have come round, and then an angle tells "
        "no rate. Measure at position 1, where no pair has made a turn.",
    ),
    Mistake(
        "base-by-adjacent",
        always_asked_at(lambda width: 2, lambda width: 1),
        "You read the rate off components 2 and 3 whatever the convention. Where pairs are halves, "
        "pair 1 is components 1 and 1 + d/2.",
    ),
    Mistake(
        "base-by-halves",
        always_asked_at(lambda width: 1, lambda width: width // 2),
        "You read the rate off components 1 and 1 + d/2 whatever the convention. Where pairs are "
        "adjacent, pair 1 is components 2 and 3.",
    ),
)


def by_trying_both(rotate_rows, width):
    """Turns a row and sees which convention and sense, with the measured base, gives the same."""
    row = [float(component % 5 - 1.5) for component in range(width)]
    turned = rotate_rows(row, 1)
    for pairs, start, partner in (("adjacent", 2, 1), ("halves", 1, width // 2)):
        before = complex(row[start], row[start + partner])
        angle = np.angle(complex(turned[start], turned[start + partner]) / before)
        if angle == 0:
            continue
        base, sense = abs(angle) ** (-width / 2), int(np.sign(angle))
        if 50 < base < 2e6 and np.allclose(rotation(pairs, base, sense)(row, 1), turned):
            return [pairs, base, sense]
    raise AssertionError("no sound rotation")


def from_the_slowest_pair(rotate_rows, width):
    turned = np.array(rotate_rows(np.eye(width).tolist(), [1] * width))
    halves = abs(turned[0][width // 2]) > 0.5
    partner = width // 2 if halves else 1
    last = width // 2 - 1 if halves else width - 2
    rate = abs(turned[last][last + partner])
    base = math.asin(rate) ** (-width / (width - 2))
    return "halves" if halves else "adjacent", base, np.sign(turned[0][partner])


def by_the_whole_matrix(rotate_rows, width):
    """All rates at once, from the generator of the turn."""
    matrix = rotate_rows(np.eye(width), np.full(width, 1))
    partner = int(np.argmax(np.abs(matrix[0, 1:]))) + 1
    firsts = range(width // 2) if partner > 1 else range(0, width, 2)
    rates = np.array([np.arctan2(matrix[j, j + partner], matrix[j, j]) for j in firsts])
    slope = np.polyfit(np.arange(len(rates)), np.log(np.abs(rates)), 1)[0]
    base = np.exp(-slope * width / 2)
    return ("adjacent" if partner == 1 else "halves"), base, np.int64(np.sign(rates[0]))


def in_single_precision(rotate_rows, width):
    pairs, base, sense = identify(rotate_rows, width)
    return pairs, np.float32(base), np.float32(sense)


EXERCISE = Exercise(
    answer=identify,
    edges=EDGES,
    cases=cases,
    judge=within(one_percent_of_the_base, words=tuple(TURNS), tells=what_it_was),
    mistakes=MISTAKES,
    right=(by_trying_both, from_the_slowest_pair, by_the_whole_matrix, in_single_precision),
    varies="the rotation handed in: convention, bases 100 to 10⁶, both senses; widths 4 to 32",
    ignores="how often the rotation is called, and with what",
    builds_on=("rotate_halves", "halves_order"),
    evidence=5,
)
