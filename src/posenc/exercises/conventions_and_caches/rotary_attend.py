"""rotary_attend: attention with turned queries and keys, and values left alone."""

import math

import numpy as np

from posenc.exercises.bag_of_words.attend import attend, size_of_values, softmax
from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_positions, draw_vector, draw_width
from posenc.exercises.formulas import pair_rates, turn_adjacent, turn_halves
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.many_clocks.encodings import encode
from posenc.exercises.rotate.rotate_rows import rotate_rows, turn


def rotary_attend(queries, keys, values, positions, base=10_000.0):
    turned_queries = rotate_rows(queries, positions, base)
    turned_keys = rotate_rows(keys, positions, base)
    return attend(turned_queries, turned_keys, values)


EDGES = (
    (np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]]), np.array([[3.0, 4.0]]), np.array([7])),
    # At one place only: nothing has moved against anything else.
    (
        np.array([[2.0, 0.0], [0.0, 2.0]]),
        np.array([[2.0, 0.0], [0.0, 2.0]]),
        np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]]),
        np.array([5, 5]),
    ),
    (
        np.array([[2.0, 0.0], [2.0, 0.0], [2.0, 0.0]]),
        np.array([[2.0, 0.0], [2.0, 0.0], [2.0, 0.0]]),
        np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]),
        np.array([0, 1, 5]),
    ),
    # The slow pair alone, with the base left out.
    (
        np.array([[0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 2.0, 0.0]]),
        np.array([[0.0, 0.0, 0.0, 2.0], [0.0, 0.0, 2.0, 0.0]]),
        np.array([[1.0, 0.0], [0.0, 1.0]]),
        np.array([30, 10]),
    ),
    (
        np.array([[1, 2, 0, 1], [2, 0, 1, 1]]),
        np.array([[0, 1, 1, 2], [1, 0, 2, 0]]),
        np.array([[1, 2], [3, 5]]),
        np.array([9, 4]),
        100.0,
    ),
)


def cases(random):
    sizes = []
    while len(sizes) < 18:
        count, width = int(random.integers(2, 13)), draw_width(random)
        # An even width, so that values turned by mistake are turned, and not refused.
        features = 2 * int(random.integers(1, 6))
        if len({count, width, features}) == 3:
            sizes.append((count, width, features))
    for count, width, features in sorted(sizes, key=math.prod):
        yield (
            draw_vector(random, count, width),
            draw_vector(random, count, width),
            draw_vector(random, count, features),
            draw_positions(random, count),
            draw_base(random),
        )


def attending(prepare, combine=attend):
    """``combine(*prepare(queries, keys, values, positions, base))``."""

    def attention(queries, keys, values, positions, base=10_000.0):
        return combine(*prepare(queries, keys, values, np.asarray(positions), base))

    return attention


def with_turned(combine):
    """``combine`` of rightly turned queries and keys, and the values."""
    return attending(lambda q, k, v, p, base: (turn(q, p, base), turn(k, p, base), v), combine)


def other_positions(change):
    """Everything right, but at ``change(positions)``."""
    return attending(
        lambda q, k, v, p, base: (turn(q, change(p), base), turn(k, change(p), base), v)
    )


def divided_by(divisor):
    return with_turned(lambda q, k, v: softmax(q @ k.T / divisor(q, k, v)) @ v)


def weighted_by(weights):
    return with_turned(lambda q, k, v: weights(q @ k.T / math.sqrt(q.shape[1])) @ v)


def masked(scores):
    return softmax(np.where(np.tri(*scores.shape, dtype=bool), scores, -np.inf))


def outputs_turned(queries, keys, values, positions, base=10_000.0):
    return turn(rotary_attend(queries, keys, values, positions, base), positions, base)


def attend_with(rates):
    def attention(queries, keys, values, positions, base=10_000.0):
        angles = np.multiply.outer(positions, rates(np.shape(queries)[1], base))
        return attend(turn_adjacent(queries, angles), turn_adjacent(keys, angles), values)

    return attention


