"""A class taken through lesson 6, as an instructor does it, in a folder of its own."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import fill, shorten

import nbformat

from posenc.editions.building import CourseError, notebook_name
from posenc.editions.making import SOLUTION_LINE
from posenc.grading.batch import grade_class
from posenc.grading.recording import Course
from posenc.grading.sample_class import DESCRIPTIONS, SAMPLE_CLASS
from posenc.grading.seeds import class_seed

LESSON = "06_rotate"
Say = Callable[[str], None]


def take_a_class_through(course: Path, folder: Path | None, say: Say) -> None:
    """Release, hand in, grade and give feedback, then print a table of marks with reasons.

    Parameters
    ----------
    course : Path
        Read only: its ``source`` and its ``nbgrader_config.py`` are copied.
    folder : Path or None
        Where to work; it must be empty. A new temporary folder if None.

    Raises
    ------
    CourseError
        If `folder` is not empty, or one of nbgrader's commands fails.
    """
    folder = (folder or Path(tempfile.mkdtemp(prefix="word-order-demo-"))).resolve()
    if folder.exists() and any(folder.iterdir()):
        raise CourseError(f"{folder} is not empty. Name a folder that is, or none at all.")
    say(f"Working in {folder}")
    shutil.copytree(course / "source" / LESSON, folder / "source" / LESSON)
    shutil.copy(course / "nbgrader_config.py", folder)

    say("Making the students' version (nbgrader generate_assignment)")
    nbgrader(folder, "generate_assignment", LESSON, "--create")
    say(f"{len(SAMPLE_CLASS)} learners hand in")
    for learner, wrong in SAMPLE_CLASS.items():
        hand_in(folder, learner, wrong)
    say("Grading (posenc grade)")
    course = Course.read(folder)
    grade_class(course, LESSON, class_seed(folder, LESSON), say=say)
    say("Writing feedback (nbgrader generate_feedback)")
    nbgrader(folder, "generate_feedback", LESSON)
    nbgrader(folder, "export")

    say("")
    for line in marks_table(folder):
        say(line)
    say("")
    say(f"Feedback: {folder / 'feedback'}/LEARNER/{LESSON}/{notebook_name(LESSON)}.html")
    say(f"Totals, as nbgrader exports them: {folder / 'grades.csv'}")
    say("Delete the folder when you are done with it.")


def nbgrader(folder: Path, *words: str) -> None:
    """Run one of nbgrader's commands in `folder`; its log goes to ``nbgrader.log`` there.

    Raises
    ------
    CourseError
        If it fails.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    log = folder / "nbgrader.log"
    with open(log, "a", encoding="utf-8") as file:
        run = subprocess.run(
            [sys.executable, "-m", "nbgrader", *words],
            cwd=folder,
            env={**os.environ, "PATH": path},
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    if run.returncode:
        raise CourseError(f"nbgrader {words[0]} failed; see {log}.")


def hand_in(folder: Path, learner: str, wrong: dict[str, str] | None) -> None:
    """Write a learner's notebook: the release, solved but for what `wrong` replaces."""
    name = f"{notebook_name(LESSON)}.ipynb"
    notebook = nbformat.read(folder / "release" / LESSON / name, as_version=4)
    solved = nbformat.read(folder / "source" / LESSON / name, as_version=4)
    answers = {cell.id: SOLUTION_LINE.sub("", cell.source) for cell in solved.cells}
    for cell in notebook.cells:
        if wrong is not None and cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = wrong.get(cell.id, answers[cell.id])
    place = folder / "submitted" / learner / LESSON / name
    place.parent.mkdir(parents=True)
    nbformat.write(notebook, place)


def marks_table(folder: Path) -> Iterator[str]:
    """Learners by exercises, and under each lost mark the reason."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}", "word_order") as gradebook:
        source = gradebook.find_notebook(notebook_name(LESSON), LESSON)
        points = {cell.name: cell.max_score for cell in source.grade_cells}
        order = [each for each in cell_ids(folder) if each in points]
        for number, each in enumerate(order, 1):
            yield f"({number}) {each.removeprefix('test_')}, worth {points[each]:g}"
        yield ""
        columns = "".join(f"({number})".rjust(6) for number in range(1, len(order) + 1))
        yield "learner".ljust(28) + columns + "   total"
        for learner in SAMPLE_CLASS:
            submission = gradebook.find_submission_notebook(notebook_name(LESSON), LESSON, learner)
            marks = {grade.name: grade.score for grade in submission.grades}
            shown = "".join(f"{marks[each]:g}/{points[each]:g}".rjust(6) for each in order)
            total = f"{submission.score:g}/{submission.max_score:g}"
            yield f"{learner} ({DESCRIPTIONS[learner]})".ljust(28) + shown + total.rjust(8)
            reasons = lost_marks(folder, learner)
            for number, each in enumerate(order, 1):
                if marks[each] < points[each]:
                    reason = shorten(
                        reasons.get(each, "no reason was given"), 170, placeholder=" …"
                    )
                    yield fill(
                        reason, 96, initial_indent=f"    ({number}) ", subsequent_indent=" " * 8
                    )


def cell_ids(folder: Path) -> list[str]:
    name = f"{notebook_name(LESSON)}.ipynb"
    source = nbformat.read(folder / "source" / LESSON / name, as_version=4)
    return [cell.id for cell in source.cells]


def lost_marks(folder: Path, learner: str) -> dict[str, str]:
    """For each failed test cell what its check said first, on one line."""
    name = f"{notebook_name(LESSON)}.ipynb"
    graded = nbformat.read(folder / "autograded" / learner / LESSON / name, as_version=4)
    return {
        cell.metadata.nbgrader.grade_id: first_sentences(output.evalue)
        for cell in graded.cells
        if cell.metadata.get("nbgrader", {}).get("grade")
        for output in cell.outputs
        if output.output_type == "error"
    }


def first_sentences(message: str) -> str:
    """The paragraph under the headline of a check's message."""
    paragraphs = message.split("\n\n")
    return " ".join(paragraphs[1 if len(paragraphs) > 1 else 0].split())


def exported_totals(folder: Path) -> dict[str, float]:
    """Learner to score, from nbgrader's own export."""
    with open(folder / "grades.csv", newline="", encoding="utf-8") as file:
        return {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
