"""Results into nbgrader's gradebook and folders, where its own commands find them."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry

from posenc.editions.building import CourseError
from posenc.grading.marking import UNREADABLE, Result

UNREADABLE_NOTEBOOK = """\
The file that was handed in could not be read: {detail}.

Nothing in it was graded. Hand in a notebook that opens in JupyterLab."""


def fingerprint(data: bytes, source: str, seed: int) -> str:
    """What a result depends on, in a few letters."""
    parts = (hashlib.sha256(data).digest(), hashlib.sha256(source.encode()).digest())
    return hashlib.sha256(b"".join(parts) + str(seed).encode()).hexdigest()[:20]


def record(gradebook: Gradebook, learner: str, lesson: str, name: str, result: Result) -> None:
    """Write a learner's marks; all of them or none.

    Raises
    ------
    CourseError
        If the gradebook does not know the lesson.
    """
    try:
        gradebook.find_assignment(lesson)
    except MissingEntry:
        raise CourseError(
            f"The gradebook does not know {lesson} yet: run  nbgrader generate_assignment {lesson} "
            "--force  first."
        ) from None
    gradebook.update_or_create_student(learner)
    submission = gradebook.update_or_create_submission(lesson, learner)
    notebook = next(each for each in submission.notebooks if each.name == name)
    for grade in notebook.grades:
        grade.auto_score = result.scores.get(grade.cell.name, 0.0)
        # A mark given by hand stays, and is to be looked at again.
        grade.needs_manual_grade = grade.manual_score is not None
    gradebook.db.commit()


def write_autograded(place: Path, result: Result, mark: str) -> None:
    """Write the graded notebook, read-only as nbgrader does, in place of the old one at once."""
    if result.status == UNREADABLE:
        notebook = nbformat.v4.new_notebook()
        said = UNREADABLE_NOTEBOOK.format(detail=result.detail)
        notebook.cells.append(nbformat.v4.new_markdown_cell(said))
    else:
        notebook = nbformat.from_dict(json.loads(result.notebook))
    notebook.metadata["posenc"] = note(result, mark)
    place.parent.mkdir(parents=True, exist_ok=True)
    whole = place.with_suffix(".part")
    whole.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    whole.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
    os.replace(whole, place)


def note(result: Result, mark: str) -> dict:
    """What is kept of a result in the notebook itself."""
    return {
        "graded": mark,
        "status": result.status,
        "detail": result.detail,
        "seconds": round(result.seconds, 2),
        "findings": {name: vars(each) for name, each in result.findings.items()},
    }


def read_record(place: Path) -> dict:
    """What `write_autograded` noted in a notebook; empty if it is not there or not ours."""
    try:
        noted = json.loads(place.read_text(encoding="utf-8"))["metadata"].get("posenc", {})
    except (OSError, ValueError, KeyError, AttributeError):
        return {}
    return noted if isinstance(noted, dict) and "graded" in noted else {}
