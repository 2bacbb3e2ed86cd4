"""From the bytes of a submission to its marks: one function, the same on any machine."""

from __future__ import annotations

import functools
import json
import time
from dataclasses import dataclass, field

import nbformat
from nbformat import NotebookNode

from posenc.checking.wording import coloured
from posenc.grading.examiner import Cell, CellResult, run_cells
from posenc.grading.learner.channel import ChannelError
from posenc.grading.submission import Submission, Unreadable, read_submission
from posenc.grading.wall import Limits, Warm

GRADED, REPAIRED, TIMED_OUT = "graded", "graded after repair", "timed out"
CRASHED, UNREADABLE = "crashed", "unreadable"


@dataclass(frozen=True)
class Finding:
    """What was found of one exercise: for reports on a class."""

    passed: bool
    mistake: str = ""
    problem: str = ""
    message: str = ""


@dataclass(frozen=True)
class Result:
    """A graded submission.

    Attributes
    ----------
    status : str
        One of the five words above.
    detail : str
        What was repaired, which cell timed out or crashed, why a file is unreadable.
    scores : dict
        Points by grade id; empty if unreadable.
    findings : dict
        By exercise.
    notebook : str
        The notebook with its outputs, as JSON; empty if unreadable.
    seconds : float
        That grading took.
    """

    status: str
    detail: str = ""
    scores: dict[str, float] = field(default_factory=dict)
    findings: dict[str, Finding] = field(default_factory=dict)
    notebook: str = ""
    seconds: float = 0.0


def grade(data: bytes, source: str, seed: int, figures: bool = False) -> Result:
    """Grade one submission.

    Parameters
    ----------
    data : bytes
        The notebook that was handed in, whatever it is.
    source : str
        The instructor's version, as JSON.
    seed : int
        The same seed gives the same marks.
    figures : bool
        Whether to draw pictures, for somebody who will look at them; without, the course's own
        experiments are left out, too.
    """
    begin = time.monotonic()
    try:
        submission = read_submission(data, read_source(source))
    except Unreadable as error:
        return Result(UNREADABLE, str(error), seconds=time.monotonic() - begin)
    results = run_in_warm(submission.cells(everything=figures), seed, figures)
    return mark(submission, results, time.monotonic() - begin)


def run_in_warm(cells: list[Cell], seed: int, figures: bool) -> list[CellResult]:
    """Run cells behind this process's wall."""
    try:
        return run_cells(warm_process(figures), cells, seed)
    except ChannelError:
        # The warm process is gone, for want of memory perhaps: once more with a new one.
        warm_process(figures).close()
        warm_process.cache_clear()
        return run_cells(warm_process(figures), cells, seed)


@functools.lru_cache(maxsize=16)
def read_source(source: str) -> NotebookNode:
    return nbformat.reads(source, as_version=4)


@functools.lru_cache(maxsize=2)
def warm_process(figures: bool) -> Warm:
    """The one of this process, started at the first submission."""
    return Warm(Limits(), figures)


def mark(submission: Submission, results: list[CellResult], seconds: float) -> Result:
    """Marks, and the notebook with its outputs, from what became of the cells."""
    scores: dict[str, float] = {}
    findings: dict[str, Finding] = {}
    ended: list[str] = []
    code = [cell for cell in submission.notebook.cells if cell.cell_type == "code"]
    for number, (cell, result) in enumerate(zip(code, results, strict=True), 1):
        cell.execution_count = number
        grading = cell.metadata.get("nbgrader", {})
        if grading.get("grade"):
            scores[grading.grade_id] = float(grading.points) if result.passed else 0.0
            findings[grading.grade_id.removeprefix("test_")] = finding(result)
            cell.outputs = graded_outputs(result)
        else:
            cell.outputs = plain_outputs(result)
        if result.ended in (TIMED_OUT, CRASHED):
            ended.append(f"code cell {number} ({cell.id}) {result.ended}")
    status = REPAIRED if submission.repairs else GRADED
    for word in (CRASHED, TIMED_OUT):
        if any(result.ended == word for result in results):
            status = word
    detail = "; ".join([*ended, *submission.repairs])
    notebook = json.dumps(submission.notebook)
    return Result(status, detail, scores, findings, notebook, seconds)


def finding(result: CellResult) -> Finding:
    verdict = result.verdict
    if not verdict:
        return Finding(False, problem=result.ended or "not examined")
    return Finding(result.passed, verdict.mistake, verdict.problem, verdict.message)


def graded_outputs(result: CellResult) -> list[NotebookNode]:
    """What the learner reads below a test: the examiner's words, whatever the cell has shown."""
    verdict = result.verdict
    if verdict and not verdict.passed:
        kind = "NotImplementedError" if verdict.unwritten else "AssertionError"
        return [error_output(kind, verdict.message)]
    if result.ended or not verdict:
        return plain_outputs(CellResult(ended=result.ended or "not examined"))
    said = {"output_type": "stream", "name": "stdout", "text": verdict.message + "\n"}
    errors = [output for output in result.outputs if output["output_type"] == "error"]
    return [nbformat.from_dict(output) for output in (said, *errors)]


WORDS = {
    "timed out": "This cell had not ended after its time, so it was stopped.",
    "crashed": "This cell ended the whole process; the others were run without it.",
    "not run": "This cell was not run: the notebook had used up its time, or crashed too often.",
    "not examined": "The check in this cell was never made.",
}


def plain_outputs(result: CellResult) -> list[NotebookNode]:
    outputs = [nbformat.from_dict(output) for output in result.outputs]
    for output in outputs:
        if output.output_type == "execute_result":
            output.execution_count = None
    if result.ended:
        outputs.append(error_output("Stopped", WORDS[result.ended]))
    return outputs


def error_output(kind: str, message: str) -> NotebookNode:
    shown = {"ename": kind, "evalue": message, "traceback": [coloured(message)]}
    return nbformat.from_dict({"output_type": "error", **shown})