def in_halves(queries, keys, values, positions, base=10_000.0):
    angles = np.outer(positions, pair_rates(np.shape(queries)[1], base))
    return attend(turn_halves(queries, angles), turn_halves(keys, angles), values)


def conventions_mixed(queries, keys, values, positions, base=10_000.0):
    angles = np.outer(positions, pair_rates(np.shape(queries)[1], base))
    return attend(turn_adjacent(queries, angles), turn_halves(keys, angles), values)


MISTAKES = (
    Mistake(
        "values-turned",
        attending(lambda q, k, v, p, base: (turn(q, p, base), turn(k, p, base), turn(v, p, base))),
        "The values are turned as well. They carry what is said, not where it stands: mix them as "
        "they are.",
    ),
    Mistake(
        "outputs-turned",
        outputs_turned,
        "Your result is turned after the mixing. Nothing is turned but queries and keys.",
    ),
    Mistake(
        "queries-not-turned",
        attending(lambda q, k, v, p, base: (q, turn(k, p, base), v)),
        "The queries are not turned. A turned key has to meet a turned query, or the score depends "
        "on where the text starts.",
    ),
    Mistake(
        "keys-not-turned",
        attending(lambda q, k, v, p, base: (turn(q, p, base), k, v)),
        "The keys are not turned. A turned query has to meet a turned key, or the score depends "
        "on where the text starts.",
    ),
    Mistake(
        "nothing-turned",
        attending(lambda q, k, v, p, base: (q, k, v)),
        "The positions make no difference: this is the attention of lesson 1. Turn queries and "
        "keys first, and use what `rotate_rows` returns.",
    ),
    Mistake(
        "keys-clockwise",
        attending(lambda q, k, v, p, base: (turn(q, p, base), turn(k, -p, base), v)),
        "Queries and keys turn opposite ways, so the scores depend on m + n. Turn both "
        "counter-clockwise.",
    ),
    Mistake(
        "both-clockwise",
        other_positions(np.negative),
        "Queries and keys both turn clockwise, so what is behind counts as ahead.",
    ),
    Mistake(
        "added-not-turned",
        attending(
            lambda q, k, v, p, base: (
                q + encode(p, q.shape[1], base),
                k + encode(p, q.shape[1], base),
                v,
            )
        ),
        "You add encodings to queries and keys. Here they are turned.",
    ),
    Mistake(
        "positions-counted",
        other_positions(lambda p: np.arange(len(p))),
        "You turn row r to position r, whatever `positions` says. Texts come in parts and out of "
        "order; use positions[r].",
    ),
    Mistake(
        "positions-sorted",
        other_positions(np.sort),
        "The positions are sorted before use. Row r belongs to positions[r].",
    ),
    Mistake(
        "keys-counted",
        attending(lambda q, k, v, p, base: (turn(q, p, base), turn(k, np.arange(len(p)), base), v)),
        "Your queries stand at `positions`, your keys at 0, 1, 2 … One array of positions holds "
        "for both.",
    ),
    Mistake(
        "queries-one-on",
        attending(lambda q, k, v, p, base: (turn(q, p + 1, base), turn(k, p, base), v)),
        "Your queries stand one position further than their own keys. Query r and key r share "
        "positions[r].",
    ),
    Mistake(
        "not-divided",
        divided_by(lambda q, k, v: 1),
        "Your scores are not divided by √d.",
    ),
    Mistake(
        "divided-by-the-width",
        divided_by(lambda q, k, v: q.shape[1]),
        "You divide the scores by d. Divide by its root.",
    ),
    Mistake(
        "divided-twice",
        with_turned(lambda q, k, v: attend(q / math.sqrt(q.shape[1]), k / q.shape[1] ** 0.25, v)),
        "Your scores are divided by more than √d: something scales them twice.",
    ),
    Mistake(
        "root-of-the-count",
        divided_by(lambda q, k, v: math.sqrt(len(q))),
        "You divide by the root of the number of rows. The width d is queries.shape[1].",
    ),
    Mistake(
        "root-of-the-values-width",
        divided_by(lambda q, k, v: math.sqrt(v.shape[1])),
        "You divide by the root of the width of the values. The width d is queries.shape[1].",
    ),
    Mistake(
        "scores-turned-round",
        with_turned(lambda q, k, v: softmax(k @ q.T / math.sqrt(q.shape[1])) @ v),
        "Your table of scores has a row for each key. It has one for each query: queries first, "
        "then the keys turned on their side.",
    ),
    Mistake(
        "softmax-over-queries",
        weighted_by(lambda scores: softmax(scores.T).T),
        "Your weights add up to 1 over the queries. Every row of weights, one for each query, adds "
        "up to 1.",
    ),
    Mistake(
        "causal-mask",
        weighted_by(masked),
        "Row m reads only the first m + 1 keys in your function. There is no mask here.",
    ),
    Mistake(
        "no-softmax",
        weighted_by(lambda scores: scores),
        "You weight the values with the scores themselves. The softmax is missing.",
    ),
    Mistake(
        "weights-returned",
        with_turned(lambda q, k, v: softmax(q @ k.T / math.sqrt(q.shape[1]))),
        "You return the weights. One step is left: multiply them by the values.",
    ),
    Mistake(
        "halves",
        in_halves,
        "You turn components i and i + d/2. Here pairs are adjacent, as in `rotate_rows`.",
    ),
    Mistake(
        "conventions-mixed",
        conventions_mixed,
        "Your queries are turned by one convention and your keys by the other. Both by "
        "`rotate_rows`.",
    ),
    *ladder_mistakes(
        attend_with,
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


def with_plain_python(queries, keys, values, positions, base=10_000.0):
    def turned(row, position):
        angles = [position * base ** (-j / len(row)) for j in range(0, len(row), 2)]
        pairs = zip(row[0::2], row[1::2], angles)
        return [complex(x, y) * complex(math.cos(a), math.sin(a)) for x, y, a in pairs]

    asking = [turned(row, place) for row, place in zip(queries.tolist(), positions.tolist())]
    asked = [turned(row, place) for row, place in zip(keys.tolist(), positions.tolist())]
    result = []
    for q in asking:
        scores = [
            sum((a.conjugate() * b).real for a, b in zip(q, k)) / math.sqrt(2 * len(q))
            for k in asked
        ]
        powers = [math.exp(score - max(scores)) for score in scores]
        result.append(
            [
                sum(power * value for power, value in zip(powers, column)) / sum(powers)
                for column in values.T.tolist()
            ]
        )
    return result


def by_gaps(queries, keys, values, positions, base=10_000.0):
    """Queries as they are, and every key turned to its gap."""
    answers = []
    for query, m in zip(queries, positions):
        scores = turn(keys, positions - m, base) @ query
        answers.append(softmax(scores / math.sqrt(len(query))) @ values)
    return np.array(answers)


def from_the_first(queries, keys, values, positions, base=10_000.0):
    """Counted from the first row's position: a common shift is no shift."""
    places = positions - positions[0]
    return attend(turn(queries, places, base), turn(keys, places, base), values)


def with_einsum(queries, keys, values, positions, base=10_000.0):
    scores = np.einsum("rd,cd->rc", turn(queries, positions, base), turn(keys, positions, base))
    powers = np.exp(scores / np.sqrt(queries.shape[1]))
    return np.einsum("rc,cv->rv", powers, values) / powers.sum(axis=1, keepdims=True)


def in_single_precision(queries, keys, values, positions, base=10_000.0):
    turned = [turn(each, positions, base).astype(np.float32) for each in (queries, keys)]
    return attend(*turned, values.astype(np.float32))


EXERCISE = Exercise(
    answer=rotary_attend,
    edges=EDGES,
    cases=cases,
    judge=within(size_of_values),
    mistakes=MISTAKES,
    right=(with_plain_python, by_gaps, from_the_first, with_einsum, in_single_precision),
    varies="2 to 12 rows, widths 2 to 128, widths of the values, far positions, bases",
    ignores="heads, masks, and scores so large that a softmax overflows",
)
