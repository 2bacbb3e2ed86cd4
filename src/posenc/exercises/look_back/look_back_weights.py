"""look_back_weights: where a head looks whose query always wants the same distance."""

import math

import numpy as np

from posenc.exercises.bag_of_words.attend import softmax
from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_vector, draw_width
from posenc.exercises.formulas import pair_rates, turn_adjacent, turn_halves
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.look_back.causal_mask import causal_mask
from posenc.exercises.look_back.look_back_query import look_back_query


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


def gap_scores(count, rates, key, gap_at_best):
    """Scores whose maximum is where ``n − m`` is ``gap_at_best``, for equal keys."""
    energy = np.sum(np.square(np.reshape(key, (-1, 2)).astype(float)), axis=1)
    m, n = np.indices((count, count))
    return np.cos((n - m - gap_at_best)[..., None] * rates) @ energy


def weights_with(rates=pair_rates, best=lambda back: -back, weigh=None):
    """The head with its rates, the gap it likes best, or the last step exchanged.

    ``weigh(scores, mask, sharpness, key, back)`` makes weights of the undivided scores.
    """

    def weights(count, key, back, sharpness, base=10_000.0):
        scores = gap_scores(count, rates(len(key), base), key, best(back))
        mask = np.tri(count, dtype=bool)
        if weigh:
            return weigh(scores, mask, sharpness, key, back)
        return softmax(np.where(mask, sharpness * scores, -np.inf))

    return weights


def weigh_with(change):
    """The head with ``change(sharpness, key)`` in place of the sharpness."""
    return weights_with(
        weigh=lambda scores, mask, sharpness, key, back: softmax(
            np.where(mask, change(sharpness, key) * scores, -np.inf)
        )
    )


def weigh_by(weigh):
    """The head whose last step is ``weigh(sharpened scores, mask)``."""
    return weights_with(
        weigh=lambda scores, mask, sharpness, key, back: weigh(sharpness * scores, mask)
    )


def far_keys_hidden(scores, mask, sharpness, key, back):
    m, n = np.indices(scores.shape)
    readable = mask & (n >= m - back)
    return softmax(np.where(readable, sharpness * scores, -np.inf))


def early_rows_empty(scores, mask, sharpness, key, back):
    weights = softmax(np.where(mask, sharpness * scores, -np.inf))
    weights[:back] = 0
    return weights


def keys_not_turned(count, key, back, sharpness, base=10_000.0):
    rates, query = pair_rates(len(key), base), look_back_query(key, back, base)
    scores = [np.full(count, turn_adjacent(query, m * rates) @ key) for m in range(count)]
    return softmax(np.where(np.tri(count), sharpness * np.array(scores), -np.inf))


def queries_not_turned(count, key, back, sharpness, base=10_000.0):
    rates, query = pair_rates(len(key), base), look_back_query(key, back, base)
    scores = np.array([[turn_adjacent(key, n * rates) @ query for n in range(count)]] * count)
    return softmax(np.where(np.tri(count), sharpness * scores, -np.inf))


def in_halves(count, key, back, sharpness, base=10_000.0):
    rates = pair_rates(len(key), base)
    keys = turn_halves(np.tile(key, (count, 1)), np.outer(np.arange(count), rates))
    queries = turn_halves(np.tile(key, (count, 1)), np.outer(np.arange(count) - back, rates))
    return softmax(np.where(np.tri(count), sharpness * queries @ keys.T, -np.inf))


