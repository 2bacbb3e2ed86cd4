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
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from posenc.checking.exchange import Answers, Call, Outcome, Raised, plain

# Of computing; a busy machine must not cost anyone marks. By the clock a call gets five times that.
CALL_SECONDS = 2.0
CHECK_SECONDS = 15.0
# A call may swallow what stops it: so soon it is stopped once more.
AGAIN_SECONDS = 0.005
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
    printed = io.StringIO()
    with silence(printed), time_limits(CALL_SECONDS) as limited:
        for each in calls:
            if time.monotonic() > end or (outcomes and outcomes[-1].stopped):
                outcomes += [Outcome(skipped=True)] * (len(calls) - len(outcomes))
                break
            reason = misfits[len(each.arguments)]
            outcomes.append(
                Outcome(misfit=reason) if reason else call(function, each, limited, printed)
            )
    return Answers(True, True, type(function).__name__, tuple(outcomes))


def call(
    function: Callable,
    made: Call,
    limited: Callable[[], AbstractContextManager],
    printed: io.StringIO,
) -> Outcome:
    """One call within its time limit, with the beginning of what it printed."""
    printed.seek(0)
    printed.truncate()
    try:
        with limited():
            outcome = run(function, made)
    except TimeIsUp:
        outcome = Outcome(stopped=True)
    said = printed.getvalue()[:PRINTED_CHARACTERS]
    return dataclasses.replace(outcome, printed=said) if said else outcome


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
        if isinstance(before, np.ndarray) and is_changed(before, after)
    )
    return Outcome(value, raised, changed=changed)


def is_changed(before: np.ndarray, after: np.ndarray) -> bool:
    """Whether one is no longer a copy of the other; their bytes are compared soonest."""
    return before.shape != after.shape or before.tobytes() != after.tobytes()


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
def time_limits(seconds: float) -> Iterator[Callable[[], AbstractContextManager]]:
    """Give the block a limit to put round each call: `seconds` of computing, or five times that
    by the clock; then `TimeIsUp` is raised in the call.

    The timers are set once, as that takes longer than most calls. One that goes off in a later call
    than it was set for is set again for what that call has left. Only the main thread of a Unix
    process has timers that can interrupt it; elsewhere a call that does not return has to be
    stopped by hand.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield contextlib.nullcontext
        return

    running, tries = False, 0
    timers = {
        signal.SIGPROF: (signal.ITIMER_PROF, time.process_time, seconds),
        signal.SIGALRM: (signal.ITIMER_REAL, time.monotonic, 5 * seconds),
    }
    began = dict.fromkeys(timers, 0.0)

    @contextlib.contextmanager
    def limited() -> Iterator[None]:
        nonlocal running, tries
        for number, (_, clock, _) in timers.items():
            began[number] = clock()
        running, tries = True, 0
        try:
            yield
        finally:
            running = False
            if tries:
                sys.settrace(traced)

    def stop(number: int, frame: Any) -> None:
        nonlocal tries
        timer, clock, limit = timers[number]
        left = limit - (clock() - began[number]) if running else limit
        if left > 0:
            signal.setitimer(timer, left, AGAIN_SECONDS)
            return
        tries += 1
        if tries < 10:
            raise TimeIsUp
        # A bare `except:` swallows what hits its `try`: raise where the next line begins.
        frame.f_trace = at_a_line
        sys.settrace(lambda *event: None)

    def at_a_line(frame: Any, event: str, argument: Any) -> Any:
        if running:
            raise TimeIsUp

    traced = sys.gettrace()
    handlers = {number: signal.signal(number, stop) for number in timers}
    # Somebody may be timing the cell around this block: their timers go on afterwards.
    started, theirs = time.monotonic(), {}
    for number, (timer, _, limit) in timers.items():
        theirs[number] = signal.setitimer(timer, limit, AGAIN_SECONDS)
    try:
        yield limited
    finally:
        for number, handler in handlers.items():
            signal.setitimer(timers[number][0], 0)
            # A last signal may be on its way, and the default action would end the process.
            signal.signal(number, signal.SIG_IGN if handler is signal.SIG_DFL else handler)
        passed = time.monotonic() - started
        for number, (left, interval) in theirs.items():
            if left:
                signal.setitimer(timers[number][0], max(left - passed, 0.001), interval)
