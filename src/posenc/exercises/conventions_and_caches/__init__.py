"""Lesson 8, faults that raise no error: its exercises in order."""

from posenc.exercises.conventions_and_caches import (
    add_batch_encoding,
    halves_order,
    identify,
    key_cache,
    positions_from_mask,
    rotary_attend,
    rotate_halves,
)

EXERCISES = tuple(
    module.EXERCISE
    for module in (
        rotate_halves,
        halves_order,
        identify,
        key_cache,
        rotary_attend,
        positions_from_mask,
        add_batch_encoding,
    )
)
