"""What an implementation to be judged is, and what sound ones differ in."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from posenc.exercises.drawing import draw_base
from posenc.exercises.formulas import pair_rates

Turn = Callable[[np.ndarray, np.ndarray, "float | None"], np.ndarray]


@dataclass(frozen=True, eq=False)
class Implementation:
    """A function of vectors (count, d) and positions (count,), and the truth about it.

    Lists, any even width from 4 on and a base of the caller's choice will do too. Other shapes
    are refused: whoever gets by with them here would fail on a plainer function.

    Attributes
    ----------
    turn : callable
        ``(vectors, positions, base or None) -> (count, d)``; None stands for its own base.
    does, so : str
        What it does, to follow "it", and what comes of it, a sentence.
    keeps_length, only_gaps, ignores_position : bool
    """

    turn: Turn
    does: str
    so: str
    keeps_length: bool = True
    only_gaps: bool = True
    ignores_position: bool = False

    def __call__(self, vectors, positions, base=None):
        rows, places = np.asarray(vectors, dtype=float), np.asarray(positions, dtype=float)
        if rows.ndim != 2 or places.shape != rows.shape[:1]:
            raise ValueError(
                "vectors of shape (count, d) and positions of shape (count,) are due, not "
                f"{rows.shape} and {places.shape}"
            )
        if rows.shape[1] % 2 or rows.shape[1] < 4:
            raise ValueError(f"the width must be even, from 4 on, not {rows.shape[1]}")
        return self.turn(rows, places, base)

    @property
    def fault(self) -> str:
        """The first fault that applies, in the order of `find_fault`."""
        if not self.keeps_length:
            return "changes length"
        if self.ignores_position:
            return "position ignored"
        return "none" if self.only_gaps else "absolute"


@dataclass(frozen=True)
class Way:
    """What sound implementations differ in."""

    halves: bool
    base: float
    sense: int

    def turn(self, rows, angles):
        """Pair i of each row turned by ``angles[:, i]``, or the other way round."""
        # Complex numbers: a learner's test may well turn four thousand rows one by one.
        turns = np.exp(1j * self.sense * angles)
        turned = (self.firsts(rows) + 1j * self.seconds(rows)) * turns
        made = np.empty((len(turned), rows.shape[1]), turned.real.dtype)
        self.firsts(made)[:], self.seconds(made)[:] = turned.real, turned.imag
        return made

    def firsts(self, rows):
        """The first component of every pair."""
        return rows[:, : rows.shape[1] // 2] if self.halves else rows[:, 0::2]

    def seconds(self, rows):
        return rows[:, rows.shape[1] // 2 :] if self.halves else rows[:, 1::2]

    def turn_to(self, places: Callable = np.asarray) -> Turn:
        """All pairs turned, at the ladder of rates, to ``places(positions)``."""

        def turn(rows, positions, base):
            rates = ladder(rows.shape[1], base or self.base)
            return self.turn(rows, np.multiply.outer(places(positions), rates))

        return turn

    def __str__(self) -> str:
        pairs = "halves" if self.halves else "neighbouring pairs"
        back = ", clockwise" if self.sense < 0 else ""
        return f"turns {pairs}, base {spaced(self.base)}{back}"


def draw_way(random: np.random.Generator) -> Way:
    """Both conventions, either sense, any base, now and then the usual one."""
    base = 10_000.0 if random.random() < 0.2 else draw_base(random)
    return Way(bool(random.integers(2)), base, int(random.choice([1, 1, -1])))


@dataclass(frozen=True)
class Scaling:
    """Which pairs are scaled, and by what."""

    odd_pairs: bool
    factor: float

    def __call__(self, pairs: int) -> np.ndarray:
        """A factor a pair: from width 4 on, some are scaled and some are not."""
        factors = np.ones(pairs)
        factors[int(self.odd_pairs) :: 2] = self.factor
        return factors

    def __str__(self) -> str:
        return f"of pairs {'1, 3, 5' if self.odd_pairs else '0, 2, 4'} … by {self.factor:g}"


# A learner's test may call one function thousands of times.
ladder = functools.lru_cache(maxsize=1024)(pair_rates)


def spaced(number: float) -> str:
    """A large number with its thousands apart."""
    return f"{number:,.0f}".replace(",", " ")


def hashed(positions, count: int, salt: float) -> np.ndarray:
    """Numbers from -1 to 1, shape (len(positions), count), as good as random but repeatable."""
    mixed = np.add.outer(12.9898 * positions, 78.233 * np.arange(count) + salt)
    return np.fmod(43758.5453 * np.sin(mixed), 1.0)
