"""The examiner's side of a submission: sends cells, serves checks, keeps the verdicts."""

from __future__ import annotations

import functools
import io
import json
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from posenc.checking.calling import silence
from posenc.checking.examination import Examination, prepare
from posenc.checking.exchange import Answers, Outcome, Raised, Verdict, plain
from posenc.checking.wording import with_first_to_mend
from posenc.exercises.declaring import Handed
from posenc.grading.learner.channel import (
    KEPT_OF_A_CELL,
    KEPT_OUTPUTS,
    Channel,
    ChannelError,
    encode,
)
from posenc.grading.wall import Limits, Warm

STARTS = 4
# What a page shows without running it: words, and pictures with a description.
SHOWN = ("text/plain", "image/png", "image/jpeg")
PICTURE = re.compile(r'<img alt="[^"<>]*" src="data:image/png;base64,[A-Za-z0-9+/=]*">')


@dataclass(frozen=True)
class Cell:
    """A code cell.

    Attributes
    ----------
    source : str
    exercise : str
        What is examined in it, if anything.
    needed : bool
        Whether it must run.
    """

    source: str
    exercise: str = ""
    needed: bool = True


@dataclass
class CellResult:
    """What became of a cell.

    Attributes
    ----------
    outputs : list of dict
        As the notebook format has them.
    failed : bool
        Whether an exception came out of it, or it did not come to an end.
    ended : str
        ``"timed out"``, ``"crashed"``, ``"not run"`` or nothing.
    verdict : Verdict or None
        Of the exercise that the cell examines. The learner's process has no part in it.
    """

    outputs: list[dict[str, Any]] = field(default_factory=list)
    failed: bool = False
    ended: str = ""
    verdict: Verdict | None = None

    @property
    def passed(self) -> bool:
        return bool(self.verdict and self.verdict.passed and not self.failed)


def run_cells(warm: Warm, cells: Sequence[Cell], seed: int) -> list[CellResult]:
    """Run a submission's code cells in a process of their own.

    Where a cell brings the process down, a new one runs the others again without it.
    """
    fallen: dict[int, CellResult] = {}
    results: list[CellResult] = []
    end = time.monotonic() + warm.limits.notebook_seconds
    for _ in range(STARTS):
        results = []
        with warm.child() as channel:
            sitting = Sitting(channel, seed, warm.limits, end)
            for number, cell in enumerate(cells):
                result = fallen.get(number) or (sitting.run(cell) if cell.needed else CellResult())
                results.append(result)
                if sitting.down:
                    fallen[number] = result
                    break
        if len(results) == len(cells) or time.monotonic() > end:
            break
    return results + [
        CellResult(failed=True, ended="not run") for _ in range(len(cells) - len(results))
    ]


class Sitting:
    """One child, cell after cell.

    Attributes
    ----------
    down : bool
        Whether the last cell took the process with it.
    """

    def __init__(self, channel: Channel, seed: int, limits: Limits, end: float) -> None:
        self.channel = channel
        self.seed = seed
        self.limits = limits
        self.end = end
        self.down = False

    def run(self, cell: Cell) -> CellResult:
        """Run one cell to its end, whatever that is."""
        result = CellResult()
        seconds = self.limits.cell_seconds + self.limits.grace_seconds
        until = min(time.monotonic() + seconds, self.end)
        try:
            self.channel.send_encoded(encode(run=cell.source), until)
            while True:
                message = self.channel.receive(until)
                if "done" in message:
                    return finish(result, message["done"])
                if "check" not in message:
                    raise ChannelError("out of turn")
                asked = str(message["check"])
                # A cell that examines nothing, or something else, learns nothing from asking.
                verdict = self._examine(asked, until) if asked == cell.exercise else None
                result.verdict = result.verdict or verdict
                passed = bool(verdict and verdict.passed)
                self.channel.send_encoded(encode(passed=passed), until)
        except TimeoutError:
            result.ended = "timed out"
        except Exception:
            # The process is gone, or has sent what no honest one sends: either way it is over.
            result.ended = "crashed"
        result.failed = self.down = True
        return result

    def _examine(self, name: str, until: float) -> Verdict:
        """As `posenc.checking.find_verdict`, with the learner's function on the other side."""
        verdict, _ = self._hold(name, until)
        for earlier in () if verdict.passed else verdict.builds_on:
            base, defined = self._hold(earlier, until)
            if defined and not base.passed and base.problem != "slow":
                return with_first_to_mend(verdict, base)
        return verdict

    def _hold(self, name: str, until: float) -> tuple[Verdict, bool]:
        examination = prepare(name, self.seed)
        functions, count, question = ask(name, self.seed)
        self.channel.send_encoded(question, until)
        while True:
            message = self.channel.receive(until)
            if "answers" in message:
                answers = read_answers(message["answers"], count)
                return examination.verdict(answers), bool(message.get("defined"))
            self.channel.send_encoded(encode(**call_handed(functions, message)), until)


