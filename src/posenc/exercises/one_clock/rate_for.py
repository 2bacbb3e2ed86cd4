"""rate_for: one clock for a given number of positions."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, having


def rate_for(count):
    return 2 * math.pi / count


EDGES = ((2,), (4,), (12,), (64,))


def cases(random):
    # From 65 positions on a seat too many is within one per cent of the best.
    few = random.choice(np.arange(3, 13), 7, replace=False)
    many = random.choice(np.arange(13, 64), 13, replace=False)
    yield from ((int(count),) for count in sorted([*few, *many]))


def best(count):
    """The largest distance that the nearest two of `count` readings can have."""
    return 2 * math.sin(math.pi / count)


def nearest_gap(count, rate):
    """The gap whose two readings are nearest, and their distance."""
    distances = 2 * np.abs(np.sin(np.arange(1, count) * float(rate) / 2))
    return 1 + int(np.argmin(distances)), float(np.min(distances))


def spread_as_well_as_can_be(arguments, result):
    (count,) = arguments
    gap, distance = nearest_gap(count, result)
    if distance >= 0.99 * best(count):
        return None
    return (
        f"At the rate {float(result):.6g} positions 0 and {gap} read {distance:.3g} apart. With "
        f"{count} positions the nearest two can be {best(count):.3g} apart; yours must be at least "
        f"{0.99 * best(count):.3g}."
    )


MISTAKES = (
    Mistake(
        "one-gap-less",
        lambda count: 2 * math.pi / (count - 1),
        "At your rate the last position reads like position 0: the hand is back where it began. "
        "On a circle there are as many steps as positions, the last one leads back to the first.",
    ),
    Mistake(
        "one-gap-more",
        lambda count: 2 * math.pi / (count + 1),
        "Your hand stops one step short, and leaves a gap twice as wide as the others between the "
        "last position and the first.",
    ),
    Mistake(
        "half-the-circle",
        lambda count: math.pi / count,
        "Your positions lie on one half of the circle. Use all of it.",
    ),
    Mistake(
        "half-the-circle-end-to-end",
        lambda count: math.pi / (count - 1),
        "Your positions lie on one half of the circle, from one end to the other. Use all of it.",
    ),
    Mistake(
        "turns-for-radians",
        lambda count: 1 / count,
        "Your rate is in turns for each position. Rates are in radians.",
    ),
    Mistake(
        "degrees",
        lambda count: 360 / count,
        "Your rate is in degrees for each position. Rates are in radians.",
    ),
    Mistake(
        "always-one",
        lambda count: 1.0,
        "You return rate 1 for every number of positions. For a few positions it is too slow or "
        "too fast, and with many of them the hand comes close to where it was.",
    ),
    Mistake(
        "whole-turns",
        lambda count: 2 * math.pi * count,
        "At your rate the hand makes whole turns from each position to the next, so all positions "
        "read alike.",
    ),
    Mistake(
        "upside-down",
        lambda count: count / (2 * math.pi),
        "Your fraction is upside down: more positions need a slower hand.",
    ),
    Mistake(
        "period",
        lambda count: count,
        "You return how many positions a turn takes. The rate is how many radians one position "
        "takes.",
    ),
    Mistake(
        "distance-returned",
        best,
        "You return a distance between readings. Return the rate of the clock, in radians for each "
        "position.",
    ),
    Mistake(
        "golden-angle",
        lambda count: math.pi * (3 - math.sqrt(5)),
        "You use the golden angle for every count. It spreads any number of positions fairly "
        "well; for a number that is known one can do better.",
    ),
)


def backwards(count):
    return -math.tau / count


def with_a_turn_more(count):
    return np.asarray(2 * np.pi / count + 2 * np.pi)


def the_long_way_round(count):
    """One step less than a whole turn for each position."""
    return np.float32(2 * np.pi * (count - 1) / count)


def in_degrees(count):
    return np.deg2rad(360 / count)


def star(count):
    """Some number of places further each time, as a star is drawn in one line."""
    steps = [step for step in range(1, count) if math.gcd(step, count) == 1]
    return [2 * math.pi * steps[len(steps) // 2] / count][0]


EXERCISE = Exercise(
    answer=rate_for,
    edges=EDGES,
    cases=cases,
    judge=having(spread_as_well_as_can_be),
    mistakes=MISTAKES,
    right=(backwards, with_a_turn_more, the_long_way_round, in_degrees, star),
    varies="2 to 64 positions",
    ignores="the direction of the hand and whole turns more: any rate that spreads them is right",
)
