"""The course's definitions in their plainest writing, shared by answers and mistakes."""

from __future__ import annotations

import math

import numpy as np


def require_even_width(width: int) -> None:
    """Raise ValueError, naming `width`, unless it is even and positive."""
    if width <= 0 or width % 2:
        raise ValueError(f"the width must be even and positive, not {width}")


def pair_rates(width: int, base: float) -> np.ndarray:
    """Rates in radians per position, shape (width/2,): ``base ** (-2i/width)``.

    Vaswani et al. 2017, "Attention Is All You Need", section 3.5.
    """
    require_even_width(width)
    return np.array([base ** (-2 * i / width) for i in range(width // 2)])


def turn_adjacent(vectors: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Turn components (2i, 2i+1) counter-clockwise by ``angles[..., i]``.

    Su et al. 2021, "RoFormer", section 3.4.2.
    """
    vectors = np.asarray(vectors, dtype=float)
    turned = np.empty(np.broadcast_shapes(vectors.shape, (*angles.shape[:-1], 1)))
    even, odd = vectors[..., 0::2], vectors[..., 1::2]
    turned[..., 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    turned[..., 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return turned


def turn_halves(vectors: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Turn components (i, i + width/2) counter-clockwise by ``angles[..., i]``."""
    first, second = np.split(np.asarray(vectors, dtype=float), 2, axis=-1)
    cos, sin = np.cos(angles), np.sin(angles)
    return np.concatenate([first * cos - second * sin, first * sin + second * cos], axis=-1)


def encoding(position: float, width: int, base: float) -> np.ndarray:
    """The sinusoidal encoding of one position, shape (width,): sin, cos, sin, cos …"""
    reading = np.empty(width)
    for i in range(width // 2):
        angle = position * base ** (-2 * i / width)
        reading[2 * i], reading[2 * i + 1] = math.sin(angle), math.cos(angle)
    return reading


def additive_score(query, key, m: float, n: float, base: float = 10_000.0) -> float:
    """Dot product of `query` plus the encoding of `m` and `key` plus the encoding of `n`."""
    width = len(query)
    return float(
        np.dot(np.add(query, encoding(m, width, base)), np.add(key, encoding(n, width, base)))
    )
