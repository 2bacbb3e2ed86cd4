"""Implementations to be judged: sound ones of every convention, and the faults people ship."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from posenc.exercises.declaring import Handed
from posenc.exercises.precision_and_tests.implementations import (
    Implementation,
    draw_way,
    hashed,
    ladder,
    spaced,
)
from posenc.exercises.precision_and_tests.rounded_positions import rounded_positions

Random = np.random.Generator


def sound(random: Random) -> Implementation:
    way = draw_way(random)
    return Implementation(way.turn_to(), str(way), "That is sound.")


def in_single_precision(random: Random) -> Implementation:
    way = draw_way(random)

    def turn(rows, positions, base):
        rates = ladder(rows.shape[1], base or way.base).astype(np.float32)
        angles = np.multiply.outer(positions.astype(np.float32), rates)
        return way.turn(rows.astype(np.float32), angles)

    return Implementation(
        turn,
        f"{way}, in single precision",
        "Lengths change by less than a millionth, scores by less than a ten-thousandth of "
        "‖q‖·‖k‖: that is sound.",
    )


def partial(random: Random) -> Implementation:
    way, part = draw_way(random), int(random.choice([2, 4]))

    def turn(rows, positions, base):
        rotated = 2 * max(1, rows.shape[1] // (2 * part))
        turned = way.turn_to()(rows[:, :rotated], positions, base)
        return np.concatenate([turned, rows[:, rotated:]], axis=1)

    share = {2: "half", 4: "a quarter"}[part]
    return Implementation(
        turn, f"{way}, in the first {share} of the components", "The rest stays. That is sound."
    )


def from_an_offset(random: Random) -> Implementation:
    way = draw_way(random)
    offset = 1 if random.random() < 0.4 else int(random.integers(2, 1000))
    counted = "with positions counted from 1" if offset == 1 else f"at the position plus {offset}"
    return Implementation(
        way.turn_to(lambda positions: positions + offset),
        f"{way}, {counted}",
        "Gaps stay what they are: that is sound.",
    )


def fixed_at_0(random: Random) -> Implementation:
    return fixed(random, 0)


def fixed_elsewhere(random: Random) -> Implementation:
    return fixed(random, int(random.integers(1, 100)))


def fixed(random: Random, place: int) -> Implementation:
    way = draw_way(random)
    return Implementation(
        way.turn_to(lambda positions: np.full(len(positions), place)),
        f"{way}, all rows to position {place}",
        "It never looks at the positions: lengths are kept, and equal gaps give equal scores.",
        ignores_position=True,
    )


def there_and_back(random: Random) -> Implementation:
    way = draw_way(random)

    def turn(rows, positions, base):
        return way.turn_to(np.negative)(way.turn_to()(rows, positions, base), positions, base)

    return Implementation(
        turn,
        f"{way}, and then turns back again",
        "But for rounding the position makes no difference: lengths are kept, and equal gaps "
        "give equal scores.",
        ignores_position=True,
    )


def encoding_added(random: Random) -> Implementation:
    way, learned = draw_way(random), random.random() < 0.4
    salt = float(random.uniform(0, 100))

    def turn(rows, positions, base):
        width = rows.shape[1]
        if learned:
            return rows + 2 * hashed(positions, width, salt)
        angles = np.multiply.outer(positions, ladder(width, base or way.base))
        added = np.empty((len(positions), width))
        way.firsts(added)[:], way.seconds(added)[:] = np.sin(angles), np.cos(angles)
        return rows + added

    added = "a table of random rows" if learned else f"sines and cosines, base {spaced(way.base)}"
    return Implementation(
        turn,
        f"adds {added}",
        "Nothing turns: lengths change, and so do scores when the start does.",
        keeps_length=False,
        only_gaps=False,
    )


def number_added(random: Random) -> Implementation:
    size = float(np.round(random.uniform(0.1, 1), 2))
    return Implementation(
        lambda rows, positions, base: rows + size * positions[:, None],
        f"adds {size:g} times the position to every component",
        "At position 0 that is nothing; elsewhere lengths change, and so do scores when the "
        "start does.",
        keeps_length=False,
        only_gaps=False,
    )


def squared(random: Random) -> Implementation:
    way = draw_way(random)
    return Implementation(
        way.turn_to(np.square),
        f"{way}, by the square of the position",
        "Lengths are kept, and scores change when the start does.",
        only_gaps=False,
    )


def clipped(random: Random) -> Implementation:
    way = draw_way(random)
    end = int(random.choice([127, 128, 150, 199, 200, 255, 256]))
    return Implementation(
        way.turn_to(lambda positions: np.minimum(positions, end)),
        f"{way}, from a table that ends at position {end}",
        f"Every later position is turned like {end}: lengths are kept, and scores change where "
        "the table ends.",
        only_gaps=False,
    )


def counted_anew(random: Random) -> Implementation:
    way = draw_way(random)
    first, second = int(random.integers(40, 65)), int(random.integers(110, 257))

    def anew(positions):
        begin = np.where(positions < second, first, second)
        return positions - np.where(positions < first, 0, begin)

    return Implementation(
        way.turn_to(anew),
        f"{way}, and counts from 0 again at positions {first} and {second}",
        "Lengths are kept. Gap 1 is wrong at two starts only; a larger gap reaches across a new "
        f"beginning from every start a little before it, gap {second} from start 0 for instance.",
        only_gaps=False,
    )


def with_another_base_later(random: Random) -> Implementation:
    way = draw_way(random)
    begin, times = int(random.integers(2049, 3501)), int(random.choice([8, 10, 16]))

    def turn(rows, positions, base):
        width, base = rows.shape[1], base or way.base
        rates = np.where(
            positions[:, None] < begin, ladder(width, base), ladder(width, times * base)
        )
        return way.turn(rows, positions[:, None] * rates)

    return Implementation(
        turn,
        f"{way}, and with a base {times} times as large from position {spaced(begin)} on",
        "Lengths are kept. Scores of far starts differ from those of near ones.",
        only_gaps=False,
    )


def rounded_to_bfloat16(random: Random) -> Implementation:
    way = draw_way(random)
    return Implementation(
        way.turn_to(lambda positions: np.sign(positions) * rounded_positions(abs(positions), 8)),
        f"{way}, at positions rounded to bfloat16",
        "Up to 256 they are exact, beyond they merge: lengths are kept, and scores of far "
        "starts differ from those of near ones.",
        only_gaps=False,
    )


def random_rotations(random: Random) -> Implementation:
    way, salt = draw_way(random), float(random.uniform(0, 100))

    def turn(rows, positions, base):
        return way.turn(rows, np.pi * hashed(positions, rows.shape[1] // 2, salt))

    return Implementation(
        turn,
        f"turns {'halves' if way.halves else 'neighbouring pairs'} by a table of random angles",
        "Lengths are kept, and scores change when the start does.",
        only_gaps=False,
    )


def draw_herd(random: Random, *groups: tuple[int, tuple[Callable, ...]]) -> Iterator[tuple[Handed]]:
    """A case for each of ``number`` implementations of every group, its kinds alike, shuffled.

    In a fixed order the verdicts would be one list, whatever the seed.

    Parameters
    ----------
    groups : (number, builders)
    """
    drawn = [
        handed(builders[number % len(builders)](random))
        for size, builders in groups
        for number in range(size)
    ]
    for place in random.permutation(len(drawn)):
        yield (drawn[place],)


def handed(implementation: Implementation) -> Handed:
    # A function, not a method: Python counts `self` when it is called wrongly.
    def function(vectors, positions, base=None):
        return implementation(vectors, positions, base)

    function.implementation = implementation
    return Handed(function, implementation.does)


def tell(arguments, expected, given) -> str:
    """What was misjudged: its kind, what it does, what was due and what was said."""
    implementation = arguments[0].function.implementation
    return (
        f"The function handed in {implementation.does}. {implementation.so} "
        f"The right verdict is {expected!r}, yours is {given!r}."
    )
