"""Lesson 4, many clocks: its exercises in order."""

from posenc.exercises.many_clocks import (
    add_encoding,
    audit_divisors,
    clock_rates,
    position_similarity,
    read_position,
    sinusoidal_encoding,
)

EXERCISES = tuple(
    module.EXERCISE
    for module in (
        clock_rates,
        audit_divisors,
        sinusoidal_encoding,
        add_encoding,
        read_position,
        position_similarity,
    )
)
