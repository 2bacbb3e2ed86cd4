"""Lesson 5, why both sine and cosine: its exercises in order."""

from posenc.exercises.shift_is_rotation import (
    additive_terms,
    embedding_gradient,
    finder,
    shift_matrix,
    shift_pair,
    sine_only_options,
)

EXERCISES = tuple(
    module.EXERCISE
    for module in (
        sine_only_options,
        shift_pair,
        shift_matrix,
        finder,
        embedding_gradient,
        additive_terms,
    )
)
