"""A course of lesson 1 in a folder of its own, for the tests of grading."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import nbformat

from posenc.editions.making import SOLUTION_LINE
from posenc.grading.demo import nbgrader
from posenc.grading.recording import Course

COURSE = Path(__file__).resolve().parents[2]
LESSON = "01_bag_of_words"
NAME = "bag_of_words"
SOLVED = COURSE / "source" / LESSON / f"{NAME}.ipynb"
FULL = {"test_attend": 2.0, "test_order_gap": 1.0, "test_same_answer": 2.0}
NOTHING = dict.fromkeys(FULL, 0.0)


def make_course(folder: Path) -> Course:
    """The lesson's source, the course's settings, and a gradebook that knows the lesson."""
    shutil.copytree(COURSE / "source" / LESSON, folder / "source" / LESSON)
    shutil.copytree(COURSE / "lessons" / LESSON, folder / "lessons" / LESSON)
    shutil.copy(COURSE / "lessons" / "grade_ids.csv", folder / "lessons")
    shutil.copy(COURSE / "nbgrader_config.py", folder)
    nbgrader(folder, "generate_assignment", LESSON, "--create")
    return Course.read(folder)


def solved(**changed: str) -> dict:
    """A solved notebook as a learner writes it; `changed` holds another source for some cells."""
    notebook = nbformat.read(SOLVED, as_version=4)
    for cell in notebook.cells:
        cell.source = changed.get(cell.id, SOLUTION_LINE.sub("", cell.source))
    return notebook


def hand_in(course: Course, learner: str, notebook: dict | bytes, name: str = NAME) -> Path:
    """Put a notebook where nbgrader collects a learner's."""
    place = course.folder / "submitted" / learner / LESSON / f"{name}.ipynb"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(notebook if isinstance(notebook, bytes) else json.dumps(notebook).encode())
    return place


def marks(course: Course) -> dict[str, dict[str, float]]:
    """Points by learner and test, as they stand in the course's gradebook."""
    return marks_in(course.folder)


def marks_in(folder: Path) -> dict[str, dict[str, float]]:
    """Points by learner and test, read from nbgrader's gradebook past nbgrader and ours."""
    query = """
        select submitted_assignment.student_id, base_cell.name,
               coalesce(grade.manual_score, grade.auto_score)
        from grade
        join base_cell on base_cell.id = grade.cell_id
        join submitted_notebook on submitted_notebook.id = grade.notebook_id
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
    """
    found: dict[str, dict[str, float]] = {}
    with sqlite3.connect(folder / "gradebook.db") as gradebook:
        for learner, test, score in gradebook.execute(query):
            found.setdefault(learner, {})[test] = score
    return found
