"""What an exercise is made of, and the two ways of judging a result."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

TOLERANCE = 1e-3

Arguments = tuple[Any, ...]
Cases = Callable[[np.random.Generator], Iterator[Arguments]]


@dataclass(frozen=True)
class Mistake:
    """A known wrong answer: a short name, the function that makes it, what a tutor would say."""

    name: str
    function: Callable
    hint: str


@dataclass(frozen=True)
class Handed:
    """A function among the arguments of a case: the learner gets a proxy that only calls it.

    `shown` stands for it in messages.
    """

    function: Callable
    shown: str = "a function"


@dataclass(frozen=True)
class Steps:
    """Method calls on what a class makes, last among the arguments of a case.

    The arguments before it make the object. The steps are taken in order; what the last one
    returns is the result of the case.

    Attributes
    ----------
    taken : tuple of (str, value)
        A method's name and its one argument.
    """

    taken: tuple[tuple[str, Any], ...]


def opened(arguments: Arguments) -> Arguments:
    """The arguments with handed functions laid bare, for answers and known mistakes."""
    return tuple(each.function if isinstance(each, Handed) else each for each in arguments)


@dataclass(frozen=True)
class Judge:
    """How a result is compared.

    Attributes
    ----------
    scale : callable
        ``(arguments, expected) -> array`` that broadcasts to the result; a component may differ by
        ``TOLERANCE`` times it. 0 asks for the exact value. An infinity is right only where the
        answer has it.
    accepts : callable or None
        ``(arguments, result) -> None or sentence``. Where given, any result that has the property
        is right, and the answer's own result only serves for the shape.
    shape_matters : bool
        Whether a result must have the shape of the answer's.
    words : tuple of str
        What a result may say where it is not a number.
    tells : callable or None
        ``(arguments, expected, given) -> sentence`` about a wrong value, said in place of a
        comparison side by side. `expected` and `given` are as they were returned.
    whole : bool
        Whether floats are refused even where their values are right, as in an array of indices.
    """

    scale: Callable[[Arguments, Any], Any]
    accepts: Callable[[Arguments, np.ndarray], str | None] | None = None
    shape_matters: bool = True
    words: tuple[str, ...] = ()
    tells: Callable[[Arguments, Any, Any], str] | None = None
    whole: bool = False


@dataclass(frozen=True)
class Exercise:
    """All that is known of one exercise.

    Attributes
    ----------
    answer : callable
        The reference. Its name and signature are the exercise's own. A class where cases end in
        `Steps`.
    edges : sequence of argument tuples
        Cases that are always tried, before the drawn ones.
    cases : callable
        ``Generator -> iterator`` of argument tuples, smallest first.
    judge : Judge
    mistakes : sequence of Mistake
        No two of them agree on all inputs.
    right : sequence of callables
        Unusual answers that must be accepted.
    varies : str
        What the cases draw, for the table of checks.
    ignores : str
        What the check leaves alone on purpose.
    builds_on : sequence of str
        Earlier exercises of the same lesson that a learner will have used.
    evidence : int
        Drawn cases that a diagnosis needs: more where answers are small counts or booleans.
    """

    answer: Callable
    cases: Cases
    judge: Judge
    mistakes: tuple[Mistake, ...]
    varies: str
    ignores: str
    edges: tuple[Arguments, ...] = ()
    right: tuple[Callable, ...] = ()
    builds_on: tuple[str, ...] = ()
    evidence: int = 3
    name: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.answer.__name__)


def within(
    scale: Callable[[Arguments, Any], Any] | float = 1.0,
    *,
    words: tuple[str, ...] = (),
    tells: Callable[[Arguments, Any, Any], str] | None = None,
) -> Judge:
    """Judge by closeness to the answer, relative to `scale` (a number, or computed per case)."""
    measure = scale if callable(scale) else lambda arguments, expected: scale
    return Judge(measure, words=words, tells=tells)


def itself() -> Judge:
    """Judge each component relative to its own size: for rates, periods, turns and bases."""
    return Judge(lambda arguments, expected: np.abs(expected))


def exactly(
    *,
    words: tuple[str, ...] = (),
    tells: Callable[[Arguments, Any, Any], str] | None = None,
) -> Judge:
    """Judge counts, booleans and words: only the same value is right."""
    return within(0.0, words=words, tells=tells)


def indices() -> Judge:
    """Judge what an array will be indexed with: the same value, of a whole-number type."""
    return dataclasses.replace(exactly(), whole=True)


def having(
    accepts: Callable[[Arguments, np.ndarray], str | None], *, shape_matters: bool = True
) -> Judge:
    """Judge by a property: `accepts` returns None, or a sentence that says what is missing."""
    return Judge(lambda arguments, expected: 1.0, accepts, shape_matters)
