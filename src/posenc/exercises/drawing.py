"""Random sizes, positions and vectors, drawn so that answers can be told apart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def draw_width(random: np.random.Generator, low: int = 2, high: int = 128) -> int:
    """An even width, small ones as often as large ones."""
    exponent = random.uniform(np.log(low), np.log(high))
    return int(np.clip(2 * round(np.exp(exponent) / 2), low, high))


def draw_base(random: np.random.Generator) -> float:
    """A base between 100 and a million, of three figures so that it reads well in a message."""
    exponent = random.uniform(2, 6)
    digits = np.round(10 ** (exponent % 1), 2)
    return float(round(digits * 10 ** int(exponent)))


def draw_vector(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Standard normal numbers of two decimals, none of them zero."""
    vector = np.round(random.standard_normal(shape), 2)
    vector[vector == 0] = 0.5
    return vector


def draw_positions(random: np.random.Generator, count: int, limit: int = 4000) -> np.ndarray:
    """Distinct whole positions up to `limit`, never in order and never a run."""
    while True:
        positions = random.choice(limit + 1, size=count, replace=False)
        steps = np.diff(positions)
        if count < 3 or not (np.all(steps > 0) or np.all(steps < 0)):
            return positions


def draw_sizes(random: np.random.Generator, number: int, high: int = 128) -> list[tuple[int, int]]:
    """Pairs (count, width), count never equal to the width, smallest first."""
    sizes = []
    while len(sizes) < number:
        count, width = int(random.integers(1, 13)), draw_width(random, high=high)
        if count != width:
            sizes.append((count, width))
    return sorted(sizes, key=lambda size: size[0] * size[1])


def draw_gap(random: np.random.Generator, limit: int = 4000) -> int:
    """A whole gap of either sign, never zero."""
    gap = int(np.ceil(limit ** random.uniform(0, 1)))
    return gap if random.random() < 0.5 else -gap


def draw_rows_to_turn(random: np.random.Generator, total: int) -> Iterator[tuple]:
    """Vectors, positions and a base: `total` cases, every fourth of integers, then odd widths."""
    for number, (count, width) in enumerate(draw_sizes(random, total)):
        vectors = draw_vector(random, count, width)
        if number % 4 == 3:
            vectors = random.integers(1, 9, (count, width))
        yield vectors, draw_positions(random, count), draw_base(random)
    for width in (3, 5, 7, 9):
        count = int(random.integers(4, 7)) * 2
        yield draw_vector(random, count, width), draw_positions(random, count), draw_base(random)
