"""positions_from_mask: positions that start at every text's first token."""

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, exactly


def positions_from_mask(mask):
    positions = np.zeros(np.shape(mask), dtype=int)
    for row, tokens in enumerate(mask):
        count = 0
        for place, is_token in enumerate(tokens):
            if is_token:
                positions[row, place] = count
                count += 1
    return positions


def padded(length, counts, sides):
    """A row for each count of tokens, padding on its side: "left" or "right"."""
    rows = [
        [False] * (length - count) + [True] * count
        if side == "left"
        else [True] * count + [False] * (length - count)
        for count, side in zip(counts, sides, strict=True)
    ]
    return np.array(rows)


EDGES = (
    (padded(3, [3], ["left"]),),
    (padded(4, [2], ["left"]),),
    (padded(4, [2], ["right"]),),
    (padded(5, [5, 2, 1], ["left"] * 3),),
    (padded(4, [1, 3, 4, 2], ["right"] * 4),),
)


def cases(random):
    sizes = []
    while len(sizes) < 24:
        batch, length = int(random.integers(2, 7)), int(random.integers(3, 15))
        if batch != length:
            sizes.append((batch, length))
    for number, (batch, length) in enumerate(sorted(sizes, key=lambda size: size[0] * size[1])):
        counts = random.integers(1, length + 1, batch)
        # The first row is padded, and no two of the first rows are alike.
        counts[0] = random.integers(1, length)
        counts[1] = random.choice([each for each in range(1, length + 1) if each != counts[0]])
        sides = ["left" if number % 2 else "right"] * batch
        if number % 4 == 3:
            sides[1] = "right"
        yield (padded(length, counts.tolist(), sides),)


def counted(mask, axis=-1):
    return np.cumsum(np.asarray(mask, dtype=int), axis=axis)


def on_tokens(positions):
    """``positions(mask)`` on tokens, 0 on padding."""
    return lambda mask: np.where(mask, positions(mask), 0)


def along(mask):
    return np.broadcast_to(np.arange(np.shape(mask)[1]), np.shape(mask))


def from_the_first(mask):
    return along(mask) - np.argmax(mask, axis=1)[:, None]


def padding_gets(number):
    return lambda mask: np.where(mask, counted(mask) - 1, number)


MISTAKES = (
    Mistake(
        "padding-counted",
        along,
        "Your positions are 0, 1, 2 … along every row, padding or not. A text padded on the left "
        "then starts late; start each row at its first true.",
    ),
    Mistake(
        "padding-counted-then-cleared",
        on_tokens(along),
        "Padding gets 0, and still it is counted: a text padded on the left starts late. Count "
        "the tokens, not the columns.",
    ),
    Mistake(
        "counted-from-one",
        on_tokens(counted),
        "Your first token gets position 1. A running sum counts it already: take 1 off.",
    ),
    Mistake(
        "running-sum-alone",
        counted,
        "You return the running sum of the mask: the first token has 1, and padding on the right "
        "goes on with the last number. Take 1 off, and give padding 0.",
    ),
    Mistake(
        "padding-minus-one",
        lambda mask: counted(mask) - 1,
        "Your tokens are right, the padding is not: it gets -1 on the left, and on the right the "
        "last token's position. Padding gets 0.",
    ),
    Mistake(
        "right-padding-goes-on",
        lambda mask: np.maximum(counted(mask) - 1, 0),
        "Padding on the right keeps the last token's position. Padding gets 0 on both sides.",
    ),
    Mistake(
        "right-padding-counted",
        lambda mask: np.maximum(from_the_first(mask), 0),
        "Padding on the right is numbered on, as if it were text. Padding gets 0 on both sides.",
    ),
    Mistake(
        "places-less-the-first",
        lambda mask: from_the_first(mask),
        "Your tokens are right, the padding is not: on the left it gets negative numbers, on the "
        "right it is numbered on. Padding gets 0.",
    ),
    Mistake(
        "padding-gets-one",
        padding_gets(1),
        "Padding gets 1 in your result. Some libraries do that; here it gets 0.",
    ),
    Mistake(
        "padding-gets-minus-one",
        padding_gets(-1),
        "Padding gets -1 in your result. It gets 0.",
    ),
    Mistake(
        "first-row-for-all",
        on_tokens(lambda mask: np.broadcast_to(counted(mask)[:1] - 1, np.shape(mask))),
        "All rows get the positions of the first row. Every row has its own start.",
    ),
    Mistake(
        "down-the-batch",
        on_tokens(lambda mask: counted(mask, axis=0) - 1),
        "You count down the batch. Positions run along a text: axis=1.",
    ),
    Mistake(
        "on-across-rows",
        on_tokens(lambda mask: counted(np.ravel(mask)).reshape(np.shape(mask)) - 1),
        "Your count runs on from one row into the next. Every text starts at 0: give cumsum an "
        "axis.",
    ),
    Mistake(
        "running-sum-without-an-axis",
        on_tokens(lambda mask: np.cumsum(mask) - 1),
        "Without an axis cumsum lays all rows end to end and returns one long row. Every text "
        "has a count of its own: axis=1.",
    ),
    Mistake(
        "counted-from-the-end",
        on_tokens(lambda mask: counted(np.asarray(mask)[:, ::-1])[:, ::-1] - 1),
        "Your last token gets 0 and the first the largest number. Count from the front.",
    ),
    Mistake(
        "last-token-at-the-end",
        on_tokens(
            lambda mask: along(mask) + np.shape(mask)[1] - np.sum(mask, axis=1, keepdims=True)
        ),
        "You add the amount of padding. A text padded on the left starts later by it, so it has "
        "to be taken off, there only.",
    ),
    Mistake(
        "padding-taken-off-everywhere",
        on_tokens(
            lambda mask: along(mask) - np.shape(mask)[1] + np.sum(mask, axis=1, keepdims=True)
        ),
        "You take off the amount of padding, whichever side it is on. Padding on the right does "
        "not move the text.",
    ),
    Mistake(
        "mask-turned-round",
        lambda mask: np.where(mask, 0, counted(np.logical_not(mask)) - 1),
        "You number the padding. True stands for tokens.",
    ),
    Mistake(
        "kept-as-booleans",
        lambda mask: positions_from_mask(mask) > 0,
        "Your positions are cut down to true and false: np.zeros_like(mask) makes an array of "
        "booleans, like the mask. Ask for dtype=int.",
    ),
    Mistake(
        "mask-returned",
        lambda mask: np.asarray(mask, dtype=int),
        "You return the mask as zeros and ones. Number the tokens of each row: 0, 1, 2 …",
    ),
)


def with_running_sum(mask):
    return (np.cumsum(mask, axis=1) - 1) * mask


def with_first_true(mask):
    first = np.argmax(mask, axis=1)[:, None]
    return np.where(mask, np.arange(mask.shape[1]) - first, 0)


def with_lists(mask):
    return [
        [sum(row[:place]) if row[place] else 0 for place in range(len(row))]
        for row in mask.tolist()
    ]


def in_floats(mask):
    return np.maximum.accumulate(np.cumsum(mask.astype(float), axis=1) - 1, axis=1) * mask


EXERCISE = Exercise(
    answer=positions_from_mask,
    edges=EDGES,
    cases=cases,
    judge=exactly(),
    mistakes=MISTAKES,
    right=(with_running_sum, with_first_true, with_lists, in_floats),
    varies="1 to 6 texts of 1 to 14 tokens, padding on the left, the right, or mixed",
    ignores="rows without a token, and padding in the middle of a text",
    evidence=6,
)
