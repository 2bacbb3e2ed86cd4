"""Lesson 10, a head that looks back: its exercises in order."""

from posenc.exercises.look_back import (
    alibi_bias,
    causal_mask,
    look_back_query,
    look_back_weights,
    masked_attend,
    rotary_attention,
    stripe_energy,
)

EXERCISES = tuple(
    module.EXERCISE
    for module in (
        causal_mask,
        masked_attend,
        look_back_query,
        look_back_weights,
        stripe_energy,
        rotary_attention,
        alibi_bias,
    )
)
