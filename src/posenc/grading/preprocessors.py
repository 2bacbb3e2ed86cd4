"""Classes of ours that nbgrader's own commands and formgrader use, by `nbgrader_config.py`."""

from __future__ import annotations

import functools
import os
from pathlib import Path

import nbformat
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool

from posenc.grading.examiner import run_cells
from posenc.grading.marking import mark, warm_process
from posenc.grading.recording import note, record
from posenc.grading.submission import HIDDEN_TESTS, Submission, read_submission


class RepairSubmission(NbGraderPreprocessor):
    """For ``Autograde.sanitize_preprocessors``: the course's own cells back in their places."""

    def preprocess(
        self, nb: NotebookNode, resources: ResourcesDict
    ) -> tuple[NotebookNode, ResourcesDict]:
        names = resources["nbgrader"]
        course = CourseDirectory(config=self.config)
        place = course.format_path(course.source_directory, ".", names["assignment"])
        source = read_source_file(Path(place) / f"{names['notebook']}.ipynb")
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
        repairs = nb.metadata.pop("posenc", {}).get("repairs", [])
        submission = Submission(nb, repairs)
        seed = int(os.environ.get("POSENC_SEED", "0"))
        results = run_cells(warm_process(self.figures), submission.cells(), seed)
        result = mark(submission, results, 0.0)
        with Gradebook(names["db_url"]) as gradebook:
            record(gradebook, names["student"], names["assignment"], names["notebook"], result)
        nb.metadata["posenc"] = note(result, "")
        return nb, resources


class HideTests(NbGraderPreprocessor):
    """For ``GenerateFeedback.preprocessors``: no hidden test, and each test by its name."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.source = HIDDEN_TESTS.sub("", cell.source)
        return cell, resources


@functools.lru_cache(maxsize=16)
def read_source_file(place: Path) -> NotebookNode:
    return nbformat.read(place, as_version=4)
