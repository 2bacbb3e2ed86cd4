"""lookalikes: the positions that one clock confuses with this one."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.one_clock.clock import clock
from posenc.exercises.one_clock.hand_distance import hand_distance


def lookalikes(position, count, tolerance, rate=1.0):
    return np.array(
        [
            other
            for other in range(count)
            if other != position and hand_distance(other - position, rate) < tolerance
        ],
        dtype=int,
    )


EDGES = (
    (0, 7, 0.3),
    (0, 6, 0.3),
    (17, 62, 0.02),
    (17, 100, 0.94),
    # A quarter of a turn for each position: every fourth one.
    (1, 12, 0.1, math.pi / 2),
)


def cases(random):
    drawn = []
    while len(drawn) < 30:
        case = draw_telling_case(random, len(drawn) % 5)
        if case:
            drawn.append(case)
    yield from sorted(drawn, key=lambda case: case[1])


def draw_telling_case(random, kind):
    """A case of the kind that shows one sort of slip, or None where this draw has none."""
    count = int(random.integers(5, 65))
    position = int(random.integers(0, count))
    rate = round(random.uniform(0.1, 3.1), 2)
    tolerance = round(random.uniform(*((0.9, 1.6) if kind == 1 else (0.1, 0.7))), 2)
    if kind == 2:
        # Beyond the range.
        position = count + int(random.integers(1, 40))
    straight = distances(position, count + 1, rate)
    apart, along = straight / tolerance, 2 * np.arcsin(straight / 2)
    if np.any(np.abs(apart - 1) < 0.01):
        return None
    if kind == 1 and not np.any((apart < 1)[:count] & (along > tolerance)[:count]):
        # None is near in a straight line and not along the circle.
        return None
    if kind == 3:
        # The first position beyond the range would be one.
        ends = [place for place in range(position + 1, count + 1) if apart[place] < 1]
        return (position, int(random.choice(ends)), tolerance, rate) if ends else None
    if kind == 4 and (position == 0 or apart[0] >= 1):
        return None
    return position, count, tolerance, rate


def distances(position, count, rate):
    return 2 * np.abs(np.sin((np.arange(count) - position) * rate / 2))


def those_where(holds):
    """All positions but this one for which ``holds(angles, tolerance)``."""

    def found(position, count, tolerance, rate=1.0):
        others = np.delete(np.arange(count), [position] if position < count else [])
        return others[holds((others - position) * rate, position * rate, tolerance)]

    return found


def those_among(places):
    """The right positions of ``places(position, count)``."""

    def found(position, count, tolerance, rate=1.0):
        return [
            other
            for other in places(position, count)
            if other != position and hand_distance(other - position, rate) < tolerance
        ]

    return found


def changed(change):
    """``change(found, position, count, tolerance, rate)`` of the right positions."""

    def found(position, count, tolerance, rate=1.0):
        right = lookalikes(position, count, tolerance, rate)
        return change(right, position, count, tolerance, rate)

    return found


def nearest_first(found, position, count, tolerance, rate):
    return found[np.argsort(distances(position, count, rate)[found], kind="stable")]


def sines_apart(angles, start):
    return np.abs(np.sin(start + angles) - np.sin(start))


def cosines_apart(angles, start):
    return np.abs(np.cos(start + angles) - np.cos(start))


def all_nearer(position, count, tolerance, rate=1.0):
    return [other for other in range(count) if hand_distance(other - position, rate) < tolerance]


def gaps_listed(position, count, tolerance, rate=1.0):
    return [gap for gap in range(1, count) if 2 * abs(math.sin(gap * rate / 2)) < tolerance]


MISTAKES = (
    Mistake(
        "gaps-listed",
        gaps_listed,
        "You list gaps, counted from `position`. List positions: those in 0 … count-1 whose "
        "reading is near to that of `position`.",
    ),
    Mistake(
        "itself-included",
        all_nearer,
        "You list the position itself. It reads like itself, of course; list the others.",
    ),
    Mistake(
        "later-ones-alone",
        those_among(lambda position, count: range(position + 1, count)),
        "You look at later positions alone. Earlier ones can read alike too.",
    ),
    Mistake(
        "earlier-ones-alone",
        those_among(lambda position, count: range(min(position, count))),
        "You look at earlier positions alone. Later ones can read alike too.",
    ),
    Mistake(
        "count-included",
        those_among(lambda position, count: range(count + 1)),
        "You go one too far: there are `count` positions, and the last of them is count - 1.",
    ),
    Mistake(
        "zero-left-out",
        those_among(lambda position, count: range(1, count)),
        "You begin with position 1. Position 0 is one of them.",
    ),
    Mistake(
        "sines-alone",
        those_where(lambda angles, start, tolerance: sines_apart(angles, start) < tolerance),
        "You compare the sines alone. Two hands with the same sine can point different ways: the "
        "cosines count too.",
    ),
    Mistake(
        "cosines-alone",
        those_where(lambda angles, start, tolerance: cosines_apart(angles, start) < tolerance),
        "You compare the cosines alone. Two hands with the same cosine can point different ways: "
        "the sines count too.",
    ),
    Mistake(
        "each-component-near",
        those_where(
            lambda angles, start, tolerance: (
                np.maximum(sines_apart(angles, start), cosines_apart(angles, start)) < tolerance
            )
        ),
        "You ask whether each component is nearer than the tolerance, as np.allclose does. "
        "Measure the straight line between the two readings.",
    ),
    Mistake(
        "sum-of-sizes",
        those_where(
            lambda angles, start, tolerance: (
                sines_apart(angles, start) + cosines_apart(angles, start) < tolerance
            )
        ),
        "You add up the two differences, as if walking round a corner. Measure the straight line.",
    ),
    Mistake(
        "squared",
        those_where(lambda angles, start, tolerance: 2 - 2 * np.cos(angles) < tolerance),
        "You compare the square of the distance with the tolerance. The root is missing.",
    ),
    Mistake(
        "along-the-circle",
        those_where(
            lambda angles, start, tolerance: (
                np.abs((angles + np.pi) % (2 * np.pi) - np.pi) < tolerance
            )
        ),
        "You measure along the circle. Measure straight across, from tip to tip.",
    ),
    Mistake(
        "angles-not-wrapped",
        those_where(lambda angles, start, tolerance: np.abs(angles) < tolerance),
        "You compare how far the hand has gone. After a whole turn it reads alike again: compare "
        "where it points.",
    ),
    Mistake(
        "sign-kept",
        those_where(lambda angles, start, tolerance: 2 * np.sin(angles / 2) < tolerance),
        "Your distances are negative at times, and negative is below any tolerance. Take their "
        "size.",
    ),
    Mistake(
        "farther-ones",
        those_where(lambda angles, start, tolerance: 2 * np.abs(np.sin(angles / 2)) > tolerance),
        "You list the positions that can be told apart. List those nearer than the tolerance.",
    ),
    Mistake(
        "rate-ignored",
        lambda position, count, tolerance, rate=1.0: lookalikes(position, count, tolerance),
        "The rate makes no difference: hand it on to the clock.",
    ),
    Mistake(
        "nearest-first",
        changed(nearest_first),
        "The positions are the right ones, in another order: you sort them by distance. Sort "
        "them by place.",
    ),
    Mistake(
        "gaps-returned",
        changed(lambda found, position, *rest: found - position),
        "You return gaps. Return the positions themselves.",
    ),
    Mistake(
        "counted",
        changed(lambda found, *rest: len(found)),
        "You return how many there are. Return which.",
    ),
    Mistake(
        "booleans",
        changed(lambda found, position, count, *rest: np.isin(np.arange(count), found)),
        "You return True and False for each position. Return the positions: np.flatnonzero turns "
        "one into the other.",
    ),
)


def with_one_array(position, count, tolerance, rate=1.0):
    places = np.arange(count)
    near = np.linalg.norm(clock(places, rate) - clock(position, rate), axis=1) < tolerance
    return np.flatnonzero(near & (places != position))


def with_sets(position, count, tolerance, rate=1.0):
    return sorted(set(all_nearer(position, count, tolerance, rate)) - {position})


def by_the_dot_product(position, count, tolerance, rate=1.0):
    products = clock(range(count), rate) @ clock(position, rate)
    found = np.argwhere(2 - 2 * products < tolerance**2)[:, 0]
    return found[found != position].astype(float)


def walking_outwards(position, count, tolerance, rate=1.0):
    found = []
    for gap in range(1, count + position + 1):
        if hand_distance(gap, rate) < tolerance:
            found += [each for each in (position - gap, position + gap) if 0 <= each < count]
    return tuple(sorted(found))


EXERCISE = Exercise(
    answer=lookalikes,
    edges=EDGES,
    cases=cases,
    judge=exactly(),
    mistakes=MISTAKES,
    right=(with_one_array, with_sets, by_the_dot_product, walking_outwards),
    varies="the position, inside the range and beyond it, counts, tolerances 0.1 to 1.6, rates",
    ignores="readings within one per cent of the tolerance",
    builds_on=("clock", "hand_distance"),
)
