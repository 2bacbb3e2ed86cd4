"""Every other lesson through nbgrader: solved earns full marks, untouched nothing."""

import shutil
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from traitlets.config import PyFileConfigLoader

from posenc.editions import lesson_names
from posenc.editions.building import notebook_name

# nbgrader's own, each time it takes a submission.
pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")

COURSE = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def nbgrader(tmp_path_factory) -> NbGraderAPI:
    """nbgrader as formgrader calls it, with this course's settings, in a folder of its own."""
    folder = tmp_path_factory.mktemp("course")
    shutil.copy(COURSE / "nbgrader_config.py", folder)
    with pytest.MonkeyPatch.context() as surroundings:
        surroundings.setenv("MPLBACKEND", "template")  # figures are made and not drawn
        config = PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()
        yield NbGraderAPI(config=config)


def assert_done(result: dict) -> None:
    assert result["success"], f"{result.get('log')}\n{result.get('error')}"


@pytest.mark.parametrize("lesson", [each for each in lesson_names(COURSE) if each != "06_rotate"])
def test_solved_earns_full_marks_and_untouched_nothing(lesson, nbgrader):
    folder = Path(nbgrader.coursedir.root)
    name = f"{notebook_name(lesson)}.ipynb"
    shutil.copytree(COURSE / "source" / lesson, folder / "source" / lesson)
    assert_done(nbgrader.generate_assignment(lesson))
    answers = nbformat.read(folder / "source" / lesson / name, as_version=4)
    for learner in ("solved", "untouched"):
        notebook = nbformat.read(folder / "release" / lesson / name, as_version=4)
        if learner == "solved":
            for cell, answer in zip(notebook.cells, answers.cells, strict=True):
                if cell.metadata.get("nbgrader", {}).get("solution"):
                    cell.source = answer.source
        place = folder / "submitted" / learner / lesson / name
        place.parent.mkdir(parents=True)
        nbformat.write(notebook, place)
        assert_done(nbgrader.autograde(lesson, learner))
    with Gradebook(nbgrader.coursedir.db_url, "word_order") as gradebook:
        solved = gradebook.find_submission(lesson, "solved")
        untouched = gradebook.find_submission(lesson, "untouched")
        assert solved.score == solved.max_score > 0
        assert untouched.score == 0
        assert not solved.needs_manual_grade and not untouched.needs_manual_grade
