"""pattern_share: how much of what a layer sees is still the word's own pattern."""

import math

import numpy as np

from posenc.exercises.declaring import Exercise, Mistake, within
from posenc.exercises.drawing import draw_width
from posenc.exercises.number_the_words.cosine_similarity import cosine_similarity


def pattern_share(embedding, position):
    pattern = embedding - np.mean(embedding)
    return float(np.linalg.norm(pattern) / np.linalg.norm(embedding + position))


EDGES = (
    # ‖(-1, 1)‖ / ‖(1, 3)‖ = √2 / √10
    (np.array([1.0, 3.0]), 0),
    # ‖(-1, 1)‖ / ‖(3, 5)‖ = √2 / √34
    (np.array([1, 3]), 2),
    # A word with the mean 0 is all pattern, until it gets a position.
    (np.array([-1.0, 0.0, 1.0]), 0),
    (np.array([0.82, -0.14, 0.36, 0.05]), 500),
)


def cases(random):
    for number, width in enumerate(sorted(draw_width(random, low=4) for _ in range(20))):
        # A mean that shows, and positions that do not drown it.
        position = int(random.integers(1, (4, 21)[number % 2]))
        yield draw_word(random, width), position


def draw_word(random, width):
    while True:
        word = np.round(random.uniform(0.4, 1.5) + 0.7 * random.standard_normal(width), 2)
        if word.mean() >= 0.3 and word.std() >= 0.2:
            return word


norm = np.linalg.norm


def shared(above, below):
    """``above(x, position) / below(x, position)``."""
    return lambda embedding, position: above(embedding, position) / below(embedding, position)


def pattern(embedding, position):
    return norm(embedding - np.mean(embedding))


def seen(embedding, position):
    return norm(embedding + position)


def of_share(change):
    return lambda embedding, position: change(pattern_share(embedding, position))


def first_component_moved(embedding, position):
    return norm([embedding[0] + position, *embedding[1:]])


def mean_of_the_sum_taken_away(embedding, position):
    moved = np.add(embedding, position)
    return float(np.linalg.norm(embedding - np.mean(moved)) / np.linalg.norm(moved))


MISTAKES = (
    Mistake(
        "mean-of-the-sum-taken-away",
        mean_of_the_sum_taken_away,
        "Above the line you take away the mean of embedding + position. The pattern is the word's "
        "own: take away the mean of the embedding alone.",
    ),
    Mistake(
        "mean-kept",
        shared(lambda x, position: norm(x), seen),
        "You do not take away the mean of the word. A number added to every component looks just "
        "like a mean, so the pattern is what is left without it.",
    ),
    Mistake(
        "position-left-out",
        shared(pattern, lambda x, position: norm(x)),
        "The position makes no difference. What the layer sees is x + position: take its length "
        "below the line.",
    ),
    Mistake(
        "mean-removed-below",
        shared(pattern, lambda x, position: norm(x - np.mean(x) + position)),
        "You take the mean away below the line too. What the layer sees is the whole word with "
        "the position added.",
    ),
    Mistake(
        "upside-down",
        shared(seen, pattern),
        "Your fraction is upside down. The pattern is above the line, what the layer sees below: "
        "the share is at most 1.",
    ),
    Mistake(
        "squared",
        of_share(lambda share: share**2),
        "You have the share squared: both lengths lack their root.",
    ),
    Mistake(
        "root-of-the-share",
        of_share(math.sqrt),
        "You take one root too many: np.linalg.norm has taken it already.",
    ),
    Mistake(
        "rest",
        of_share(lambda share: 1 - share),
        "You return what has been lost. Return the share that is still the pattern.",
    ),
    Mistake(
        "percent",
        of_share(lambda share: 100 * share),
        "You return percent. Return the fraction, at most 1.",
    ),
    Mistake(
        "lengths-added",
        shared(pattern, lambda x, position: norm(x) + position),
        "You add the position to the length of the word. Add it to the components, and take the "
        "length of that.",
    ),
    Mistake(
        "position-alone-below",
        shared(pattern, lambda x, position: position),
        "You divide by the position. Divide by the length of x + position, the word with the "
        "position in every component.",
    ),
    Mistake(
        "first-component-moved",
        shared(pattern, first_component_moved),
        "You add the position to the first component. It goes to every component.",
    ),
    Mistake(
        "deviation-over-length",
        shared(lambda x, position: np.std(x), seen),
        "You divide a standard deviation by a length. The deviation is smaller by a factor √d: "
        "take lengths, or typical sizes, both above and below.",
    ),
    Mistake(
        "sums-of-sizes",
        shared(
            lambda x, position: norm(x - np.mean(x), 1), lambda x, position: norm(x + position, 1)
        ),
        "You add up the sizes of the components. A length is the root of the sum of squares.",
    ),
    Mistake(
        "cosine-similarity",
        lambda embedding, position: cosine_similarity(embedding, embedding + position),
        "You return the cosine of the word before and after. The share is one length over "
        "another: the pattern over what the layer sees.",
    ),
)


def with_plain_python(embedding, position):
    mean = sum(embedding) / len(embedding)
    pattern_squared = math.fsum((x - mean) ** 2 for x in embedding)
    return math.sqrt(pattern_squared / math.fsum((x + position) ** 2 for x in embedding))


def with_typical_sizes(embedding, position):
    return np.std(embedding) / np.sqrt(np.mean((embedding + position) ** 2))


def pattern_of_what_is_seen(embedding, position):
    """Adding a position changes the mean and nothing of the pattern."""
    moved = embedding + position
    return np.asarray(norm(moved - moved.mean()) / norm(moved))


def in_single_precision(embedding, position):
    word = embedding.astype(np.float32)
    return norm(word - word.mean()) / norm(word + np.float32(position))


EXERCISE = Exercise(
    answer=pattern_share,
    edges=EDGES,
    cases=cases,
    judge=within(1.0),
    mistakes=MISTAKES,
    right=(
        with_plain_python,
        with_typical_sizes,
        pattern_of_what_is_seen,
        in_single_precision,
    ),
    varies="widths 4 to 128, words with a mean of 0.3 or more, positions 1 to 20",
    ignores="far positions, where every share is nearly 0",
)
