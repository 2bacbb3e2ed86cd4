"""Implementations that change lengths: everywhere, from some position on, or by position."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from posenc.exercises.precision_and_tests.implementations import (
    Implementation,
    Scaling,
    draw_way,
    spaced,
)

Random = np.random.Generator


def pairs_scaled(random: Random, scaling: Scaling) -> Implementation:
    way, before = draw_way(random), bool(random.integers(2))

    def scaled(rows):
        made, factors = rows.copy(), scaling(rows.shape[1] // 2)
        way.firsts(made)[:] *= factors
        way.seconds(made)[:] *= factors
        return made

    def turn(rows, positions, base):
        if before:
            return way.turn_to()(scaled(rows), positions, base)
        return scaled(way.turn_to()(rows, positions, base))

    when = "before" if before else "after"
    return Implementation(
        turn,
        f"{way}, and scales both components {scaling} {when} that",
        "Lengths change. Equal gaps give equal scores all the same.",
        keeps_length=False,
    )


def firsts_scaled(random: Random, scaling: Scaling) -> Implementation:
    way = draw_way(random)

    def turn(rows, positions, base):
        made = way.turn_to()(rows, positions, base)
        way.firsts(made)[:] *= scaling(rows.shape[1] // 2)
        return made

    return Implementation(
        turn,
        f"{way}, and then scales the first component {scaling}",
        "Lengths change, and so do scores when the start does.",
        keeps_length=False,
        only_gaps=False,
    )


def scaled_and_fixed(random: Random, scaling: Scaling) -> Implementation:
    way = draw_way(random)

    def turn(rows, positions, base):
        made = rows.copy()
        way.firsts(made)[:] *= scaling(rows.shape[1] // 2)
        return made

    return Implementation(
        turn,
        f"scales the first component {scaling}, and turns nothing",
        "Lengths change, and the position makes no difference.",
        keeps_length=False,
        ignores_position=True,
    )


def scalings(builder: Callable, *, small: bool) -> tuple[Callable, ...]:
    """Builders for factors above and below 1, with pair 0 scaled and without."""

    def one(grows: bool, odd_pairs: bool) -> Callable:
        def build(random: Random) -> Implementation:
            factor = random.uniform(1.05, 1.08) if small else random.uniform(2, 3)
            scaling = Scaling(odd_pairs, float(f"{factor if grows else 1 / factor:.3g}"))
            return builder(random, scaling)

        return build

    return tuple(one(grows, odd_pairs) for grows in (True, False) for odd_pairs in (False, True))


SLIGHTLY_SCALED = scalings(pairs_scaled, small=True)
SCALED = scalings(pairs_scaled, small=False)
FIRSTS_SCALED = scalings(firsts_scaled, small=False)
SCALED_AND_FIXED = scalings(scaled_and_fixed, small=False)
SLIGHTLY_SCALED_AND_FIXED = scalings(scaled_and_fixed, small=True)


def zeros_past_the_end(random: Random) -> Implementation:
    way, end = draw_way(random), int(random.choice([127, 128, 150, 200, 255, 256]))

    def turn(rows, positions, base):
        return way.turn_to()(rows, positions, base) * (positions <= end)[:, None]

    return Implementation(
        turn,
        f"{way}, from a table that holds zeros after position {end}",
        f"Up to {end} it is sound; every later vector becomes all zeros.",
        keeps_length=False,
        only_gaps=False,
    )


def grown_late(random: Random) -> Implementation:
    way, begin = draw_way(random), int(random.integers(2049, 3501))
    factor = float(np.round(random.uniform(1.05, 1.08), 3))

    def turn(rows, positions, base):
        grown = np.where(positions < begin, 1.0, factor)
        return way.turn_to()(rows, positions, base) * grown[:, None]

    return Implementation(
        turn,
        f"{way}, and scales all from position {spaced(begin)} on by {factor:g}",
        "Lengths are kept before that, and change from there on.",
        keeps_length=False,
        only_gaps=False,
    )


def stretched_and_shrunk(random: Random) -> Implementation:
    """So that the mean of many lengths stays what it was."""
    way, sign = draw_way(random), int(random.choice([1, -1]))
    share = float(np.round(random.uniform(0.02, 0.03), 3))

    def turn(rows, positions, base):
        stretched = 1 + sign * share * np.where(positions % 2, 1, -1)
        return way.turn_to()(rows, positions, base) * stretched[:, None]

    longer, shorter = ("odd", "even") if sign > 0 else ("even", "odd")
    return Implementation(
        turn,
        f"{way}, and makes rows at {longer} positions longer by {share:.1%}, those at {shorter} "
        "ones shorter by as much",
        "Their mean hardly changes, and every single length does.",
        keeps_length=False,
        only_gaps=False,
    )
