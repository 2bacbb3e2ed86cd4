"""What passes between a learner's process and the examiner: plain data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Call:
    """One call to be made.

    Attributes
    ----------
    arguments : tuple
        Used as they are; a call gets copies of the arrays.
    steps : tuple of (str, value)
        Where the function is a class: methods of what it makes, called in order with one argument
        each. The last one's result counts.
    """

    arguments: tuple
    steps: tuple[tuple[str, Any], ...] = ()

    @property
    def handed(self) -> tuple:
        """All that the learner's code is given, in order."""
        return (*self.arguments, *(value for _, value in self.steps))


@dataclass(frozen=True)
class Unreadable:
    """Stands for a result that is no plain data; only its type's name is kept."""

    kind: str


@dataclass(frozen=True)
class Raised:
    """An exception: its classes' names, its message, where it came from.

    Attributes
    ----------
    line : str
        The last line of the function's own cell that it passed through.
    own : bool
        Whether it was raised there, and not in something called from there.
    """

    kinds: tuple[str, ...]
    message: str
    line: str = ""
    own: bool = False

    @property
    def kind(self) -> str:
        return self.kinds[0]


@dataclass(frozen=True)
class Outcome:
    """What became of one call.

    Attributes
    ----------
    value : plain data
        See `plain`.
    raised : Raised or None
    misfit : str
        Why the arguments do not fit the function, where they do not.
    stopped, skipped : bool
        Whether the call was stopped at the time limit, or never made.
    changed : tuple of int
        The places in `Call.handed` of what was altered.
    printed : str
        The beginning of what the call printed.
    """

    value: Any = None
    raised: Raised | None = None
    misfit: str = ""
    stopped: bool = False
    skipped: bool = False
    changed: tuple[int, ...] = ()
    printed: str = ""

    @property
    def returned(self) -> bool:
        return not (self.raised or self.misfit or self.stopped or self.skipped)


@dataclass(frozen=True)
class Answers:
    """All that a learner's process sends: what the name stands for, and an outcome a call."""

    found: bool
    callable: bool
    kind: str
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The result of an examination.

    Attributes
    ----------
    name, seed, cases : the exercise, what was drawn from, how many calls there were
    passed, unwritten : bool
    message : str
        What the learner reads, without colours.
    problem : str
        The step at which it failed: ``"raised"``, ``"shape"``, ``"values"`` …
    mistake : str
        The name of the known mistake, where one was recognised.
    builds_on : tuple of str
        Earlier exercises that may be at the bottom of it.
    """

    name: str
    seed: int
    cases: int
    passed: bool
    message: str
    problem: str = ""
    mistake: str = ""
    unwritten: bool = False
    builds_on: tuple[str, ...] = ()


def plain(value: Any) -> Any:
    """`value` as plain data: None, numbers, words, arrays of numbers, lists of these."""
    if value is None or type(value) in (bool, int, float, complex, str, Unreadable):
        return value
    if isinstance(value, np.generic):
        return float(value) if isinstance(value, np.longdouble) else plain(value.item())
    if isinstance(value, (list, tuple, range)):
        return [plain(each) for each in value]
    if not isinstance(value, np.ndarray) and hasattr(value, "__array__"):
        value = np.asarray(value)
    if isinstance(value, np.ndarray):
        if value.dtype.kind in "biuc":
            return np.array(value, subok=False)
        return np.array(value, dtype=float) if value.dtype.kind == "f" else plain(value.tolist())
    return Unreadable(type(value).__name__)
