"""Lesson 2, number the words: its exercises in order."""

from posenc.exercises.number_the_words import (
    add_scalar_position,
    cosine_similarity,
    lookup_position,
    normalise,
    pattern_share,
)

EXERCISES = tuple(
    module.EXERCISE
    for module in (
        add_scalar_position,
        cosine_similarity,
        pattern_share,
        normalise,
        lookup_position,
    )
)
