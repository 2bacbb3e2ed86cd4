"""`check` where a learner's code runs: ask for the calls, make them, send what became of them."""

from __future__ import annotations

import builtins
import sys
import time
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from posenc.checking.calling import CHECK_SECONDS, answer_calls
from posenc.checking.exchange import Call, Outcome, Unreadable, plain
from posenc.grading.learner.channel import LARGEST_ARRAY, Channel, TooLarge

TOO_LARGE = Unreadable("result too large to compare")

# Set once, before any of the learner's cells is run.
channel = cast(Channel, None)


class HandedFunction:
    """A function of the examiner's: called there, with nothing of it here."""

    __slots__ = ("_number",)

    def __init__(self, number: int) -> None:
        self._number = number

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        # As the examiner would read them: a range or a list of arrays becomes what it holds.
        given = [plain(each) for each in arguments]
        channel.send(
            call=self._number,
            arguments=given,
            named={name: plain(each) for name, each in named.items()},
        )
        reply = channel.receive()
        if "raised" in reply:
            kind, message = reply["raised"]
            raise getattr(builtins, kind, RuntimeError)(message)
        return reply["value"]

    def __repr__(self) -> str:
        return "<a function handed in by the check>"


def check(name: str, function: Callable | None = None, *, seed: int | None = None) -> None:
    """Let the examiner try an exercise; what it finds is told when the work is handed back.

    Raises
    ------
    AssertionError
        If it is not right, so that the cell ends here.
    """
    namespace = sys._getframe(1).f_globals
    end = time.monotonic() + CHECK_SECONDS
    channel.send(check=name)
    while "name" in (wanted := channel.receive()):
        calls = [read_call(each) for each in wanted["calls"]]
        found = namespace.get(wanted["name"])
        if function is not None and wanted["name"] == name:
            found = function
        answers = answer_calls(found, calls, end)
        outcomes = [describe(outcome) for outcome in answers.outcomes]
        sent = {**vars(answers), "outcomes": outcomes}
        try:
            channel.send(answers=sent, defined=wanted["name"] in namespace)
        except TooLarge:
            for outcome in outcomes:
                outcome["value"] = TOO_LARGE
            channel.send(answers=sent, defined=wanted["name"] in namespace)
    if not wanted["passed"]:
        raise AssertionError(f"{name}: not yet. The reason is told when the work is handed back.")


def describe(outcome: Outcome) -> dict[str, Any]:
    described = {**vars(outcome), "raised": outcome.raised and vars(outcome.raised)}
    if isinstance(outcome.value, np.ndarray) and outcome.value.nbytes > LARGEST_ARRAY:
        described["value"] = TOO_LARGE
    return described


def read_call(sent: list) -> Call:
    arguments, steps = sent
    return Call(
        tuple(read_argument(each) for each in arguments),
        tuple((method, read_argument(value)) for method, value in steps),
    )


def read_argument(sent: Any) -> Any:
    return HandedFunction(sent["handed"]) if isinstance(sent, dict) else sent
