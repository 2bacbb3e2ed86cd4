"""Functions handed to the learner: proxies that call, and tell nothing of what they call."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from posenc.checking.exchange import Call
from posenc.exercises.declaring import Arguments, Handed, Steps, opened

_served: WeakKeyDictionary[HandedFunction, Callable] = WeakKeyDictionary()


class HandedFunction:
    """A callable with nothing in it; what it stands for is kept by the examiner."""

    __slots__ = ("__weakref__",)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        try:
            return _served[self](*arguments, **named)
        except TypeError as error:
            # The message would name the function; say how to call it instead.
            raise TypeError(
                f"the function handed in was called wrongly ({hidden(error)})"
            ) from None

    def __repr__(self) -> str:
        return "<a function handed in by the check>"


def hidden(error: TypeError) -> str:
    """What a TypeError says, without the name of the function it speaks of."""
    return re.sub(r"^\S+\(\) ", "", str(error))


def hand_over(arguments: Arguments) -> Call:
    """The call for a learner's process, with proxies in place of `Handed` functions."""
    return as_call(tuple(proxy(each) if isinstance(each, Handed) else each for each in arguments))


def open_up(arguments: Arguments) -> Call:
    """The call for an answer or a known mistake, which get the functions themselves."""
    return as_call(opened(arguments))


def as_call(arguments: Arguments) -> Call:
    if arguments and isinstance(arguments[-1], Steps):
        return Call(arguments[:-1], arguments[-1].taken)
    return Call(arguments)


def proxy(handed: Handed) -> HandedFunction:
    stand_in = HandedFunction()
    _served[stand_in] = handed.function
    return stand_in
