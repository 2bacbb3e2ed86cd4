"""Classes of ours that nbgrader's own commands and formgrader use, by `nbgrader_config.py`."""

from __future__ import annotations

import functools
from logging import Logger
from pathlib import Path

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool

from posenc.grading.marking import GRADED, REPAIRED, mark, run_in_warm
from posenc.grading.recording import Course, note, record
from posenc.grading.seeds import class_seed
from posenc.grading.submission import HIDDEN_TESTS, Submission, read_submission
from posenc.grading.wall import NO_WALL, wall_works


class RepairSubmission(NbGraderPreprocessor):
    """For ``Autograde.sanitize_preprocessors``: the course's own cells back in their places."""

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        names = resources["nbgrader"]
        course = CourseDirectory(config=self.config)
        place = course.format_path(course.source_directory, ".", names["assignment"])
        handed_in = course.format_path(
            course.submitted_directory, names["student"], names["assignment"]
        )
        if Path(handed_in, f"{names['notebook']}.ipynb").is_symlink():
            raise ValueError("A link was handed in, and not a file.")
        source = nbformat.read(Path(place) / f"{names['notebook']}.ipynb", as_version=4)
        submission = read_submission(nbformat.writes(nb).encode(), source)
        for repair in submission.repairs:
            self.log.warning("%s: %s", names["student"], repair)
        submission.notebook.metadata["posenc"] = {"repairs": submission.repairs}
        return submission.notebook, resources


class GradeBehindWall(NbGraderPreprocessor):
    """For ``Autograde.autograde_preprocessors``: run it apart, examine it from outside, mark it."""

    figures = Bool(True, help="Draw the pictures, for whoever looks at the notebook").tag(
        config=True
    )

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        names = resources["nbgrader"]
        settings = CourseDirectory(config=self.config)
        course = Course(Path(settings.root), names["db_url"], settings.course_id, self.config)
        repairs = nb.metadata.pop("posenc", {}).get("repairs", [])
        submission = Submission(nb, repairs)
        seed = class_seed(course.folder, names["assignment"])
        if not wall_works():
            say_once(self.log, NO_WALL)
        results = run_in_warm(submission.cells(), seed, self.figures)
        result = mark(submission, results, 0.0)
        with Gradebook(course.db_url, course.course_id) as gradebook:
            record(gradebook, course, names["assignment"], names["student"], result)
        nb.metadata["posenc"] = note(result, seed, "by nbgrader autograde", self.figures)
        if result.status not in (GRADED, REPAIRED):
            self.log.warning("%s: %s: %s", names["student"], result.status, result.detail)
        return nb, resources


class HideTests(NbGraderPreprocessor):
    """For ``GenerateFeedback.preprocessors``: of a test only the examples are shown."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.source = HIDDEN_TESTS.sub("", cell.source)
        return cell, resources


@functools.lru_cache(maxsize=1)
def say_once(log: Logger, message: str) -> None:
    log.warning(message)
