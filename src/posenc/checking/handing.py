"""Functions handed to the learner: proxies that call, and tell nothing of what they call."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from posenc.exercises.declaring import Handed

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


def hand_over(argument: Any) -> Any:
    """A proxy for a `Handed` function; anything else as it is."""
    if not isinstance(argument, Handed):
        return argument
    proxy = HandedFunction()
    _served[proxy] = argument.function
    return proxy
