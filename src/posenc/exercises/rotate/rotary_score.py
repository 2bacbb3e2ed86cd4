"""rotary_score: what a turned query says to a turned key."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_vector, draw_width
from posenc.exercises.formulas import additive_score, pair_rates, turn_adjacent, turn_halves
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.rotate.rotate import rotate


def rotary_score(query, key, m, n, base=10_000.0):
    return float(np.dot(rotate(query, m, base), rotate(key, n, base)))


def product_of_lengths(query, key):
    """The scale of a score: no product of the two can be larger."""
    return np.linalg.norm(query) * np.linalg.norm(key)


EDGES = (
    (np.array([1.0, 0.0]), np.array([1.0, 0.0]), 1, 0),
    (np.array([1.0, 0.0]), np.array([0.0, 1.0]), 3, 5),
    (np.array([1.0, 0.0]), np.array([0.0, 1.0]), 5, 3),
    (np.array([1, 2, 0, 1]), np.array([0, 1, 1, 2]), 0, 0, 100.0),
    (np.array([1.0, 0.0, 2.0, 1.0]), np.array([1.0, 1.0, 0.0, 2.0]), 40, 7),
    (np.arange(1.0, 65.0) % 5 - 2, np.arange(2.0, 66.0) % 7 - 3, 4000, 3999),
)


def cases(random):
    for number, width in enumerate(sorted(draw_width(random) for _ in range(18))):
        m, n = sorted(random.choice(4001 if number % 2 else 60, size=2, replace=False).tolist())
        if number % 4 < 2:
            m, n = n, m
        yield draw_vector(random, width), draw_vector(random, width), m, n, draw_base(random)


def scored(query_places, key_places):
    """The score with the query at ``query_places(m, n)``, the key at ``key_places(m, n)``."""

    def score(query, key, m, n, base=10_000.0):
        return rotary_score(query, key, query_places(m, n), key_places(m, n), base)

    return score


def score_with(rates):
    def score(query, key, m, n, base=10_000.0):
        angles = rates(len(query), base)
        return float(turn_adjacent(query, m * angles) @ turn_adjacent(key, n * angles))

    return score


def as_complex(vector):
    return np.array(vector, dtype=float).view(complex)


def product_without_conjugate(query, key, m, n, base=10_000.0):
    rates = pair_rates(len(query), base)
    return float(np.sum(as_complex(query) * as_complex(key) * np.exp(1j * (m + n) * rates)).real)


def cosine_half(query, key, m, n, base=10_000.0):
    products = (np.asarray(query) * np.asarray(key)).reshape(-1, 2).sum(axis=1)
    return float(products @ np.cos((n - m) * pair_rates(len(query), base)))


def in_halves(query, key, m, n, base=10_000.0):
    rates = pair_rates(len(query), base)
    return float(turn_halves(query, m * rates) @ turn_halves(key, n * rates))


MISTAKES = (
    Mistake(
        "query-alone-turned",
        scored(lambda m, n: m, lambda m, n: 0),
        "Only the query is turned. Both vectors carry a position: turn the key to n as well.",
    ),
    Mistake(
        "key-alone-turned",
        scored(lambda m, n: 0, lambda m, n: n),
        "Only the key is turned. Both vectors carry a position: turn the query to m as well.",
    ),
    Mistake(
        "plain-product",
        scored(lambda m, n: 0, lambda m, n: 0),
        "Your score is query·key, and the positions make no difference. Either nothing is turned, "
        "or both are turned by the same angle, which cancels. Turn the query to m, the key to n.",
    ),
    Mistake(
        "distance-behind",
        scored(lambda m, n: abs(n - m), lambda m, n: 0),
        "You use the distance |n - m|, as if the key always stood behind. The gap has a sign: a "
        "key two behind and a key two ahead score differently.",
    ),
    Mistake(
        "distance-ahead",
        scored(lambda m, n: 0, lambda m, n: abs(n - m)),
        "You use the distance |n - m|, as if the key always stood ahead. The gap has a sign: a "
        "key two behind and a key two ahead score differently.",
    ),
    Mistake(
        "places-swapped",
        scored(lambda m, n: n, lambda m, n: m),
        "You have the score of the opposite gap: the two places are swapped, or the turn goes "
        "clockwise. The query turns to m, the key to n, both counter-clockwise.",
    ),
    Mistake(
        "key-turned-backwards",
        scored(lambda m, n: m, lambda m, n: -n),
        "The key turns the other way, so your score depends on m + n. Move both places by 100: "
        "a rotary score must not change.",
    ),
    Mistake(
        "product-without-conjugate",
        product_without_conjugate,
        "Your complex product lacks the conjugate. The dot product of two pairs is the real part "
        "of q times the conjugate of k.",
    ),
    Mistake(
        "cosine-half",
        cosine_half,
        "You have the part with the cosine of the gap only. The part with the sine is missing, "
        "and it alone knows which of the two comes first.",
    ),
    Mistake(
        "cosine-similarity",
        lambda query, key, m, n, base=10_000.0: (
            rotary_score(query, key, m, n, base) / np.linalg.norm(query) / np.linalg.norm(key)
        ),
        "You divide by the two lengths. The score is the dot product itself.",
    ),
    Mistake(
        "divided-by-root-width",
        lambda query, key, m, n, base=10_000.0: (
            rotary_score(query, key, m, n, base) / math.sqrt(len(query))
        ),
        "You divide by the root of the width. That comes later, in the attention; here the score "
        "is the dot product itself.",
    ),
    Mistake(
        "turned-twice",
        scored(lambda m, n: 2 * m, lambda m, n: 2 * n),
        "Your score at gap 2 is the right one at gap 4: both vectors are turned twice.",
    ),
    Mistake(
        "encoding-added",
        additive_score,
        "This is the additive score: you add encodings. Turn the two vectors instead.",
    ),
    Mistake(
        "halves",
        in_halves,
        "You pair component i with component i + d/2. Here pairs are neighbours: components 0 "
        "and 1, then 2 and 3.",
    ),
    *ladder_mistakes(
        score_with,
        "exponent-i-over-d",
        "pairs-from-one",
        "reaches-the-base",
        "width-halved-twice",
        "growing",
        "all-alike",
        "slowest-first",
        "base-ignored",
    ),
)


def with_complex_numbers(query, key, m, n, base=10_000.0):
    turned_query = as_complex(query) * np.exp(1j * m * pair_rates(len(query), base))
    turned_key = as_complex(key) * np.exp(1j * n * pair_rates(len(key), base))
    return np.vdot(turned_query, turned_key).real


def with_the_key_turned_by_the_gap(query, key, m, n, base=10_000.0):
    return np.dot(query, rotate(key, n - m, base))


def with_the_query_turned_back_by_the_gap(query, key, m, n, base=10_000.0):
    return np.einsum("c,c->", rotate(query, m - n, base), key)


def in_halves_of_permuted_copies(query, key, m, n, base=10_000.0):
    order = np.r_[0 : len(query) : 2, 1 : len(query) : 2]
    return in_halves(np.asarray(query)[order], np.asarray(key)[order], m, n, base)


def with_both_places_moved(query, key, m, n, base=10_000.0):
    return rotary_score(query, key, m + 1, n + 1, base)


def with_plain_python(query, key, m, n, base=10_000.0):
    products = []
    for i in range(len(query) // 2):
        angle = (n - m) * base ** (-2 * i / len(query))
        q0, q1, k0, k1 = query[2 * i], query[2 * i + 1], key[2 * i], key[2 * i + 1]
        products.append((q0 * k0 + q1 * k1) * math.cos(angle))
        products.append((q1 * k0 - q0 * k1) * math.sin(angle))
    return math.fsum(products)


def as_an_array_of_no_axes(query, key, m, n, base=10_000.0):
    return np.asarray(rotary_score(query, key, m, n, base))


def in_single_precision(query, key, m, n, base=10_000.0):
    rates = pair_rates(len(query), base).astype(np.float32)
    turned_query = turn_adjacent(query, np.float32(m) * rates).astype(np.float32)
    turned_key = turn_adjacent(key, np.float32(n) * rates).astype(np.float32)
    return turned_query @ turned_key


EXERCISE = Exercise(
    answer=rotary_score,
    edges=EDGES,
    cases=cases,
    judge=within(lambda arguments, expected: product_of_lengths(arguments[0], arguments[1])),
    mistakes=MISTAKES,
    right=(
        with_complex_numbers,
        with_the_key_turned_by_the_gap,
        with_the_query_turned_back_by_the_gap,
        in_halves_of_permuted_copies,
        with_both_places_moved,
        with_plain_python,
        as_an_array_of_no_axes,
        in_single_precision,
    ),
    varies="widths 2 to 128, query and key always different, both orders of m and n, bases",
    ignores="how the score is computed: by turning both, by the gap alone, in closed form",
    builds_on=("rotate_pair", "rotate"),
)
