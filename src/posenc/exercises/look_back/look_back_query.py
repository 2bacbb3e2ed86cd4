"""look_back_query: the query that likes a key best a fixed number of positions back."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_vector, draw_width
from posenc.exercises.formulas import encoding, pair_rates, turn_adjacent, turn_halves
from posenc.exercises.ladders import ladder_mistakes


def look_back_query(key, back, base=10_000.0):
    # The score is q · R(n − m) k with n − m = −back, so the best q points along R(−back) k.
    return turn_adjacent(key, -back * pair_rates(len(key), base))


EDGES = (
    (np.array([1.0, 0.0]), 0),
    (np.array([1.0, 0.0]), 1),
    (np.array([0, 2]), 3),
    (np.array([1.0, 0.0, 0.0, 2.0]), 2, 100.0),
    (np.array([3, 1, 2, 5]), 1),
    (np.array([3, 1, 2, 5]), 4000),
)


def cases(random):
    for number, width in enumerate(sorted(draw_width(random) for _ in range(18))):
        key = draw_vector(random, width) if number % 3 else random.integers(1, 9, width)
        far = 12 if number % 2 else 4001
        yield key, int(random.integers(1, far)), draw_base(random)


def turned_by(angle):
    """The key turned by ``angle(back)`` times the rates."""

    def query(key, back, base=10_000.0):
        return turn_adjacent(key, angle(back) * pair_rates(len(key), base))

    return query


def turned_with(rates):
    def query(key, back, base=10_000.0):
        return turn_adjacent(key, -back * rates(len(key), base))

    return query


def of_other_length(change):
    """The right direction, the length changed: ``change(query, key)``."""
    return lambda key, back, base=10_000.0: change(look_back_query(key, back, base), key)


def in_halves(key, back, base=10_000.0):
    return turn_halves(key, -back * pair_rates(len(key), base))


def cut_to_integers(key, back, base=10_000.0):
    turned = np.empty_like(key)
    turned[:] = look_back_query(key, back, base)
    return turned


def cosines_alone(key, back, base=10_000.0):
    return key * np.cos(back * np.repeat(pair_rates(len(key), base), 2))


def encoding_added(key, back, base=10_000.0):
    return key + encoding(-back, len(key), base)


def modulo_width(key, back, base=10_000.0):
    return look_back_query(key, back % len(key), base)


MISTAKES = (
    Mistake(
        "looks-ahead",
        turned_by(lambda back: back),
        "Your query looks ahead: its score is highest for a key `back` positions later. The key "
        "behind has been turned less than the query, so the query must start from further behind: "
        "turn the other way.",
    ),
    Mistake(
        "key-itself",
        turned_by(lambda back: 0),
        "You return the key as it is. That query likes the key best at its own position, at gap 0.",
    ),
    Mistake(
        "one-too-far",
        turned_by(lambda back: -back - 1),
        "Your query looks one position too far back. At back = 0 it must be the key itself.",
    ),
    Mistake(
        "one-too-near",
        turned_by(lambda back: 1 - back),
        "Your query looks one position less than `back` behind. At back = 1 it must not be the "
        "key itself.",
    ),
    Mistake(
        "twice-as-far",
        turned_by(lambda back: -2 * back),
        "Your query looks twice as far back. Is the turn made twice?",
    ),
    Mistake(
        "half-as-far",
        turned_by(lambda back: -back / 2),
        "Your query looks half as far back as it should.",
    ),
    Mistake(
        "lowest-there",
        of_other_length(lambda query, key: -query),
        "Your query is the one whose score is lowest there: its sign is turned round.",
    ),
    Mistake(
        "unit-length",
        of_other_length(lambda query, key: query / np.linalg.norm(query)),
        "The direction is right, but your query has length 1. It must be as long as the key.",
    ),
    Mistake(
        "length-squared",
        of_other_length(lambda query, key: query * np.linalg.norm(query)),
        "The direction is right, but your query's length is the square of the key's. A turn alone "
        "keeps the length.",
    ),
    Mistake(
        "divided-by-root-width",
        of_other_length(lambda query, key: query / math.sqrt(len(key))),
        "The direction is right, but you divide by √d. The query must be as long as the key.",
    ),
    Mistake(
        "fastest-pair-alone",
        of_other_length(lambda query, key: np.concatenate([query[:2], key[2:]])),
        "You turn pair 0 alone. Every pair of the key is turned, each at its own rate.",
    ),
    Mistake(
        "cosines-alone",
        cosines_alone,
        "You multiply each component by a cosine. A turn mixes the two components of a pair; "
        "without the sines ahead and behind look alike.",
    ),
    Mistake(
        "components-moved",
        lambda key, back, base=10_000.0: np.roll(key, back),
        "You move the components by `back` places. A component is no position: turn the pairs.",
    ),
    Mistake(
        "encoding-added",
        encoding_added,
        "You add an encoding. In a rotary score nothing is added: turn the key.",
    ),
    Mistake(
        "back-modulo-width",
        modulo_width,
        "`back` is reduced modulo the width. It is a plain number of positions and may be far "
        "larger than the width.",
    ),
    Mistake(
        "halves",
        in_halves,
        "You pair component i with component i + d/2. Here pairs are neighbours, 2i and 2i+1.",
    ),
    Mistake(
        "cut-to-integers",
        cut_to_integers,
        "An integer key gives you an integer query: the decimals are cut off. Ask for dtype=float.",
    ),
    *ladder_mistakes(
        turned_with,
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


def with_complex_numbers(key, back, base=10_000.0):
    pairs = np.array(key, dtype=float).view(complex)
    return (pairs * np.exp(-1j * back * pair_rates(len(key), base))).view(float)


def with_plain_python(key, back, base=10_000.0):
    query = []
    for i in range(len(key) // 2):
        angle = back * base ** (-2 * i / len(key))
        x0, x1 = float(key[2 * i]), float(key[2 * i + 1])
        query.append(x0 * math.cos(angle) + x1 * math.sin(angle))
        query.append(x1 * math.cos(angle) - x0 * math.sin(angle))
    return query


def from_two_places(key, back, base=10_000.0):
    """The key as it looks from `back` positions later: turned to its place, turned back."""
    rates = pair_rates(len(key), base)
    return turn_adjacent(turn_adjacent(key, 100 * rates), -(100 + back) * rates)


def as_the_gradient_of_the_score(key, back, base=10_000.0):
    """The score is linear in the query: what multiplies each component is the direction."""
    rates, width = pair_rates(len(key), base), len(key)
    behind = turn_adjacent(key, 0 * rates)
    slope = np.array([turn_adjacent(row, back * rates) @ behind for row in np.eye(width)])
    return slope * np.linalg.norm(key) / np.linalg.norm(slope)


def with_a_matrix(key, back, base=10_000.0):
    matrix = np.zeros((len(key), len(key)))
    for i, angle in enumerate(back * pair_rates(len(key), base)):
        cos, sin = np.cos(angle), np.sin(angle)
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[cos, -sin], [sin, cos]]
    return key @ matrix


def in_single_precision(key, back, base=10_000.0):
    angles = np.float32(back) * pair_rates(len(key), base).astype(np.float32)
    pairs = np.asarray(key, np.float32).view(np.complex64)
    return (pairs * np.exp(np.complex64(-1j) * angles)).view(np.float32)


EXERCISE = Exercise(
    answer=look_back_query,
    edges=EDGES,
    cases=cases,
    judge=within(lambda arguments, expected: np.linalg.norm(arguments[0])),
    mistakes=MISTAKES,
    right=(
        with_complex_numbers,
        with_plain_python,
        from_two_places,
        as_the_gradient_of_the_score,
        with_a_matrix,
        in_single_precision,
    ),
    varies="widths 2 to 128, distances up to 4 000, bases, integer keys",
    ignores="negative distances, and keys of odd width",
)
