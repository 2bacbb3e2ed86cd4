"""Lesson 6, rotate instead of adding: its exercises in order."""

from posenc.exercises.rotate import (
    partial_rotary,
    rotary_score,
    rotate,
    rotate_pair,
    rotate_rows,
    score_spread,
    two_starts,
)

EXERCISES = tuple(
    module.EXERCISE
    for module in (
        rotate_pair,
        rotate,
        rotate_rows,
        rotary_score,
        score_spread,
        two_starts,
        partial_rotary,
    )
)
