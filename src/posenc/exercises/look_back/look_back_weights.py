"""look_back_weights: where a head looks whose query always wants the same distance."""

import math

import numpy as np

from posenc.exercises.bag_of_words.attend import softmax
from posenc.exercises.declaring import Exercise, within
from posenc.exercises.drawing import draw_base, draw_vector, draw_width
from posenc.exercises.formulas import pair_rates, turn_adjacent
from posenc.exercises.look_back.causal_mask import causal_mask
from posenc.exercises.look_back.look_back_query import look_back_query
from posenc.exercises.look_back.look_back_weights_mistakes import MISTAKES, weights_with


def look_back_weights(count, key, back, sharpness, base=10_000.0):
    rates = pair_rates(len(key), base)
    query = look_back_query(key, back, base)
    queries = np.array([turn_adjacent(query, m * rates) for m in range(count)])
    keys = np.array([turn_adjacent(key, n * rates) for n in range(count)])
    scores = queries @ keys.T
    return softmax(np.where(causal_mask(count), sharpness * scores, -np.inf))


EDGES = (
    (1, np.array([1.0, 0.0]), 0, 1.0),
    (2, np.array([1, 0]), 1, 2),
    (3, np.array([1.0, 0.0]), 1, 1.0),
    (5, np.array([1.0, 0.0, 1.0, 1.0]), 2, 3.0, 100.0),
    # The default base, over a distance that shows it.
    (12, np.array([1.0, 0.0, 1.0, 1.0]), 2, 40.0),
    # As sharp as the lesson's head.
    (9, np.array([1.0, 2.0, -1.0, 1.0, 0.0, 1.0, 1.0, -1.0]), 3, 11.0, 100.0),
)


def cases(random):
    sizes = []
    while len(sizes) < 16:
        count, width = int(random.integers(6, 15)), draw_width(random, low=6, high=48)
        if count != width:
            sizes.append((count, width))
    for count, width in sorted(sizes, key=math.prod):
        key = draw_vector(random, width)
        # Half sharp, so that every weight can be seen.
        sharpness = round(random.uniform(4, 15) / float(key @ key), 3)
        yield count, key, int(random.integers(2, 9)), sharpness, draw_base(random)


def from_the_gaps_alone(count, key, back, sharpness, base=10_000.0):
    return weights_with()(count, key, back, sharpness, base)


def with_complex_numbers(count, key, back, sharpness, base=10_000.0):
    pairs = np.array(key, dtype=float).view(complex)
    turns = np.exp(1j * np.outer(np.arange(count), pair_rates(len(key), base)))
    queries = pairs * np.exp(-1j * back * pair_rates(len(key), base)) * turns
    scores = np.einsum("mi,ni->mn", queries, np.conj(pairs * turns)).real
    powers = np.exp(sharpness * (scores - scores.max())) * np.tri(count)
    return powers / powers.sum(axis=1, keepdims=True)


def with_plain_python(count, key, back, sharpness, base=10_000.0):
    width = len(key)
    energy = [float(key[j]) ** 2 + float(key[j + 1]) ** 2 for j in range(0, width, 2)]
    rows = []
    for m in range(count):
        powers = [
            math.exp(
                sharpness
                * sum(
                    e * math.cos((m - back - n) * base ** (-2 * i / width)) - e
                    for i, e in enumerate(energy)
                )
            )
            for n in range(m + 1)
        ]
        rows.append([power / sum(powers) for power in powers] + [0.0] * (count - m - 1))
    return rows


def moved_by_a_thousand(count, key, back, sharpness, base=10_000.0):
    """Where the text starts makes no difference to a rotary score."""
    angles = np.outer(np.arange(1000, 1000 + count), pair_rates(len(key), base))
    keys = turn_adjacent(np.tile(key, (count, 1)), angles)
    queries = turn_adjacent(np.tile(look_back_query(key, back, base), (count, 1)), angles)
    return softmax(np.where(np.tri(count), sharpness * queries @ keys.T, -1e9))


def in_single_precision(count, key, back, sharpness, base=10_000.0):
    angles = np.outer(np.arange(count), pair_rates(len(key), base)).astype(np.float32)
    keys = turn_adjacent(np.tile(key, (count, 1)), angles).astype(np.float32)
    query = look_back_query(key, back, base)
    queries = turn_adjacent(np.tile(query, (count, 1)), angles).astype(np.float32)
    scores = np.float32(sharpness) * queries @ keys.T
    return softmax(np.where(np.tri(count), scores, np.float32(-np.inf)))


EXERCISE = Exercise(
    answer=look_back_weights,
    edges=EDGES,
    cases=cases,
    judge=within(),
    mistakes=MISTAKES,
    right=(
        from_the_gaps_alone,
        with_complex_numbers,
        with_plain_python,
        moved_by_a_thousand,
        in_single_precision,
    ),
    varies="counts up to 14, widths 2 to 48, distances up to 8, sharp and less sharp, bases",
    ignores="where the text starts, which a rotary score cannot tell",
    builds_on=("causal_mask", "look_back_query"),
)
