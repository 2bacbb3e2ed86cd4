"""Lesson 7, counting turns: its exercises in order."""

from posenc.exercises.count_turns import (
    base_for,
    by_parts_rates,
    longest_clear_gap,
    nearest_twin,
    out_of_range,
    stretched_base,
    turns,
    unwrapped_pairs,
)

EXERCISES = tuple(
    module.EXERCISE
    for module in (
        turns,
        unwrapped_pairs,
        longest_clear_gap,
        nearest_twin,
        base_for,
        stretched_base,
        out_of_range,
        by_parts_rates,
    )
)
