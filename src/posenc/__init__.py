"""Checks for the exercises of the course on how transformers know word order."""

from posenc.checking import check

__all__ = ["check"]
__version__ = "0.1.0"
