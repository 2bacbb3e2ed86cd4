"""The front door: check one exercise, and say in words what is wrong."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from posenc.checking.calling import CHECK_SECONDS, answer_calls
from posenc.checking.exchange import Verdict
from posenc.checking.wording import coloured, with_first_to_mend
from posenc.standing import keeping

__all__ = ["check"]


def check(name: str, function: Callable | None = None, *, seed: int | None = None) -> None:
    """Check an exercise on freshly drawn cases; say so if it is right, and what is wrong if not.

    Parameters
    ----------
    name : str
        The exercise, in quotes: ``check("rotate_pair")``.
    function : callable, optional
        What to check. Without it, the function of that name in the calling notebook.
    seed : int, optional
        Repeats an earlier run exactly. Without it, the environment variable ``POSENC_SEED``
        counts, and without that every run draws new cases.

    Raises
    ------
    AssertionError
        If the function is not right. The message says what is wrong and shows one call.
    NotImplementedError
        If the function is not written yet.
    LookupError
        If there is no exercise of that name.
    """
    namespace = sys._getframe(1).f_globals
    if function is not None:
        namespace = {**namespace, name: function}
    try:
        if not isinstance(name, str):
            raise TypeError('check takes an exercise in quotes, as in check("rotate_pair")')
        verdict = find_verdict(name, namespace, choose_seed(seed))
    except (TypeError, ValueError, LookupError) as error:
        raise quiet(type(error), str(error.args[0])) from None
    if verdict.passed:
        print(verdict.message)
        keeping.keep(name)
        return
    raise quiet(NotImplementedError if verdict.unwritten else AssertionError, verdict.message)


def find_verdict(name: str, namespace: Mapping[str, Any], seed: int) -> Verdict:
    """The verdict on the function called `name` in `namespace`."""
    end = time.monotonic() + CHECK_SECONDS
    verdict = examine(name, namespace, seed, end)
    for earlier in () if verdict.passed else verdict.builds_on:
        if earlier in namespace and time.monotonic() < end:
            base = examine(earlier, namespace, seed, end)
            if not base.passed and base.problem != "slow":
                return with_first_to_mend(verdict, base)
    return verdict


def examine(name: str, namespace: Mapping[str, Any], seed: int, end: float) -> Verdict:
    """Hold one examination: the learner's process makes the calls, the examiner judges.

    What knows the answers is imported here and nowhere above, so that it can live elsewhere.
    """
    from posenc.checking.examination import prepare

    examination = prepare(name, seed)
    return examination.verdict(answer_calls(namespace.get(name), examination.calls, end))


def choose_seed(seed: int | None) -> int:
    """The seed asked for, or that of ``POSENC_SEED``, or a new one of up to six digits."""
    if seed is None:
        text = os.environ.get("POSENC_SEED", "")
        if not text:
            return secrets.randbelow(1_000_000)
        if not text.strip().isdecimal():
            raise ValueError(f"POSENC_SEED must be a whole number from 0, not {text!r}")
        return int(text)
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or seed < 0:
        raise ValueError(f"seed must be a whole number from 0, not {seed!r}")
    return int(seed)


def quiet(kind: type[Exception], message: str) -> Exception:
    """An exception that IPython shows as its message alone, without a traceback."""
    error = kind(message)
    error._render_traceback_ = lambda: [coloured(message)]
    return error
