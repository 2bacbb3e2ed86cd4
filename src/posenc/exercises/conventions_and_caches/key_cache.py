"""KeyCache: keys turned once, when they come, to the position they have for good."""

import math

import numpy as np

from posenc.exercises.conventions_and_caches.key_cache_mistakes import cache_mistakes
from posenc.exercises.declaring import Exercise, Steps, within
from posenc.exercises.drawing import draw_base, draw_vector, draw_width
from posenc.exercises.formulas import pair_rates
from posenc.exercises.rotate.rotate import rotate


class KeyCache:
    def __init__(self, width, base=10_000.0):
        self.base = base
        self.seen = 0
        self.keys = []

    def append(self, key):
        self.keys.append(rotate(key, self.seen, self.base))
        self.seen += 1

    def drop(self, count):
        self.keys = self.keys[count:]

    def scores(self, query):
        turned = rotate(query, self.seen - 1, self.base)
        return np.array([np.dot(turned, key) for key in self.keys])


EAST, NORTH = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def story(*steps):
    return Steps(tuple(steps))


def appended(keys):
    return [("append", key) for key in keys]


EDGES = (
    (2, story(("append", EAST), ("scores", EAST))),
    (2, story(("append", EAST), ("append", EAST), ("scores", EAST))),
    (2, story(("append", EAST), ("append", NORTH), ("append", EAST), ("scores", NORTH))),
    (2, story(("append", EAST), ("append", EAST), ("drop", 1), ("scores", NORTH))),
    (
        2,
        story(
            *appended([EAST, EAST]),
            ("drop", 1),
            ("append", NORTH),
            ("scores", EAST),
        ),
    ),
    # Asking must change nothing.
    (2, story(*appended([EAST, EAST]), ("scores", EAST), ("scores", EAST))),
    # Nothing is left, and the next key still has its own position.
    (2, story(*appended([EAST, EAST]), ("drop", 2), *appended([EAST, NORTH]), ("scores", EAST))),
    # The slow pair alone, with the base left out.
    (4, story(*appended(np.eye(4)[[3, 2]]), ("scores", np.eye(4)[2]))),
    (4, 100.0, story(*appended(np.array([[1, 2, 3, 4], [4, 3, 2, 1]])), ("scores", np.ones(4)))),
    # Far: where a table would end, and where the base in the default shows.
    (6, story(*appended(np.eye(6)[[2, 3] * 32]), ("drop", 2), ("scores", np.eye(6)[2]))),
)


def cases(random):
    for number, width in enumerate(sorted(draw_width(random, high=64) for _ in range(20))):
        before, after = int(random.integers(2, 7)), int(random.integers(1, 6))
        integers = number % 5 == 4
        rows = random.integers(1, 9, (before + after, width)) if integers else None
        keys = draw_vector(random, before + after, width) if rows is None else rows
        asked = [("scores", draw_vector(random, width))] if number % 3 == 0 else []
        # One case in four has no drop, one has two.
        dropped = [("drop", int(random.integers(1, before)))] if number % 4 else []
        again = [("drop", 1)] if number % 4 == 3 else []
        yield (
            width,
            draw_base(random),
            story(
                *appended(keys[:before]),
                *asked,
                *dropped,
                *appended(keys[before:]),
                *asked,
                *again,
                ("scores", draw_vector(random, width)),
            ),
        )


def lengths_multiplied(arguments, expected):
    """The length of the query times that of each held key: no product can be larger."""
    held = []
    for method, value in arguments[-1].taken:
        if method == "append":
            held.append(np.linalg.norm(value))
        elif method == "drop":
            held = held[value:]
    return np.linalg.norm(arguments[-1].taken[-1][1]) * np.array(held)


class UnturnedCache:
    """Keys kept as they come, turned when asked for; numbered among themselves."""

    def __init__(self, width, base=10_000.0):
        self.base, self.keys = base, []

    def append(self, key):
        self.keys.append(np.array(key, dtype=float))

    def drop(self, count):
        del self.keys[:count]

    def scores(self, query):
        turned = rotate(query, len(self.keys) - 1, self.base)
        return [turned @ rotate(key, place, self.base) for place, key in enumerate(self.keys)]


class CountedFromOneCache(KeyCache):
    """Keys and query alike are one position on, which no score can tell."""

    def append(self, key):
        self.seen += 1
        self.keys.append(rotate(key, self.seen, self.base))

    def scores(self, query):
        return np.array(self.keys) @ rotate(query, self.seen, self.base)


class ComplexCache:
    """Pairs as complex numbers in one growing array."""

    def __init__(self, width, base=10_000.0):
        self.rates = pair_rates(width, base)
        self.table = np.empty((0, width // 2), dtype=complex)
        self.count = 0

    def append(self, key):
        pairs = np.array(key, dtype=float).view(complex)
        turned = pairs * np.exp(1j * self.count * self.rates)
        self.table = np.vstack([self.table, turned[None]])
        self.count += 1

    def drop(self, count):
        self.table = self.table[count:]

    def scores(self, query):
        pairs = np.array(query, dtype=float).view(complex)
        turned = pairs * np.exp(1j * (self.count - 1) * self.rates)
        return (self.table.conj() @ turned).real


class PlainCache:
    """Lists and plain math; dropped keys are kept and skipped."""

    def __init__(self, width, base=10_000.0):
        self.width, self.base, self.all, self.first = width, base, [], 0

    def turned(self, vector, position):
        result = []
        for j in range(0, self.width, 2):
            angle = position * self.base ** (-j / self.width)
            x, y = float(vector[j]), float(vector[j + 1])
            result.append(x * math.cos(angle) - y * math.sin(angle))
            result.append(x * math.sin(angle) + y * math.cos(angle))
        return result

    def append(self, key):
        self.all.append(self.turned(key, len(self.all)))

    def drop(self, count):
        self.first += count

    def scores(self, query):
        asking = self.turned(query, len(self.all) - 1)
        return [sum(q * k for q, k in zip(asking, key)) for key in self.all[self.first :]]


class GapCache(UnturnedCache):
    """The query stands still at 0, each key at its gap."""

    def scores(self, query):
        newest = len(self.keys) - 1
        return [
            np.dot(query, rotate(key, n - newest, self.base)) for n, key in enumerate(self.keys)
        ]


class in_single_precision(KeyCache):
    def append(self, key):
        self.keys.append(rotate(key, self.seen, self.base).astype(np.float32))
        self.seen += 1

    def scores(self, query):
        turned = rotate(query, self.seen - 1, self.base).astype(np.float32)
        return np.array(self.keys) @ turned


EXERCISE = Exercise(
    answer=KeyCache,
    edges=EDGES,
    cases=cases,
    judge=within(lengths_multiplied),
    mistakes=cache_mistakes(KeyCache),
    right=(
        UnturnedCache,
        CountedFromOneCache,
        ComplexCache,
        PlainCache,
        GapCache,
        in_single_precision,
    ),
    varies="widths 2 to 64, bases, 3 to 11 keys and once 64, drops and questions in between",
    ignores="attributes, where the turning happens, and what is asked of an empty cache",
)
