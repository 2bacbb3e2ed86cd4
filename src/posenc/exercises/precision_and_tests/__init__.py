"""Lesson 9: tests that catch faults, and what a number format holds."""

from posenc.exercises.precision_and_tests import (
    find_fault,
    keeps_length,
    rounded_positions,
    sees_only_gaps,
)

EXERCISES = (
    rounded_positions.EXERCISE,
    keeps_length.EXERCISE,
    sees_only_gaps.EXERCISE,
    find_fault.EXERCISE,
)
