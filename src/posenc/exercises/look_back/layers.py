"""Attention layers that go wrong somewhere, for the known mistakes of rotary_attention."""

import math

import numpy as np

from posenc.exercises.bag_of_words.attend import softmax
from posenc.exercises.formulas import encoding, pair_rates, turn_adjacent


def turned(rows, positions, base):
    return turn_adjacent(rows, np.multiply.outer(positions, pair_rates(rows.shape[1], base)))


def scores_and_values(tokens, positions, w_query, w_key, w_value, heads, base, turn_rows):
    """Of every head: scores ``(heads, count, count)`` and values ``(heads, count, width)``."""
    count, size = np.shape(tokens)

    def split(rows):
        return rows.reshape(count, heads, size // heads).transpose(1, 0, 2)

    queries, keys, values = (split(tokens @ w) for w in (w_query, w_key, w_value))
    angles = np.multiply.outer(positions, pair_rates(size // heads, base))
    scores = turn_rows(queries, angles) @ turn_rows(keys, angles).transpose(0, 2, 1)
    return scores / math.sqrt(size // heads), values


def layer(
    turn_rows=turn_adjacent,
    weigh=lambda scores: softmax(np.where(np.tri(scores.shape[-1]), scores, -np.inf)),
    join=lambda answers: answers.transpose(1, 0, 2).reshape(answers.shape[1], -1),
    places=lambda positions: positions,
    divided=lambda scores, heads: scores,
):
    """The layer with one of its steps exchanged."""

    def attention(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
        scores, values = scores_and_values(
            tokens, places(positions), w_query, w_key, w_value, heads, base, turn_rows
        )
        return join(weigh(divided(scores, heads)) @ values)

    return attention


def with_weights(change):
    """The layer whose three weights are ``change(w_query, w_key, w_value)``."""

    def attention(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
        return layer()(tokens, positions, *change(w_query, w_key, w_value), heads, base)

    return attention


def with_rates(rates):
    def attention(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
        def turn(rows, angles):
            return turn_adjacent(rows, np.multiply.outer(positions, rates(rows.shape[-1], base)))

        return layer(turn)(tokens, positions, w_query, w_key, w_value, heads, base)

    return attention


def turned_before_the_split(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    size = tokens.shape[1]
    queries = turned(tokens @ w_query, positions, base)
    keys = turned(tokens @ w_key, positions, base)
    answers = []
    for own in np.split(np.arange(size), heads):
        scores = queries[:, own] @ keys[:, own].T / math.sqrt(len(own))
        weights = softmax(np.where(np.tri(len(tokens)), scores, -np.inf))
        answers.append(weights @ (tokens @ w_value)[:, own])
    return np.concatenate(answers, axis=1)


def tokens_turned(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    return layer(lambda rows, angles: rows)(
        turned(tokens, positions, base), positions, w_query, w_key, w_value, heads, base
    )


def encoding_added(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    added = tokens + [encoding(p, tokens.shape[1], base) for p in positions]
    return layer(lambda rows, angles: rows)(added, positions, w_query, w_key, w_value, heads, base)


def values_turned_too(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    rows = tokens @ w_value
    own = np.split(np.arange(rows.shape[1]), heads)
    values = np.concatenate([turned(rows[:, each], positions, base) for each in own], axis=1)
    scores, _ = scores_and_values(
        tokens, positions, w_query, w_key, w_value, heads, base, turn_adjacent
    )
    weights = softmax(np.where(np.tri(len(tokens)), scores, -np.inf))
    return np.concatenate([w @ values[:, each] for w, each in zip(weights, own)], axis=1)


def queries_alone_turned(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    calls = iter((turn_adjacent, lambda rows, angles: rows))
    return layer(lambda rows, angles: next(calls)(rows, angles))(
        tokens, positions, w_query, w_key, w_value, heads, base
    )


def regrouped(change):
    """The right layer on columns in another order, put back or not: ``change(columns, heads)``."""

    def attention(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
        order = change(np.arange(tokens.shape[1]), heads)
        answers = layer()(
            tokens, positions, *(w[:, order] for w in (w_query, w_key, w_value)), heads, base
        )
        return answers[:, np.argsort(order)]

    return attention


def reshaped(join):
    """Heads cut by reshaping alone, their answers joined by ``join(answers)``."""

    def attention(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
        count, size = np.shape(tokens)
        width = size // heads
        q, k, v = ((tokens @ w).reshape(heads, count, width) for w in (w_query, w_key, w_value))
        angles = np.multiply.outer(positions, pair_rates(width, base))
        scores = turn_adjacent(q, angles) @ turn_adjacent(k, angles).transpose(0, 2, 1)
        weights = softmax(np.where(np.tri(count), scores / math.sqrt(width), -np.inf))
        return join(weights @ v)

    return attention


reshaped_without_moving_axes = reshaped(lambda answers: answers.reshape(answers.shape[1], -1))
split_without_moving_axes = reshaped(lambda answers: np.concatenate(answers, axis=1))


def one_head(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
    return layer()(tokens, positions, w_query, w_key, w_value, 1, base)


def divided_by(power):
    """Scores divided by that power of the head's width instead of a half."""

    def attention(tokens, positions, w_query, w_key, w_value, heads, base=10_000.0):
        rest = (tokens.shape[1] // heads) ** (power - 0.5)
        return layer(divided=lambda scores, heads: scores / rest)(
            tokens, positions, w_query, w_key, w_value, heads, base
        )

    return attention


not_divided, divided_twice = divided_by(0), divided_by(1)