MISTAKES = (
    Mistake(
        "looks-ahead",
        weights_with(best=lambda back: back),
        "Your head would like to look `back` positions ahead, where the mask forbids it. The "
        "query is the key turned by -back.",
    ),
    Mistake(
        "looks-at-itself",
        weights_with(best=lambda back: 0),
        "Every row of yours looks at its own token. Use the query that `look_back_query` makes "
        "of the key.",
    ),
    Mistake(
        "one-too-far",
        weights_with(best=lambda back: -back - 1),
        "Your stripe lies one position too far back. Query m stands at position m, key n at n.",
    ),
    Mistake(
        "one-too-near",
        weights_with(best=lambda back: 1 - back),
        "Your stripe lies one position too near. Query m stands at position m, key n at n.",
    ),
    Mistake(
        "keys-not-turned",
        keys_not_turned,
        "Your keys are not turned, so in each row all scores are alike. Key n is turned to "
        "position n.",
    ),
    Mistake(
        "queries-not-turned",
        queries_not_turned,
        "Your queries are not turned, so every row has the same scores. Query m is turned to "
        "position m.",
    ),
    Mistake(
        "no-mask",
        weigh_by(lambda scores, mask: softmax(scores)),
        "Your tokens read what is still to come. Row m is a softmax over n ≤ m, and has weight 0 "
        "beyond.",
    ),
    Mistake(
        "zeroed-afterwards",
        weigh_by(lambda scores, mask: softmax(scores) * mask),
        "You set weights above the diagonal to 0 after the softmax, so your rows do not add up "
        "to 1. Hide the scores first.",
    ),
    Mistake(
        "hidden-scores-zero",
        weigh_by(lambda scores, mask: softmax(scores * mask)),
        "You set the scores above the diagonal to 0, and exp(0) is 1. Minus infinity leaves no "
        "weight.",
    ),
    Mistake(
        "upper-triangle",
        weigh_by(lambda scores, mask: softmax(np.where(mask.T, scores, -np.inf))),
        "Your head reads the wrong triangle: row m may read n ≤ m.",
    ),
    Mistake(
        "mirrored",
        weigh_by(lambda scores, mask: softmax(np.where(mask, scores, -np.inf)).T),
        "Your result is mirrored at the diagonal. Row m belongs to the query at m, column n to "
        "the key at n.",
    ),
    Mistake(
        "softmax-over-queries",
        weigh_by(lambda scores, mask: softmax(np.where(mask, scores, -np.inf).T).T),
        "Your weights add up to 1 down the columns. Each query spreads its own attention: every "
        "row adds up to 1.",
    ),
    Mistake(
        "powers-not-normalised",
        weigh_by(lambda scores, mask: np.exp(scores) * mask),
        "Your weights are exp(score), and nothing divides them by their sum. In each row they "
        "must add up to 1.",
    ),
    Mistake(
        "scores-returned",
        weigh_by(lambda scores, mask: scores),
        "You return the scores. The mask and the softmax are still to come.",
    ),
    Mistake(
        "best-place-alone",
        weigh_by(
            lambda scores, mask: np.eye(len(scores))[np.where(mask, scores, -np.inf).argmax(axis=1)]
        ),
        "You give the best place all the weight. A softmax leaves something to the others; how "
        "little, the sharpness decides.",
    ),
    Mistake(
        "sharpness-ignored",
        weigh_with(lambda sharpness, key: 1),
        "The sharpness makes no difference to your result. It multiplies the scores before the "
        "softmax.",
    ),
    Mistake(
        "sharpness-squared",
        weigh_with(lambda sharpness, key: sharpness**2),
        "Your scores are multiplied by the sharpness twice. Is it on the query and on the key?",
    ),
    Mistake(
        "divided-by-sharpness",
        weigh_with(lambda sharpness, key: 1 / sharpness),
        "You divide by the sharpness. It multiplies: more of it makes the stripe narrower.",
    ),
    Mistake(
        "divided-by-root-width",
        weigh_with(lambda sharpness, key: sharpness / math.sqrt(len(key))),
        "You divide the scores by √d. Here the sharpness alone scales them.",
    ),
    Mistake(
        "unit-vectors",
        weigh_with(lambda sharpness, key: sharpness / float(np.dot(key, key))),
        "You bring query and key to length 1 first. The scores are products of the vectors as "
        "they are.",
    ),
    Mistake(
        "far-keys-hidden",
        weights_with(weigh=far_keys_hidden),
        "You hide what lies further back than `back`. The mask hides only what is to come; the "
        "scores do the rest.",
    ),
    Mistake(
        "early-rows-empty",
        weights_with(weigh=early_rows_empty),
        "You leave the first rows empty, as no token stands `back` before them. They get the "
        "softmax of their scores like all others.",
    ),
    Mistake(
        "halves",
        in_halves,
        "You pair component i with component i + d/2. Here pairs are neighbours, 2i and 2i+1.",
    ),
    *ladder_mistakes(
        lambda rates: weights_with(rates=rates),
        "exponent-i-over-d",
        "pairs-from-one",
        "width-halved-twice",
        "growing",
        "all-alike",
        "slowest-first",
        "base-ignored",
    ),
)


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
