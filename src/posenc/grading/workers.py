"""Where submissions are graded: processes of this machine, or an executor of somebody else's."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    as_completed,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from typing import Any

ATTEMPTS = 2
WATCH_SECONDS = 5
MEMORY = 4 * 2**30
Task = tuple[Any, ...]
Done = tuple[int, Any]


class GivenUp(Exception):
    """The process that worked on this ended, or had to be ended, each time it was tried."""


def on_this_machine(
    function: Callable,
    tasks: Sequence[Task],
    stopped: threading.Event,
    seconds: float,
    count: int | None = None,
) -> Iterator[Done]:
    """The number of each task and its result, or the exception that came of it, as they come.

    Parameters
    ----------
    function : callable
        Called with what each task holds.
    stopped : Event
        Once it is set no task is begun any more.
    seconds : float
        By the clock, for one task; then its process is ended.
    count : int, optional
        How many processes; by default one more than there are cores, so that none is idle while
        a result is written down.
    """
    waiting = deque((number, 1) for number in range(len(tasks)))
    # A pool of one process each, so that a process which ends takes one task with it and no more.
    free = [new_process() for _ in range(min(count or (os.cpu_count() or 1) + 1, len(tasks)))]
    running: dict[Future, tuple[ProcessPoolExecutor, int, int, float]] = {}

    def hand_out() -> None:
        while free and waiting and not stopped.is_set():
            process, (number, attempt) = free.pop(), waiting.popleft()
            future = process.submit(function, *tasks[number])
            running[future] = process, number, attempt, time.monotonic() + seconds

    try:
        hand_out()
        while running:
            ended: list[Done] = []
            for future in wait(running, WATCH_SECONDS, FIRST_COMPLETED).done:
                process, number, attempt, end = running.pop(future)
                error = future.exception()
                if isinstance(error, BrokenProcessPool):
                    process.shutdown()
                    process = new_process()
                    if attempt < ATTEMPTS and time.monotonic() < end:
                        waiting.appendleft((number, attempt + 1))
                    else:
                        ended.append((number, GivenUp(GivenUp.__doc__)))
                else:
                    ended.append((number, error or future.result()))
                free.append(process)
            for process, _, _, end in running.values():
                if time.monotonic() > end:
                    kill(process)
            # Before the results are written down, which takes a while.
            hand_out()
            yield from ended
    finally:
        for process in [*free, *(process for process, *_ in running.values())]:
            process.shutdown(wait=False, cancel_futures=True)


def elsewhere(
    executor: Executor, function: Callable, tasks: Sequence[Task], stopped: threading.Event
) -> Iterator[Done]:
    """As `on_this_machine`; the executor decides where, in which order, and how often it tries."""
    numbers = {executor.submit(function, *task): number for number, task in enumerate(tasks)}
    for future in as_completed(numbers):
        if stopped.is_set():
            for other in numbers:
                other.cancel()
        try:
            yield numbers[future], future.exception() or future.result()
        except CancelledError:
            continue


def new_process() -> ProcessPoolExecutor:
    # Forked where that is safe, since all is imported already.
    method = "fork" if sys.platform.startswith("linux") else "spawn"
    return ProcessPoolExecutor(1, multiprocessing.get_context(method), initializer=begin)


def kill(process: ProcessPoolExecutor) -> None:
    # From Python 3.14 on this is its method kill_workers.
    for each in list((process._processes or {}).values()):
        each.kill()


def begin() -> None:
    """In a new process: Ctrl-C is for the one that coordinates, and without it there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        # What a submission makes the examiner work out must not take the machine's memory.
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    multiprocessing.parent_process().join()
    os._exit(1)
