"""Lesson 9: tests that catch faults, and what a number format holds."""

from posenc.exercises.precision_and_tests import rounded_positions

EXERCISES = (rounded_positions.EXERCISE,)
