"""Ways to make a head look elsewhere, or make other weights of its scores."""

import math

import numpy as np

from posenc.exercises.bag_of_words.attend import softmax
from posenc.exercises.declaring import Mistake
from posenc.exercises.formulas import pair_rates, turn_adjacent, turn_halves
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.look_back.look_back_query import look_back_query


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


def default_base(query_too=False, queries=True, keys=True):
    """The head that forgets its base: in the query, in turning queries, in turning keys."""

    def weights(count, key, back, sharpness, base=10_000.0):
        usual = pair_rates(len(key), 10_000.0)
        given = pair_rates(len(key), base)
        query = turn_adjacent(key, -back * (usual if query_too else given))

        def turned(vector, forgotten):
            angles = np.outer(np.arange(count), usual if forgotten else given)
            return turn_adjacent(np.tile(vector, (count, 1)), angles)

        scores = turned(query, queries) @ turned(key, keys).T
        return softmax(np.where(np.tri(count), sharpness * scores, -np.inf))

    return weights


MISTAKES = (
    Mistake(
        "base-forgotten-in-the-turns",
        default_base(),
        "Your query is made with `base`, and queries and keys are then turned with the default "
        "one. Hand `base` on: at_positions(key, positions, base).",
    ),
    Mistake(
        "base-forgotten-for-the-keys",
        default_base(queries=False),
        "Your keys are turned with the default base, whatever `base` is. Hand it on: "
        "at_positions(key, positions, base).",
    ),
    Mistake(
        "base-forgotten-for-the-queries",
        default_base(keys=False),
        "Your queries are turned with the default base, whatever `base` is. Hand it on, as for "
        "the keys.",
    ),
    Mistake(
        "base-forgotten-in-the-query",
        default_base(query_too=True, queries=False, keys=False),
        "Queries and keys are turned with `base`, and the query itself is made with the default "
        "one. Hand it on: look_back_query(key, back, base).",
    ),
    Mistake(
        "sharpened-afterwards",
        weights_with(
            weigh=lambda scores, mask, sharpness, key, back: (
                sharpness * softmax(np.where(mask, scores, -np.inf))
            )
        ),
        "You multiply by the sharpness after the softmax, so your rows add up to the sharpness. "
        "It multiplies the scores.",
    ),
    Mistake(
        "looks-ahead",
        weights_with(best=lambda back: back),
        "Your head would like to look `back` positions ahead, where the mask forbids it. Either "
        "the query is turned the wrong way (it is the key turned by -back), or the table of scores "
        "is mirrored: row m belongs to query m, so it is queries @ keys.T.",
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
