"""Messages between the examiner and a learner's process: JSON with arrays, nothing executable."""

from __future__ import annotations

import base64
import json
import math
import select
import signal
import socket
import struct
import time
from typing import Any

import numpy as np

from posenc.checking.exchange import Unreadable

LARGEST = 16 * 2**20
LARGEST_ARRAY = LARGEST // 16
# Of what a cell shows: how many outputs, and how much of them together.
KEPT_OUTPUTS = 50
KEPT_OF_A_CELL = 4 * 2**20
HEAD = struct.Struct(">I")
DONT_WAIT = getattr(socket, "MSG_DONTWAIT", 0)
# An exception out of a timer in mid-message would leave half of it on the line.
TIMERS = {getattr(signal, name) for name in ("SIGALRM", "SIGPROF") if hasattr(signal, name)}


class ChannelError(Exception):
    """The other side is gone, or has sent what is no message."""


class TooLarge(ValueError):
    """A message larger than `LARGEST`; nothing of it was sent."""


class Channel:
    """One end of a socket on which both sides take turns."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._waiting = b""

    def send(self, **message: Any) -> None:
        """Send one message; the values may hold what `plain` makes.

        Raises
        ------
        ChannelError
            If nobody listens.
        TooLarge
            If the message is larger than `LARGEST`, or nested too deep.
        """
        self.send_encoded(encode(**message))

    def send_encoded(self, encoded: bytes, end: float | None = None) -> None:
        """Send what `encode` made, once or many times.

        Raises
        ------
        ChannelError
            If nobody listens.
        TimeoutError
            If it has not been taken by `end`, a moment of `time.monotonic`.
        """
        left = memoryview(encoded)
        with undisturbed():
            while left:
                try:
                    if not ready(self.connection, select.POLLOUT, end):
                        raise TimeoutError
                    left = left[self.connection.send(left, DONT_WAIT) :]
                except BlockingIOError:
                    continue
                except (OSError, ValueError) as error:
                    if isinstance(error, TimeoutError):
                        raise
                    raise ChannelError(str(error)) from None

    def receive(self, end: float | None = None) -> dict[str, Any]:
        """The next message.

        Raises
        ------
        ChannelError
            If the other side is gone, or what comes is no message.
        TimeoutError
            If it has not come whole by `end`, a moment of `time.monotonic`.
        """
        with undisturbed():
            (size,) = HEAD.unpack(self._take(HEAD.size, end))
            if size > LARGEST:
                raise ChannelError(f"a message of {size} bytes")
            body = self._take(size, end)
        try:
            message = unpack(json.loads(body))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise ChannelError(f"no message: {type(error).__name__}") from None
        if not isinstance(message, dict):
            raise ChannelError("no message")
        return message

    def close(self) -> None:
        self.connection.close()

    def _take(self, count: int, end: float | None) -> bytes:
        # Also when all of it is here: whoever sends without pause must not gain time by it.
        seconds_to(end)
        while len(self._waiting) < count:
            try:
                if not ready(self.connection, select.POLLIN, end):
                    raise TimeoutError
                more = self.connection.recv(2**16)
            except (OSError, ValueError) as error:
                if isinstance(error, TimeoutError):
                    raise
                raise ChannelError(str(error)) from None
            if not more:
                raise ChannelError("the other side is gone")
            self._waiting += more
        taken, self._waiting = self._waiting[:count], self._waiting[count:]
        return taken


def encode(**message: Any) -> bytes:
    """A message as it goes over the line.

    Raises
    ------
    TooLarge
        If it is larger than `LARGEST`, or nested too deep.
    """
    try:
        body = json.dumps({key: pack(value) for key, value in message.items()}).encode()
    except RecursionError:
        raise TooLarge("nested too deep") from None
    if len(body) > LARGEST:
        raise TooLarge(f"{len(body)} bytes")
    return HEAD.pack(len(body)) + body


def seconds_to(end: float | None) -> float | None:
    """How long it is until `end`.

    Raises
    ------
    TimeoutError
        If it is over.
    """
    if end is None:
        return None
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def ready(connection: socket.socket, event: int, end: float | None) -> bool:
    """Whether something can be read or written, waited for until `end`."""
    left = seconds_to(end)
    # Not select.select, which takes no socket whose number is 1024 or more.
    waiting = select.poll()
    waiting.register(connection, event)
    return bool(waiting.poll(None if left is None else 1000 * left))


class undisturbed:
    """Hold the timers of a check back while a message is on its way."""

    def __enter__(self) -> None:
        self._before = signal.pthread_sigmask(signal.SIG_BLOCK, TIMERS)

    def __exit__(self, *error: Any) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, self._before)


def pack(value: Any) -> Any:
    """`value` as what JSON can hold."""
    if isinstance(value, np.ndarray):
        data = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
        return {"array": [value.dtype.str, list(value.shape), data]}
    if isinstance(value, np.generic):
        return pack(value.item())
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, Unreadable):
        return {"unreadable": value.kind}
    if isinstance(value, dict):
        return {"dict": [[key, pack(each)] for key, each in value.items()]}
    if isinstance(value, (list, tuple)):
        return [pack(each) for each in value]
    return value


def unpack(value: Any, top: bool = True) -> Any:
    """What `pack` was given, tuples as lists.

    Raises
    ------
    ValueError, TypeError, KeyError, AttributeError
        If `value` was not made by `pack`.
    """
    if isinstance(value, list):
        return [unpack(each, False) for each in value]
    if not isinstance(value, dict):
        return value
    if top:
        return {key: unpack(each, False) for key, each in value.items()}
    ((kind, content),) = value.items()
    return UNPACKED[kind](content)


def unpack_array(content: Any) -> np.ndarray:
    kind, shape, data = content
    dtype = np.dtype(kind)
    if dtype.kind not in "biufc" or dtype.itemsize > 32 or len(shape) > 8:
        raise ValueError(f"an array of {dtype}")
    raw = base64.b64decode(data, validate=True)
    if len(raw) > LARGEST_ARRAY or len(raw) != dtype.itemsize * math.prod(shape):
        raise ValueError("an array of another size")
    return np.frombuffer(raw, dtype).reshape(shape).copy()


UNPACKED = {
    "array": unpack_array,
    "complex": lambda content: complex(*content),
    "unreadable": lambda content: Unreadable(str(content)[:60]),
    "dict": lambda content: {str(key): unpack(each, False) for key, each in content},
}