@functools.lru_cache(maxsize=64)
def ask(name: str, seed: int) -> tuple[list[Any], int, bytes]:
    """The functions that an exercise hands out, how many calls are due, and the message that asks.

    Kept, since a class graded on one seed is asked the same.
    """
    functions, calls = number_handed(prepare(name, seed))
    return functions, len(calls), encode(name=name, calls=calls)


def number_handed(examination: Examination) -> tuple[list[Any], list[Any]]:
    """The functions handed out, and the calls with their numbers in place of them."""
    functions: list[Any] = []

    def sent(argument: Any) -> Any:
        if not isinstance(argument, Handed):
            return argument
        functions.append(argument.function)
        return {"handed": len(functions) - 1}

    calls = []
    for call, arguments in zip(examination.calls, examination.cases, strict=True):
        count = len(call.arguments)
        calls.append(
            [[sent(each) for each in arguments[:count]], [list(each) for each in call.steps]]
        )
    return functions, calls


def call_handed(functions: list[Any], message: dict[str, Any]) -> dict[str, Any]:
    """The reply to a learner's function that calls what it was handed."""
    function = functions[int(message["call"])]
    with silence(io.StringIO()):
        try:
            return {"value": plain(function(*message["arguments"], **message["named"]))}
        except TypeError:
            said = "the function handed in was called wrongly; see the exercise for its arguments"
            return {"raised": ["TypeError", said]}
        except Exception as error:
            return {"raised": [type(error).__name__, str(error)[:400]]}


def read_answers(sent: Any, count: int) -> Answers:
    """What a learner's process sent, trusted no further than its form.

    Raises
    ------
    ValueError, TypeError, KeyError, AttributeError
        If it has not that form.
    """
    outcomes = tuple(read_outcome(each) for each in sent["outcomes"])
    if sent["callable"] and len(outcomes) != count:
        raise ValueError("an outcome for each call is due")
    return Answers(bool(sent["found"]), bool(sent["callable"]), str(sent["kind"])[:60], outcomes)


def read_outcome(sent: dict[str, Any]) -> Outcome:
    raised = sent["raised"]
    if raised is not None:
        raised = Raised(
            tuple(str(kind)[:60] for kind in raised["kinds"][:20]) or ("Exception",),
            str(raised["message"])[:400],
            str(raised["line"])[:400],
            bool(raised["own"]),
        )
    return Outcome(
        plain(sent["value"]),
        raised,
        str(sent["misfit"])[:400],
        bool(sent["stopped"]),
        bool(sent["skipped"]),
        tuple(int(place) for place in sent["changed"][:20]),
        str(sent["printed"])[:400],
    )


def finish(result: CellResult, done: dict[str, Any]) -> CellResult:
    """Fill in what the child reports of a cell that came to its end; its form is not trusted.

    Raises
    ------
    ValueError, TypeError, KeyError, AttributeError
        If it has not the form of such a report.
    """
    result.failed = bool(done["failed"])
    result.ended = "timed out" if done["timed_out"] else ""
    room = KEPT_OF_A_CELL
    for sent in done["outputs"][:KEPT_OUTPUTS]:
        output = read_output(sent)
        room -= len(json.dumps(output))
        if room < 0:
            break
        result.outputs.append(output)
    return result


def read_output(sent: dict[str, Any]) -> dict[str, Any]:
    """An output in the notebook format's form, with nothing that a browser would execute."""
    kind = sent["output_type"]
    if kind == "stream":
        name = "stderr" if sent["name"] == "stderr" else "stdout"
        return {"output_type": kind, "name": name, "text": text(sent["text"])}
    if kind == "error":
        lines = [text(line) for line in sent["traceback"]]
        shown = {"ename": text(sent["ename"]), "evalue": text(sent["evalue"])}
        return {"output_type": kind, **shown, "traceback": lines}
    if kind not in ("display_data", "execute_result"):
        raise ValueError(f"an output of type {str(kind)[:20]!r}")
    data = {
        name: text(value)
        for name, value in sent["data"].items()
        if name in SHOWN or (name == "text/html" and PICTURE.fullmatch(value))
    }
    return {"output_type": kind, "data": data, "metadata": {}}


def text(sent: Any) -> str:
    """`sent` as text that can be written to a file, without this machine's own folders."""
    if not isinstance(sent, str):
        raise TypeError("no text")
    cleaned = sent.encode("utf-8", "replace").decode()
    for folder in (sys.prefix, sys.base_prefix):
        cleaned = cleaned.replace(folder, "…")
    return cleaned
