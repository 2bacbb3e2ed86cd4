"""Encodings of many positions at once, for answers built on them and for wrong ones."""

import numpy as np

from posenc.exercises.formulas import pair_rates


def interleaved(sines, cosines):
    """Sines in components 0, 2, 4 …, cosines in 1, 3, 5 …"""
    return np.stack([sines, cosines], axis=-1).reshape(*sines.shape[:-1], -1)


def encode_with(rates):
    """The encoding with rates by the rule ``rates(width, base)``."""

    def encode(positions, width, base=10_000.0):
        angles = np.multiply.outer(np.asarray(positions, dtype=float), rates(width, base))
        return interleaved(np.sin(angles), np.cos(angles))

    return encode


encode = encode_with(pair_rates)
