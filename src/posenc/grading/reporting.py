"""`posenc report`: what a class got right, what it got wrong, and why."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from posenc.editions.building import CourseError, notebook_name
from posenc.grading.recording import read_record

SHOWN_MISTAKES = 3


@dataclass(frozen=True)
class Row:
    """One exercise: how many were examined, how many passed, what the others did."""

    exercise: str
    examined: int
    passed: int
    mistakes: Counter[str]

    @property
    def common(self) -> str:
        counted = self.mistakes.most_common(SHOWN_MISTAKES)
        return ", ".join(f"{name} ({count})" for name, count in counted)


def read_rows(course: Path, lesson: str) -> list[Row]:
    """A row for each exercise of a graded lesson, in the order of the notebook.

    Raises
    ------
    CourseError
        If nothing is graded yet.
    """
    name = f"{notebook_name(lesson)}.ipynb"
    records = [read_record(place) for place in (course / "autograded").glob(f"*/{lesson}/{name}")]
    found: dict[str, list[dict]] = {}
    for record in records:
        for exercise, finding in record.get("findings", {}).items():
            found.setdefault(exercise, []).append(finding)
    if not found:
        raise CourseError(f"Nothing is graded in {lesson} yet: run  posenc grade {lesson}  first.")
    return [
        Row(
            exercise,
            len(findings),
            sum(finding["passed"] for finding in findings),
            Counter(reason(finding) for finding in findings if not finding["passed"]),
        )
        for exercise, findings in found.items()
    ]


def reason(finding: dict) -> str:
    """The known mistake, or else where it failed."""
    return finding["mistake"] or finding["problem"] or "examples"


def table(rows: list[Row]) -> Iterator[str]:
    """The report as lines to be read."""
    width = max(len(row.exercise) for row in rows)
    yield f"{'exercise':{width}}  passed  most common reasons"
    for row in rows:
        share = f"{row.passed}/{row.examined}"
        yield f"{row.exercise:{width}}  {share:>6}  {row.common}".rstrip()


def as_csv(rows: list[Row]) -> str:
    """The report as comma-separated values, a line for each exercise and reason."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["exercise", "examined", "passed", "reason", "learners"])
    for row in rows:
        writer.writerow([row.exercise, row.examined, row.passed, "", ""])
        for name, count in row.mistakes.most_common():
            writer.writerow([row.exercise, row.examined, row.passed, name, count])
    return text.getvalue()
