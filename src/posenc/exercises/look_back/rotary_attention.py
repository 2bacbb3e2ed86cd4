"""rotary_attention: the whole layer, several heads side by side."""

import math

import numpy as np

from posenc.exercises.bag_of_words.attend import softmax
from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_vector
from posenc.exercises.formulas import pair_rates, turn_halves
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.look_back import layers
from posenc.exercises.look_back.causal_mask import causal_mask
from posenc.exercises.look_back.layers import layer, turned
from posenc.exercises.look_back.masked_attend import masked_attend


def rotary_attention(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    width = tokens.shape[1] // heads
    queries, keys, values = tokens @ w_query, tokens @ w_key, tokens @ w_value
    answers = []
    for head in range(heads):
        own = slice(head * width, (head + 1) * width)
        answers.append(
            masked_attend(
                turned(queries[:, own], positions, base),
                turned(keys[:, own], positions, base),
                values[:, own],
                causal_mask(len(tokens)),
            )
        )
    return np.concatenate(answers, axis=1)


def draw_case(random, count, heads, width, limit):
    size = heads * width
    positions = np.sort(random.choice(np.arange(1, limit), size=count, replace=False))
    weights = [np.round(draw_vector(random, size, size) / math.sqrt(size), 3) for _ in range(3)]
    return draw_vector(random, count, size), positions, *weights, heads, draw_base(random)


EDGES = (
    # One token reads itself: its value.
    (np.array([[1.0, 2.0]]), np.array([3]), np.eye(2), np.eye(2), np.diag([2.0, 1.0]), 1),
    (
        np.array([[1, 0, 2, 1], [0, 1, 1, 3], [2, 1, 0, 1]]),
        np.array([0, 1, 3]),
        np.eye(4),
        np.eye(4),
        np.diag([1, 2, 3, 4]),
        2,
    ),
    draw_case(np.random.default_rng(1), 3, 1, 4, 10),
    # The default base, at positions that show it.
    draw_case(np.random.default_rng(2), 5, 2, 4, 200)[:-1],
)


def cases(random):
    shapes = [(heads, width) for heads in (2, 3, 4) for width in (4, 6, 8, 10)]
    for number, (heads, width) in enumerate(sorted(shapes, key=math.prod)):
        count = int(random.integers(4, 10))
        count += count in (heads * width, heads)
        yield draw_case(random, count, heads, width, 20 if number % 2 else 4001)


MISTAKES = (
    Mistake(
        "one-head",
        layers.one_head,
        "`heads` makes no difference to your result: you have one head of the whole width. Split "
        "the columns into `heads` equal runs, each with scores of its own.",
    ),
    Mistake(
        "turned-before-the-split",
        layers.turned_before_the_split,
        "You turn whole rows and split afterwards, so later heads get slow pairs alone. Split "
        "first, then turn inside each head with the rates of its width.",
    ),
    Mistake(
        "tokens-turned",
        layers.tokens_turned,
        "You turn the tokens before the projections, which mixes pairs afterwards. Turn the "
        "queries and the keys, after the projections.",
    ),
    Mistake(
        "encoding-added",
        layers.encoding_added,
        "You add an encoding to the tokens. Nothing is added here: turn queries and keys.",
    ),
    Mistake(
        "nothing-turned",
        layer(lambda rows, angles: rows),
        "The positions make no difference to your result: nothing is turned, or queries and keys "
        "all to one place.",
    ),
    Mistake(
        "queries-alone-turned",
        layers.queries_alone_turned,
        "You turn the queries and leave the keys. Both are turned, each row to its position.",
    ),
    Mistake(
        "values-turned-too",
        layers.values_turned_too,
        "You turn the values as well. They carry content, not place; turned, the answer depends "
        "on where the text starts.",
    ),
    Mistake(
        "rows-counted",
        layer(places=lambda positions: np.arange(len(positions))),
        "You count the rows 0, 1, 2 …, and `positions` makes no difference. Turn row r to "
        "positions[r].",
    ),
    Mistake(
        "turned-the-other-way",
        layer(places=lambda positions: -np.asarray(positions)),
        "Your pairs turn clockwise. The minus belongs to the sine in the first component of each "
        "pair.",
    ),
    Mistake(
        "halves",
        layer(turn_halves),
        "You pair component i of a head with component i + width/2. Here pairs are neighbours.",
    ),
    Mistake(
        "no-mask",
        layer(weigh=softmax),
        "Your tokens read what is still to come: the causal mask is missing.",
    ),
    Mistake(
        "zeroed-afterwards",
        layer(weigh=lambda scores: softmax(scores) * np.tri(scores.shape[-1])),
        "You set weights to 0 after the softmax, so rows no longer add up to 1. Hide the scores "
        "first.",
    ),
    Mistake(
        "softmax-over-queries",
        layer(
            weigh=lambda scores: softmax(
                np.where(np.tri(scores.shape[-1]), scores, -np.inf).transpose(0, 2, 1)
            ).transpose(0, 2, 1)
        ),
        "Your weights add up to 1 over the queries. Each query spreads its own attention: every "
        "row adds up to 1.",
    ),
    Mistake(
        "divided-by-the-whole-width",
        layer(divided=lambda scores, heads: scores / math.sqrt(heads)),
        "You divide by the root of the whole width D. Each head divides by the root of its own "
        "width, D / heads.",
    ),
    Mistake(
        "not-divided",
        layers.not_divided,
        "Your scores are not divided. Each head divides by the root of its width.",
    ),
    Mistake(
        "divided-twice",
        layers.divided_twice,
        "Your scores are divided by the root of the head's width twice. `masked_attend` does it "
        "already.",
    ),
    Mistake(
        "strided-heads",
        layers.regrouped(lambda columns, heads: columns.reshape(-1, heads).T.ravel()),
        "Your heads take every heads-th column. Each head takes a run of neighbouring columns: "
        "head 0 the first ones.",
    ),
    Mistake(
        "joined-column-by-column",
        layer(join=lambda answers: answers.transpose(1, 2, 0).reshape(answers.shape[1], -1)),
        "The heads' answers are right, their columns are interleaved. Put them side by side, head "
        "0 first.",
    ),
    Mistake(
        "joined-without-moving-axes",
        layer(join=lambda answers: answers.reshape(answers.shape[1], -1)),
        "The heads' answers are right. You reshape (heads, count, width) to (count, D) directly, "
        "which fills rows in the order the numbers lie in memory. Move the axes first, or "
        "concatenate along axis 1.",
    ),
    Mistake(
        "joined-in-reverse",
        layer(join=lambda answers: np.concatenate(answers[::-1], axis=1)),
        "Your heads are joined in reverse order. Head 0 comes first.",
    ),
    Mistake(
        "heads-averaged",
        layer(join=lambda answers: answers.mean(axis=0)),
        "You average the heads. They are put side by side, so that the result is as wide as the "
        "tokens.",
    ),
    Mistake(
        "reshaped-without-moving-axes",
        layers.reshaped_without_moving_axes,
        "You reshape (count, D) to (heads, count, width) directly, which cuts the numbers in the "
        "order they lie in memory and mixes rows. Reshape to (count, heads, width), then move the "
        "axes.",
    ),
    Mistake(
        "split-without-moving-axes",
        layers.split_without_moving_axes,
        "You cut (count, D) to (heads, count, width) by reshaping alone, which mixes rows. "
        "`split_heads` reshapes to (count, heads, width), then moves the axes.",
    ),
    Mistake(
        "weights-transposed",
        layers.with_weights(lambda w_query, w_key, w_value: (w_query.T, w_key.T, w_value.T)),
        "You apply the transposed weights. Here a projection is tokens @ w.",
    ),
    Mistake(
        "query-and-key-weights-swapped",
        layers.with_weights(lambda w_query, w_key, w_value: (w_key, w_query, w_value)),
        "The weights of queries and keys are swapped.",
    ),
    Mistake(
        "values-not-projected",
        layers.with_weights(lambda w_query, w_key, w_value: (w_query, w_key, np.eye(len(w_value)))),
        "You mix the tokens themselves. The values are tokens @ w_value.",
    ),
    *ladder_mistakes(
        layers.with_rates,
        "exponent-i-over-d",
        "pairs-from-one",
        "width-halved-twice",
        "base-ignored",
    ),
)


def all_heads_at_once(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    return layer()(tokens, positions, w_query, w_key, w_value, heads, base)


def with_complex_numbers(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    count, size = np.shape(tokens)
    width = size // heads
    turns = np.exp(1j * np.outer(positions, pair_rates(width, base)))[:, None]
    queries, keys = (
        np.ascontiguousarray(tokens @ w, dtype=float).reshape(count, heads, width).view(complex)
        * turns
        for w in (w_query, w_key)
    )
    scores = np.einsum("mhi,nhi->hmn", queries, keys.conj()).real / width**0.5
    powers = np.exp(scores) * np.tri(count)
    values = (tokens @ w_value).reshape(count, heads, width)
    weights = powers / powers.sum(axis=2, keepdims=True)
    return np.einsum("hmn,nhv->mhv", weights, values).reshape(count, size)


def token_by_token(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    """As a cache would serve it: each token against those seen so far."""
    rows = []
    for m in range(len(tokens)):
        seen = tokens[: m + 1]
        parts = []
        for query, key, value in zip(
            *(np.split(each, heads, axis=1) for each in (seen @ w_query, seen @ w_key)),
            np.split(seen @ w_value, heads, axis=1),
        ):
            keys = turned(key, np.asarray(positions[: m + 1]) - positions[m], base)
            powers = np.exp(keys @ query[m] / math.sqrt(len(query[m])))
            parts += list(powers @ value / powers.sum())
        rows.append(parts)
    return rows


def masked_by_position(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    later = np.subtract.outer(positions, positions) < 0
    weigh = layer(weigh=lambda scores: softmax(np.where(later, -1e30, scores)))
    return weigh(tokens, positions, w_query, w_key, w_value, heads, base)


def in_single_precision(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    arrays = (np.asarray(each, np.float32) for each in (tokens, positions, w_query, w_key, w_value))
    return layer()(*arrays, heads, base)


def size_of_values(arguments, expected):
    return np.max(np.abs(arguments[0] @ arguments[4]))


EXERCISE = Exercise(
    answer=rotary_attention,
    edges=EDGES,
    cases=cases,
    judge=within(size_of_values),
    mistakes=MISTAKES,
    right=(
        all_heads_at_once,
        with_complex_numbers,
        token_by_token,
        masked_by_position,
        in_single_precision,
    ),
    varies="1 to 4 heads of width 2 to 10, up to 10 tokens, positions with holes to 4 000, bases",
    ignores="positions that do not increase, and an output projection",
    builds_on=("causal_mask", "masked_attend"),
)
