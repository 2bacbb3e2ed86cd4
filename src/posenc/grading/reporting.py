"""`posenc report`: what a class got right, what it got wrong, and why."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import nbformat
from nbformat import NotebookNode

from posenc.editions.building import CourseError, notebook_name
from posenc.grading.recording import Course, read_record

SHOWN_MISTAKES = 3
HEAD = ["exercise", "minutes", "examined", "passed", "pass_rate", "mistake", "learners"]
# Where no known mistake was recognised.
WAYS = {
    "missing": "not defined",
    "unwritten": "not written",
    "raised": "an exception",
    "slow": "too slow, or without end",
    "arguments": "other arguments",
    "type": "no number, or another type",
    "shape": "another shape",
    "finite": "not finite",
    "values": "other values",
    "property": "not what was asked for",
    "refusal": "refuses wrongly, or not at all",
}


@dataclass(frozen=True)
class Row:
    """One exercise of a graded class.

    Attributes
    ----------
    exercise : str
    examined, passed : int
        Learners.
    minutes : int
        What the lesson gives it: the lesson's own minutes, shared by points.
    mistakes : Counter
        How many of the others made each known mistake, or failed in which way.
    """

    exercise: str
    examined: int
    passed: int
    minutes: int
    mistakes: Counter[str]

    @property
    def rate(self) -> float:
        return self.passed / self.examined

    @property
    def common(self) -> str:
        counted = self.mistakes.most_common(SHOWN_MISTAKES)
        return ", ".join(f"{name} ({count})" for name, count in counted)


def read_rows(course: Course, lesson: str) -> list[Row]:
    """A row for each exercise of a graded lesson, in the order of the notebook.

    Raises
    ------
    CourseError
        If nothing is graded yet.
    """
    source = nbformat.reads(course.source(lesson), as_version=4)
    places = course.folder.glob(f"autograded/*/{lesson}/{notebook_name(lesson)}.ipynb")
    findings = [record["findings"] for record in map(read_record, places) if record]
    if not findings:
        raise CourseError(f"Nothing is graded in {lesson} yet: run  posenc grade {lesson}  first.")
    minutes = share_minutes(source)
    rows = []
    for exercise in minutes:
        found = [each[exercise] for each in findings if exercise in each]
        failed = Counter(reason(each) for each in found if not each["passed"])
        passed = len(found) - failed.total()
        if found:
            rows.append(Row(exercise, len(found), passed, minutes[exercise], failed))
    return rows


def share_minutes(source: NotebookNode) -> dict[str, int]:
    """A lesson's minutes, which its opening cell tells, shared among its exercises by points."""
    points = {
        cell.metadata.nbgrader.grade_id.removeprefix("test_"): cell.metadata.nbgrader.points
        for cell in source.cells
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
    found = re.search(r"^(\d+) minutes", source.cells[0].source, re.MULTILINE)
    minutes = int(found[1]) if found else 0
    return {name: round(minutes * each / sum(points.values())) for name, each in points.items()}


def reason(finding: dict) -> str:
    """The known mistake, or else in which way it failed."""
    return finding["mistake"] or WAYS.get(finding["problem"], finding["problem"] or "examples")


def table(rows: list[Row]) -> Iterator[str]:
    """The report as lines to be read."""
    width = max(len(row.exercise) for row in rows)
    yield f"{'exercise':{width}}  passed        minutes  most common mistakes"
    for row in rows:
        share = f"{row.passed}/{row.examined}"
        yield (
            f"{row.exercise:{width}}  {share:>7}{row.rate:6.0%}{row.minutes:8}  {row.common}"
        ).rstrip()


def as_csv(rows: list[Row]) -> str:
    """The report as comma-separated values, a line for each exercise and each mistake in it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEAD)
    for row in rows:
        shared = [row.exercise, row.minutes, row.examined, row.passed, f"{row.rate:.3f}"]
        for name, count in row.mistakes.most_common() or [("", 0)]:
            writer.writerow([*shared, name, count])
    return text.getvalue()
