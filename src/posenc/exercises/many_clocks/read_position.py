"""read_position: the place that all hands together point at."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly
from posenc.exercises.drawing import draw_base, draw_width
from posenc.exercises.formulas import encoding, pair_rates
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.many_clocks.encodings import encode, encode_with


def read_position(reading, count, width, base=10_000.0):
    distances = [math.dist(reading, encoding(p, width, base)) for p in range(count)]
    return distances.index(min(distances))


EDGES = (
    (np.array([0.8, 0.6]), 3, 2),
    (np.array([0, 1, 0, 1]), 5, 4),
    (np.array([0.1, -1.0]), 4, 2),
    (encoding(50, 8, 10_000.0).round(2), 64, 8),
)


def cases(random):
    drawn = []
    while len(drawn) < 32:
        count, width = int(random.integers(16, 41)), draw_width(random, low=4, high=16)
        base = draw_base(random)
        # Far from the start, at both ends, and one past the end, where the nearest in range is due.
        place = (int(random.integers(count // 2, count)), 0, count - 1, count)[len(drawn) % 4]
        noise = random.normal(0, random.uniform(0.1, 0.4), width)
        noise[random.integers(width)] += random.choice([-1, 1]) * random.uniform(0, 1.2)
        reading = np.round(encoding(place, width, base) + noise, 2)
        table = np.abs(encode(np.arange(count + 1), width, base) - reading)
        # Now and then the worst component alone must lead astray.
        misled = len(drawn) % 8 or np.argmin(table[:count].max(axis=1)) != place
        if count != width and misled and is_clear(table, place):
            drawn.append((reading, count, width, base))
    yield from sorted(drawn, key=lambda case: case[1] * case[2])


def is_clear(table, place):
    """Whether the noise leaves `place` nearest, and one position in range nearest by a margin.

    In a straight line and summed up alike. `table` holds the differences, shape (count+1, width).
    """
    distances, sums = np.linalg.norm(table, axis=1), table.sum(axis=1)
    best, second = np.partition(distances[:-1], 1)[:2]
    same = np.argmin(distances[:-1]) == np.argmin(sums[:-1])
    return np.argmin(distances) == place and same and second > 1.02 * best + 0.01


def chosen(choose):
    """``choose(table, reading)``, where row p of the table is the encoding of position p."""

    def read(reading, count, width, base=10_000.0):
        return int(choose(encode(np.arange(count), width, base), np.asarray(reading)))

    return read


def nearest_among(positions):
    """The nearest of ``positions(count)``."""

    def read(reading, count, width, base=10_000.0):
        candidates = positions(count)
        table = encode(candidates, width, base)
        return int(candidates[np.argmin(np.linalg.norm(table - reading, axis=1))])

    return read


def nearest_with(encode_rows):
    def read(reading, count, width, base=10_000.0):
        table = encode_rows(np.arange(count), width, base)
        return int(np.argmin(np.linalg.norm(table - reading, axis=1)))

    return read


def seen_in(components):
    """Nearest by some components alone: ``components(width)`` is a slice."""

    def read(reading, count, width, base=10_000.0):
        part = components(width)
        table = encode(np.arange(count), width, base)[:, part]
        return int(np.argmin(np.linalg.norm(table - reading[part], axis=1)))

    return read


def first_hand_read(reading, count, width, base=10_000.0):
    return round(math.atan2(reading[0], reading[1]) % (2 * math.pi))


def slowest_hand_read(reading, count, width, base=10_000.0):
    angle = math.atan2(reading[-2], reading[-1]) % (2 * math.pi)
    return round(angle / pair_rates(width, base)[-1])


def halves(positions, width, base):
    table = encode(positions, width, base)
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=1)


def swapped(positions, width, base):
    return (
        encode(positions, width, base)
        .reshape(len(positions), -1, 2)[:, :, ::-1]
        .reshape(len(positions), width)
    )


MISTAKES = (
    Mistake(
        "one-distance-for-all",
        chosen(lambda table, reading: np.argmin(np.linalg.norm(table - reading))),
        "You always answer 0: it looks as if you take one distance for the whole table. Each row "
        "has its own; with np.linalg.norm that is axis=1.",
    ),
    Mistake(
        "farthest",
        chosen(lambda table, reading: np.argmax(np.linalg.norm(table - reading, axis=1))),
        "You return the position whose encoding is farthest from the reading. Of distances the "
        "smallest is wanted, of dot products the largest.",
    ),
    Mistake(
        "differences-cancel",
        chosen(lambda table, reading: np.argmin(np.abs((table - reading).sum(axis=1)))),
        "You add up the differences with their signs, so that they cancel. Square them first.",
    ),
    Mistake(
        "worst-component",
        chosen(lambda table, reading: np.argmin(np.abs(table - reading).max(axis=1))),
        "You judge each position by its worst component alone. Noise sits on every component: add "
        "up the squares of all differences.",
    ),
    Mistake(
        "flat-index",
        chosen(lambda table, reading: np.argmin(np.abs(table - reading))),
        "You search the whole table of differences and return the place of one number in it. First "
        "make one distance a row (axis=1), then look for the smallest.",
    ),
    Mistake(
        "first-pair-alone",
        seen_in(lambda width: slice(0, 2)),
        "You compare the first pair alone. Its hand is back after 6.28 positions; use all pairs.",
    ),
    Mistake(
        "slowest-pair-alone",
        seen_in(lambda width: slice(width - 2, width)),
        "You compare the slowest pair alone. Its hand hardly moves from one position to the next, "
        "so a little noise leads you astray; use all pairs.",
    ),
    Mistake(
        "sines-alone",
        seen_in(lambda width: slice(0, width, 2)),
        "You compare the sines alone. Two angles can have one sine: use the cosines too.",
    ),
    Mistake(
        "cosines-alone",
        seen_in(lambda width: slice(1, width, 2)),
        "You compare the cosines alone. Two angles can have one cosine: use the sines too.",
    ),
    Mistake(
        "first-hand-read",
        first_hand_read,
        "You read the angle of the first hand. It tells 6 positions apart and no more; compare the "
        "whole reading with every position's encoding.",
    ),
    Mistake(
        "slowest-hand-read",
        slowest_hand_read,
        "You read the slowest hand and divide by its rate, which makes a little noise large. "
        "Compare the whole reading with every position's encoding.",
    ),
    Mistake(
        "zero-left-out",
        nearest_among(lambda count: np.arange(1, count)),
        "You never try position 0. The range is 0 … count - 1.",
    ),
    Mistake(
        "last-left-out",
        nearest_among(lambda count: np.arange(count - 1)),
        "You never try the last position, count - 1. range(count) already stops one short of "
        "`count`.",
    ),
    Mistake(
        "count-included",
        nearest_among(lambda count: np.arange(count + 1)),
        "You also try position `count`, which is outside. The range is 0 … count - 1.",
    ),
    Mistake(
        "counted-from-one",
        lambda reading, count, width, base=10_000.0: read_position(reading, count, width, base) + 1,
        "Your result is one too large. The first position is 0.",
    ),
    Mistake(
        "one-position-on",
        nearest_with(lambda positions, width, base: encode(positions + 1, width, base)),
        "Your table of encodings starts at position 1, so the places in it are one off. It starts "
        "at position 0.",
    ),
    Mistake(
        "halves",
        nearest_with(halves),
        "Your encodings have all sines before all cosines. In the reading they alternate.",
    ),
    Mistake(
        "sine-and-cosine-swapped",
        nearest_with(swapped),
        "Sine and cosine have changed places in your encodings. In each pair the sine comes first.",
    ),
    Mistake(
        "distance-returned",
        lambda reading, count, width, base=10_000.0: float(
            np.linalg.norm(encode(np.arange(count), width, base) - reading, axis=1).min()
        ),
        "You return the smallest distance. Return the position that has it: np.argmin.",
    ),
    *ladder_mistakes(
        lambda rates: nearest_with(encode_with(rates)),
        "exponent-i-over-d",
        "pairs-from-one",
        "reaches-the-base",
        "growing",
        "base-ignored",
    ),
)


def by_dot_products(reading, count, width, base=10_000.0):
    return np.argmax(encode(np.arange(count), width, base) @ reading)


def by_sums_of_differences(reading, count, width, base=10_000.0):
    def difference(position):
        return sum(abs(a - b) for a, b in zip(reading, encoding(position, width, base)))

    return min(range(count), key=difference)


def with_a_running_best(reading, count, width, base=10_000.0):
    best, nearest = math.inf, None
    for position in range(count):
        row = encode(np.array([position]), width, base)[0].tolist()
        distance = sum((a - b) ** 2 for a, b in zip(reading.tolist(), row))
        if distance < best:
            best, nearest = distance, position
    return nearest


def with_complex_numbers(reading, count, width, base=10_000.0):
    hands = np.exp(1j * np.outer(np.arange(count), pair_rates(width, base)))
    return np.asarray((hands @ (reading[1::2] - 1j * reading[0::2])).real.argmax())


def in_single_precision(reading, count, width, base=10_000.0):
    table = encode(np.arange(count), width, base).astype(np.float32)
    return float(((table - reading.astype(np.float32)) ** 2).sum(axis=1).argmin())


EXERCISE = Exercise(
    answer=read_position,
    edges=EDGES,
    cases=cases,
    judge=exactly(),
    mistakes=MISTAKES,
    right=(
        by_dot_products,
        by_sums_of_differences,
        with_a_running_best,
        with_complex_numbers,
        in_single_precision,
    ),
    varies="noise, counts to 40, widths 4 to 16, bases, readings from both ends and past the end",
    ignores="readings with two positions nearly equally near, and the way nearness is measured",
    builds_on=("clock_rates", "sinusoidal_encoding"),
)
