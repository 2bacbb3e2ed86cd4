"""add_batch_encoding: every text of a batch starts at position 0."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_base, draw_vector, draw_width
from posenc.exercises.formulas import encoding, pair_rates
from posenc.exercises.ladders import ladder_mistakes
from posenc.exercises.many_clocks.encodings import encode, encode_with, interleaved


def add_batch_encoding(embeddings, base=10_000.0):
    added = np.array(embeddings, dtype=float)
    batch, time, width = added.shape
    for text in range(batch):
        for position in range(time):
            added[text, position] += encoding(position, width, base)
    return added


EDGES = (
    (np.zeros((1, 2, 2)),),
    (np.zeros((2, 1, 2)),),
    (np.zeros((2, 3, 4)),),
    (np.zeros((2, 3, 4)), 100.0),
    (np.array([[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]),),
    # Far: where a table would end, and where the base in the default shows.
    (np.zeros((2, 64, 4)),),
    # All three axes alike: nothing fits by its shape alone.
    (np.zeros((2, 2, 2)), 100.0),
)


def cases(random):
    sizes = []
    while len(sizes) < 24:
        batch, time = (int(size) for size in random.integers(2, 10, 2))
        # Some batches hold one text, some texts one token: what fits by its shape there is seen.
        if len(sizes) < 8:
            batch, time = (1, time) if len(sizes) % 2 else (batch, 1)
        width = draw_width(random, high=64)
        if len({batch, time, width}) == 3:
            sizes.append((batch, time, width))
    for number, size in enumerate(sorted(sizes, key=math.prod)):
        embeddings = draw_vector(random, *size)
        if number % 3 == 2:
            embeddings = random.integers(1, 9, size)
        yield embeddings, draw_base(random)


def joined(join, encode_positions=encode):
    """``join(embeddings, encodings)`` with the encodings of 0, 1, 2 …, shape (time, width)."""

    def add(embeddings, base=10_000.0):
        _, time, width = np.shape(embeddings)
        return join(np.asarray(embeddings), encode_positions(np.arange(time), width, base))

    return add


def at_positions(positions):
    """``positions(batch, time)``, broadcast to (batch, time), in place of 0, 1, 2 …"""

    def add(embeddings, base=10_000.0):
        batch, time, width = np.shape(embeddings)
        places = np.broadcast_to(positions(batch, time), (batch, time))
        return np.asarray(embeddings) + encode(places, width, base)

    return add


def by_the_time(laid):
    """The encodings of every token of a text, in shape (time, d), laid out by ``laid``."""
    return joined(lambda embeddings, encodings: embeddings + laid(encodings))


def by_the_batch(laid):
    """As many encodings as there are texts."""

    def add(embeddings, base=10_000.0):
        batch, _, width = np.shape(embeddings)
        return np.asarray(embeddings) + laid(encode(np.arange(batch), width, base))

    return add


def add_with(rates):
    return joined(np.add, encode_with(rates))


def in_halves(positions, width, base):
    angles = np.outer(positions, pair_rates(width, base))
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


def cosine_first(positions, width, base):
    angles = np.outer(positions, pair_rates(width, base))
    return interleaved(np.cos(angles), np.sin(angles))


def first_text_alone(embeddings, encodings):
    added = np.array(embeddings, dtype=float)
    added[0] += encodings
    return added


def cut_to_integers(embeddings, base=10_000.0):
    added = np.array(embeddings)
    added[:] = add_batch_encoding(embeddings, base)
    return added


def along_the_components(embeddings, base=10_000.0):
    _, time, width = np.shape(embeddings)
    angles = np.outer(np.arange(width), base ** (-2 * (np.arange(time) // 2) / time))
    columns = np.where(np.arange(time) % 2 == 0, np.sin(angles), np.cos(angles))
    return np.asarray(embeddings) + columns.T


def down(batch):
    return np.arange(batch)[:, None]


MISTAKES = (
    Mistake(
        "position-for-each-text",
        at_positions(lambda batch, time: down(batch)),
        "Every text gets one position, its number in the batch, and all its tokens the same "
        "encoding. Positions run along axis 1: token t of every text gets position t.",
    ),
    Mistake(
        "repaired-by-half-axis",
        by_the_time(lambda encodings: encodings[:, None, :]),
        "You count along the time now, but `[:, None, :]` still lays the encodings along the "
        "batch. Encodings of shape (time, d) are added to every text without it.",
    ),
    Mistake(
        "repaired-by-half-count",
        by_the_batch(lambda encodings: encodings[None, :, :]),
        "Your encodings lie along the time now, but you make as many as there are texts. The "
        "length of a text is the second number of the shape.",
    ),
    Mistake(
        "position-runs-on",
        at_positions(lambda batch, time: down(batch) * time + np.arange(time)),
        "Your count runs on from one text into the next. Every text starts at 0.",
    ),
    Mistake(
        "text-number-added",
        at_positions(lambda batch, time: down(batch) + np.arange(time)),
        "Text b starts at position b in your result. Every text starts at 0.",
    ),
    Mistake(
        "columns-first",
        at_positions(lambda batch, time: np.arange(time) * batch + down(batch)),
        "Your count goes through the batch first, then along the text, as where the two axes were "
        "reshaped the wrong way round. Token t gets position t.",
    ),
    Mistake(
        "counted-from-one",
        at_positions(lambda batch, time: np.arange(1, time + 1)),
        "Every text starts at 1 in your result. The first token stands at position 0, whose "
        "encoding is 0, 1, 0, 1 …",
    ),
    Mistake(
        "position-zero-for-all",
        at_positions(lambda batch, time: np.zeros(time)),
        "Every token gets the encoding of position 0. Token t of a text gets that of t.",
    ),
    Mistake(
        "length-for-all",
        at_positions(lambda batch, time: np.full(time, time)),
        "Every token gets one and the same encoding, that of the length. Token t gets that of t: "
        "pe[:time], not pe[time].",
    ),
    Mistake(
        "counted-from-the-end",
        at_positions(lambda batch, time: np.arange(time)[::-1]),
        "The positions run backwards: your last token gets the encoding of position 0.",
    ),
    Mistake(
        "position-over-length",
        at_positions(lambda batch, time: np.arange(time) / time),
        "You divide the positions by the length. Token t stands at t, however long the text is.",
    ),
    Mistake(
        "first-text-alone",
        joined(first_text_alone),
        "Only the first text gets its encodings. All texts of the batch do.",
    ),
    Mistake(
        "along-the-components",
        along_the_components,
        "Your positions run along the components. They run along axis 1, the time; the last axis "
        "holds the pairs.",
    ),
    Mistake(
        "encoding-alone",
        joined(lambda embeddings, encodings: np.broadcast_to(encodings, embeddings.shape)),
        "You return the encodings and lose the embeddings. The result is the sum of both.",
    ),
    Mistake(
        "subtracted",
        joined(np.subtract),
        "You subtract the encodings. They are added.",
    ),
    Mistake(
        "multiplied",
        joined(np.multiply),
        "You multiply by the encodings. They are added.",
    ),
    Mistake(
        "embedding-scaled",
        joined(lambda embeddings, encodings: embeddings * embeddings.shape[2] ** 0.5 + encodings),
        "You multiply the embeddings by the root of the width first. Some models do; here they are "
        "added as they come.",
    ),
    Mistake(
        "added-twice",
        joined(lambda embeddings, encodings: embeddings + 2 * encodings),
        "The encodings are added twice. Is the old line still there beside the new one?",
    ),
    Mistake(
        "cut-to-integers",
        cut_to_integers,
        "Integer embeddings give you integer results: the decimals are cut off. An array you "
        "write into must hold floats, so ask for dtype=float.",
    ),
    Mistake(
        "halves",
        joined(np.add, in_halves),
        "Your encoding has all sines before all cosines. They alternate: sine of pair i in "
        "component 2i, cosine in 2i+1.",
    ),
    Mistake(
        "sine-and-cosine-swapped",
        joined(np.add, cosine_first),
        "Sine and cosine have changed places in your encoding. Token 0 must get 0, 1, 0, 1 …",
    ),
    *ladder_mistakes(
        add_with,
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


def all_at_once(embeddings, base=10_000.0):
    _, time, width = embeddings.shape
    return embeddings + encode(np.arange(time), width, base)


def text_by_text(embeddings, base=10_000.0):
    return [text + encode(np.arange(len(text)), text.shape[1], base) for text in embeddings]


def with_plain_python(embeddings, base=10_000.0):
    texts = []
    for text in embeddings.tolist():
        texts.append([])
        for position, row in enumerate(text):
            angles = [position / base ** (j // 2 * 2 / len(row)) for j in range(len(row))]
            code = [(math.cos if j % 2 else math.sin)(angle) for j, angle in enumerate(angles)]
            texts[-1].append([x + y for x, y in zip(row, code)])
    return texts


def in_place_on_a_copy(embeddings, base=10_000.0):
    added = np.array(embeddings, dtype=float)
    angles = np.outer(np.arange(added.shape[1]), pair_rates(added.shape[2], base))
    added[:, :, 0::2] += np.sin(angles)
    added[:, :, 1::2] += np.cos(angles)
    return added


def in_single_precision(embeddings, base=10_000.0):
    _, time, width = embeddings.shape
    encodings = encode(np.arange(time), width, base).astype(np.float32)
    return embeddings.astype(np.float32) + encodings


EXERCISE = Exercise(
    answer=add_batch_encoding,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(all_at_once, text_by_text, with_plain_python, in_place_on_a_copy, in_single_precision),
    varies="1 to 9 texts of 1 to 9 tokens, widths 2 to 64, bases, decimal and integer embeddings",
    ignores="speed, and padding",
)
