"""Lesson 3, a clock for position: its exercises in order."""

from posenc.exercises.one_clock import clock, first_twin, hand_distance, lookalikes, rate_for

EXERCISES = tuple(
    module.EXERCISE for module in (clock, hand_distance, lookalikes, first_twin, rate_for)
)
