"""additive_terms: the four products inside an additive score."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_vector, draw_width
from posenc.exercises.formulas import additive_score, encoding, pair_rates
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.many_clocks.encodings import encode_with


def additive_terms(query, key, m, n, base=10_000.0):
    width = len(query)
    at_m, at_n = encoding(m, width, base), encoding(n, width, base)
    return np.array([query @ key, query @ at_n, at_m @ key, at_m @ at_n])


EDGES = (
    (np.array([1.0, 2.0]), np.array([3.0, 4.0]), 0, 0),
    (np.array([1.0, 0.0]), np.array([0.0, 1.0]), 3, 5),
    (np.array([1.0, 0.0]), np.array([0.0, 1.0]), 5, 3),
    (np.array([1, 2, 0, 1]), np.array([0, 1, 1, 2]), 1, 0, 100.0),
    (np.array([1.0, -1.0, 2.0, 1.0, 0.5, 1.0]), np.array([2, 1, 1, -1, 1, 3.0]), 4000, 3998),
)


def cases(random):
    for number, width in enumerate(sorted(draw_width(random) for _ in range(20))):
        m, n = sorted(random.choice(4001 if number % 2 else 60, size=2, replace=False).tolist())
        if number % 4 < 2:
            m, n = n, m
        query, key = draw_vector(random, width), draw_vector(random, width)
        if number % 5 == 4:
            query, key = random.integers(1, 9, width), random.integers(-9, 0, width)
        yield query, key, m, n, draw_base(random)


def terms_with(encode):
    """The four terms with ``encode(position, width, base)`` for the encoding."""

    def terms(query, key, m, n, base=10_000.0):
        at_m, at_n = encode(m, len(query), base), encode(n, len(query), base)
        return np.array([query @ key, query @ at_n, at_m @ key, at_m @ at_n])

    return terms


def from_parts(combine):
    """``combine(query, key, at_m, at_n)`` with the right encodings."""

    def terms(query, key, m, n, base=10_000.0):
        at_m, at_n = encoding(m, len(query), base), encoding(n, len(query), base)
        return np.array(combine(query, key, at_m, at_n))

    return terms


def told_as(tell):
    """``tell(terms)`` of the right ones."""
    return lambda *arguments: tell(additive_terms(*arguments))


def with_rates(rates):
    encode = encode_with(rates)
    return terms_with(lambda position, width, base: encode(np.array([position]), width, base)[0])


def positions_as_gap(query, key, m, n, base=10_000.0):
    ahead, start = encoding(n - m, len(query), base), encoding(0, len(query), base)
    return np.array([query @ key, query @ ahead, start @ key, start @ ahead])


def over_root_of_width(query, key, m, n, base=10_000.0):
    return additive_terms(query, key, m, n, base) / np.sqrt(len(query))


def halves(position, width, base):
    reading = encoding(position, width, base)
    return np.concatenate([reading[0::2], reading[1::2]])


def cosine_first(position, width, base):
    return encoding(position, width, base).reshape(-1, 2)[:, ::-1].ravel()


MISTAKES = (
    Mistake(
        "middle-terms-swapped",
        told_as(lambda terms: terms[[0, 2, 1, 3]]),
        "The second and third term have changed places: q·PE(n) comes before PE(m)·k.",
    ),
    Mistake(
        "places-swapped",
        from_parts(lambda q, k, at_m, at_n: [q @ k, q @ at_m, at_n @ k, at_m @ at_n]),
        "The query's position is m, the key's n. In the cross terms the query meets the *key's* "
        "position and the key the query's: q·PE(n) and PE(m)·k. You have q·PE(m) and PE(n)·k.",
    ),
    Mistake(
        "both-at-m",
        from_parts(lambda q, k, at_m, at_n: [q @ k, q @ at_m, at_m @ k, at_m @ at_m]),
        "You encode m twice. The key stands at n: its encoding is PE(n).",
    ),
    Mistake(
        "both-at-n",
        from_parts(lambda q, k, at_m, at_n: [q @ k, q @ at_n, at_n @ k, at_n @ at_n]),
        "You encode n twice. The query stands at m: its encoding is PE(m).",
    ),
    Mistake(
        "whole-score",
        lambda query, key, m, n, base=10_000.0: additive_score(query, key, m, n, base),
        "You return the additive score itself. It is the sum of four terms; return the four.",
    ),
    Mistake(
        "whole-score-first",
        from_parts(
            lambda q, k, at_m, at_n: [(q + at_m) @ (k + at_n), q @ at_n, at_m @ k, at_m @ at_n]
        ),
        "Your first term is the whole score. It is q·k alone, without any position.",
    ),
    Mistake(
        "last-term-missing",
        told_as(lambda terms: terms[:3]),
        "The last term is missing: PE(m)·PE(n), position with position.",
    ),
    Mistake(
        "positions-as-gap",
        positions_as_gap,
        "You encode the gap n - m. That is right for the last term alone: in q·PE(n) and PE(m)·k "
        "each position stands by itself.",
    ),
    Mistake(
        "sums-multiplied",
        from_parts(
            lambda q, k, at_m, at_n: [
                q @ k,
                q @ (k + at_n),
                (q + at_m) @ k,
                (q + at_m) @ (k + at_n),
            ]
        ),
        "Your terms contain each other: q·(k + PE(n)) is two of them at once. Expand the product "
        "until each term has one factor from each side.",
    ),
    Mistake(
        "not-summed",
        from_parts(lambda q, k, at_m, at_n: [q * k, q * at_n, at_m * k, at_m * at_n]),
        "You multiply component by component and do not add up. A dot product is one number: use "
        "@ or np.dot.",
    ),
    Mistake(
        "over-root-of-width",
        over_root_of_width,
        "You divide by the root of the width, as attention does later. Here the plain dot products "
        "are due.",
    ),
    Mistake(
        "sizes",
        told_as(np.abs),
        "You drop the signs. A term may be negative, and the four must add up to the score.",
    ),
    Mistake(
        "counted-from-one",
        lambda query, key, m, n, base=10_000.0: additive_terms(query, key, m + 1, n + 1, base),
        "You encode m + 1 and n + 1. Positions start at 0: encode m and n as they are.",
    ),
    Mistake(
        "query-and-key-swapped",
        lambda query, key, m, n, base=10_000.0: additive_terms(key, query, m, n, base),
        "Query and key have changed places: you have k·PE(n) and PE(m)·q.",
    ),
    Mistake(
        "key-without-position",
        from_parts(lambda q, k, at_m, at_n: [q @ k, 0.0, at_m @ k, 0.0]),
        "Only the query gets its position: the terms with PE(n) are 0. The key carries one too.",
    ),
    Mistake(
        "halves",
        terms_with(halves),
        "Your encodings have all sines before all cosines. They alternate, sine and cosine of each "
        "pair side by side.",
    ),
    Mistake(
        "sine-and-cosine-swapped",
        terms_with(cosine_first),
        "Sine and cosine have changed places in your encodings: the sine comes first in each pair.",
    ),
    *ladder_mistakes(with_rates),
)


def with_differences_of_scores(query, key, m, n, base=10_000.0):
    nothing = np.zeros(len(query))
    whole = additive_score(query, key, m, n, base)
    positions = additive_score(nothing, nothing, m, n, base)
    with_query = additive_score(query, nothing, m, n, base) - positions
    with_key = additive_score(nothing, key, m, n, base) - positions
    return [whole - with_query - with_key - positions, with_query, with_key, positions]


def with_the_gap_for_the_last(query, key, m, n, base=10_000.0):
    rates = pair_rates(len(query), base)
    first = additive_terms(query, key, m, n, base)[:3]
    return np.append(first, np.cos((m - n) * rates).sum())


def as_products_of_two_tables(query, key, m, n, base=10_000.0):
    one = np.array([query, encoding(m, len(query), base)])
    other = np.array([key, encoding(n, len(key), base)])
    return np.einsum("ad,bd->ab", one, other).ravel()


def with_plain_python(query, key, m, n, base=10_000.0):
    def dot(one, other):
        return sum(float(a) * float(b) for a, b in zip(one, other, strict=True))

    at_m, at_n = list(encoding(m, len(query), base)), list(encoding(n, len(key), base))
    return dot(query, key), dot(query, at_n), dot(at_m, key), dot(at_m, at_n)


def in_single_precision(query, key, m, n, base=10_000.0):
    rates = pair_rates(len(query), base).astype(np.float32)

    def read(position):
        angles = np.float32(position) * rates
        return np.stack([np.sin(angles), np.cos(angles)], axis=1).ravel()

    one, other = np.float32([query, read(m)]), np.float32([key, read(n)])
    return (one @ other.T).reshape(4)


def lengths_multiplied(arguments, expected):
    """The product of the lengths of the two vectors in each term."""
    query, key, *_ = arguments
    query_length, key_length = np.linalg.norm(query), np.linalg.norm(key)
    reading_length = np.sqrt(len(query) / 2)
    return np.array(
        [
            query_length * key_length,
            query_length * reading_length,
            reading_length * key_length,
            reading_length**2,
        ]
    )


EXERCISE = Exercise(
    answer=additive_terms,
    edges=EDGES,
    cases=cases,
    judge=within(lengths_multiplied),
    mistakes=MISTAKES,
    right=(
        with_differences_of_scores,
        with_the_gap_for_the_last,
        as_products_of_two_tables,
        with_plain_python,
        in_single_precision,
    ),
    varies="widths 2 to 128, query and key always different, both orders of m and n, bases",
    ignores="how the four are computed",
)
