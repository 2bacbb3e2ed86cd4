"""Every other lesson through nbgrader: solved earns full marks, untouched nothing."""

import shutil
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from posenc.editions import lesson_names
from posenc.editions.building import notebook_name
from posenc.grading.demo import nbgrader

COURSE = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("lesson", [each for each in lesson_names(COURSE) if each != "06_rotate"])
def test_solved_earns_full_marks_and_untouched_nothing(lesson, tmp_path):
    name = f"{notebook_name(lesson)}.ipynb"
    shutil.copytree(COURSE / "source" / lesson, tmp_path / "source" / lesson)
    shutil.copy(COURSE / "nbgrader_config.py", tmp_path)
    nbgrader(tmp_path, "generate_assignment", lesson, "--create")
    answers = nbformat.read(tmp_path / "source" / lesson / name, as_version=4)
    for learner in ("solved", "untouched"):
        notebook = nbformat.read(tmp_path / "release" / lesson / name, as_version=4)
        if learner == "solved":
            for cell, answer in zip(notebook.cells, answers.cells, strict=True):
                if cell.metadata.get("nbgrader", {}).get("solution"):
                    cell.source = answer.source
        place = tmp_path / "submitted" / learner / lesson / name
        place.parent.mkdir(parents=True)
        nbformat.write(notebook, place)
    nbgrader(tmp_path, "autograde", lesson, "--create")
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}", "word_order") as gradebook:
        solved = gradebook.find_submission(lesson, "solved")
        untouched = gradebook.find_submission(lesson, "untouched")
        assert solved.score == solved.max_score > 0
        assert untouched.score == 0
        assert not solved.needs_manual_grade and not untouched.needs_manual_grade
