"""The learner's side of a check: make the calls, note what happens. It knows no answers."""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import io
import linecache
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from posenc.checking.exchange import Answers, Call, Outcome, Raised, plain

# Of computing; a busy machine must not cost anyone marks. By the clock a call gets five times that.
CALL_SECONDS = 2.0
CHECK_SECONDS = 15.0
PRINTED_CHARACTERS = 400


class TimeIsUp(BaseException):
    """Raised inside a call that takes too long; no Exception, so that no `except` swallows it."""


def answer_calls(function: Any, calls: Sequence[Call], end: float) -> Answers:
    """Make each call of `function` and say what became of it.

    Parameters
    ----------
    function : anything
        What the learner's name stands for; None if it stands for nothing.
    calls : sequence of Call
    end : float
        On the clock of `time.monotonic`. After it, or after a call that had to be stopped, the rest
        is skipped.
    """
    if not callable(function):
        return Answers(function is not None, False, type(function).__name__)
    outcomes: list[Outcome] = []
    counts = {len(each.arguments) for each in calls}
    misfits = {count: describe_misfit(function, count) for count in counts}
    for each in calls:
        if time.monotonic() > end or (outcomes and outcomes[-1].stopped):
            outcomes += [Outcome(skipped=True)] * (len(calls) - len(outcomes))
            break
        reason = misfits[len(each.arguments)]
        outcomes.append(Outcome(misfit=reason) if reason else call(function, each))
    return Answers(True, True, type(function).__name__, tuple(outcomes))


def call(function: Callable, made: Call, seconds: float = CALL_SECONDS) -> Outcome:
    """One call within a time limit, its prints and warnings kept away from the verdict."""
    printed = io.StringIO()
    try:
        with silence(printed), time_limit(seconds):
            outcome = run(function, made)
    except TimeIsUp:
        outcome = Outcome(stopped=True)
    return dataclasses.replace(outcome, printed=printed.getvalue()[:PRINTED_CHARACTERS])


def run(function: Callable, made: Call) -> Outcome:
    """What `function` does with copies of what it is handed."""
    copies = tuple(each.copy() if isinstance(each, np.ndarray) else each for each in made.handed)
    count = len(made.arguments)
    value, raised = None, None
    try:
        value = made_object = function(*copies[:count])
        for (method, _), argument in zip(made.steps, copies[count:], strict=True):
            value = getattr(made_object, method)(argument)
        value = plain(value)
    except (TimeIsUp, KeyboardInterrupt):
        raise
    except BaseException as error:
        raised = describe_error(error, function)
    changed = tuple(
        place
        for place, (before, after) in enumerate(zip(made.handed, copies, strict=True))
        if isinstance(before, np.ndarray) and not np.array_equal(before, after)
    )
    return Outcome(value, raised, changed=changed)


def describe_misfit(function: Callable, count: int) -> str:
    """Why `function` cannot be called with `count` arguments, or an empty string."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return ""
    try:
        signature.bind(*range(count))
    except TypeError as error:
        return f"{signature} ({error})"
    return ""


def describe_error(error: BaseException, function: Callable) -> Raised:
    """The exception with the last line of the learner's own code that it passed through."""
    defined = [function, *vars(function).values()] if isinstance(function, type) else [function]
    codes = [each.__code__ for each in defined if hasattr(each, "__code__")]
    file = codes[0].co_filename if codes else None
    steps = traceback.extract_tb(error.__traceback__)
    own = [step for step in steps if step.filename == file]
    line = linecache.getline(file, own[-1].lineno or 0).strip() if own else ""
    kinds = tuple(kind.__name__ for kind in type(error).__mro__)
    try:
        message = str(error)[:PRINTED_CHARACTERS]
    except Exception:
        message = "an error whose message cannot be shown"
    return Raised(kinds, message, line, own=bool(own) and own[-1] is steps[-1])


@contextlib.contextmanager
def silence(printed: io.StringIO) -> Iterator[None]:
    """Catch what is printed in `printed`, and drop warnings, whatever the notebook has set."""
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(io.StringIO()),
        warnings.catch_warnings(),
        np.errstate(all="ignore"),
    ):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in the block after `seconds` of computing, or five times that by the clock.

    Only the main thread of a Unix process has timers that can interrupt it; elsewhere a call that
    does not return has to be stopped by hand.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    running, tries = True, 0

    def stop(number: int, frame: Any) -> None:
        nonlocal tries
        tries += running
        if running and tries < 10:
            raise TimeIsUp
        if running:
            # A bare `except:` swallows what hits its `try`: raise where the next line begins.
            frame.f_trace = at_a_line
            sys.settrace(lambda *event: None)

    def at_a_line(frame: Any, event: str, argument: Any) -> Any:
        if running:
            raise TimeIsUp

    timers = (
        (signal.ITIMER_PROF, signal.SIGPROF, seconds),
        (signal.ITIMER_REAL, signal.SIGALRM, 5 * seconds),
    )
    before = [signal.signal(number, stop) for _, number, _ in timers]
    traced = sys.gettrace()
    # Somebody may be timing the cell around this call: their timer goes on afterwards.
    started = time.monotonic()
    running_before = [signal.setitimer(timer, limit, 0.005) for timer, _, limit in timers]
    try:
        yield
    finally:
        running = False
        for (timer, number, _), handler in zip(timers, before):
            signal.setitimer(timer, 0)
            # A last signal may be on its way, and the default action would end the process.
            signal.signal(number, signal.SIG_IGN if handler is signal.SIG_DFL else handler)
        sys.settrace(traced)
        passed = time.monotonic() - started
        for (timer, _, _), (left, interval) in zip(timers, running_before):
            if left:
                signal.setitimer(timer, max(left - passed, 0.001), interval)
