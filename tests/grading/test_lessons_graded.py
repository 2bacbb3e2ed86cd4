"""Solved earns full marks, untouched nothing: all lessons by ours, some by nbgrader as it is."""

import shutil
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from running import without_drawing
from traitlets.config import PyFileConfigLoader

from posenc.editions import lesson_names
from posenc.editions.building import notebook_name
from posenc.grading.batch import grade_class
from posenc.grading.recording import Course
from posenc.grading.workers import new_process

pytestmark = [
    # One worker, with one warm process for all.
    pytest.mark.xdist_group("lessons graded"),
    # nbgrader's own, each time it takes a submission.
    pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning"),
]

COURSE = Path(__file__).resolve().parents[2]
# Lesson 6 is graded both ways in test_class.py; the others differ in nothing that nbgrader sees.
BY_NBGRADER = ("01_bag_of_words", "08_conventions_and_caches", "10_look_back")


@pytest.fixture(scope="module")
def nbgrader(tmp_path_factory) -> NbGraderAPI:
    """nbgrader as formgrader calls it, without the engine, in a folder of its own."""
    folder = tmp_path_factory.mktemp("course")
    whole = (COURSE / "nbgrader_config.py").read_text(encoding="utf-8")
    (folder / "nbgrader_config.py").write_text(whole.split("# The engine")[0], encoding="utf-8")
    config = PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()
    config.CourseDirectory.root = str(folder)
    return NbGraderAPI(config=config)


@pytest.fixture(scope="module")
def engine():
    """One process for all lessons, with one warm process."""
    with new_process() as executor:
        yield executor


def assert_done(result: dict) -> None:
    assert result["success"], f"{result.get('log')}\n{result.get('error')}"


def scores(course: Course, lesson: str, learner: str) -> dict[str, float]:
    name = notebook_name(lesson)
    with Gradebook(course.db_url, course.course_id) as gradebook:
        submission = gradebook.find_submission_notebook(name, lesson, learner)
        assert not submission.needs_manual_grade
        return {grade.name: grade.score for grade in submission.grades}


@pytest.mark.parametrize("lesson", [each for each in lesson_names(COURSE) if each != "06_rotate"])
def test_solved_earns_full_marks_and_untouched_nothing(lesson, nbgrader, engine):
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
        nbformat.write(without_drawing(notebook), place)
        if lesson in BY_NBGRADER:
            assert_done(nbgrader.autograde(lesson, learner))
    course = Course.read(folder)
    expected = {
        f"test_{cell.id.removeprefix('test_')}": float(cell.metadata.nbgrader.points)
        for cell in answers.cells
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
    due = {"solved": expected, "untouched": dict.fromkeys(expected, 0.0)}
    if lesson in BY_NBGRADER:
        assert {learner: scores(course, lesson, learner) for learner in due} == due
    # With the lesson's own experiments, and without.
    for everything in (True, False):
        grading = grade_class(
            course,
            lesson,
            1,
            figures=everything,
            again=True,
            say=lambda line: None,
            executor=engine,
        )
        assert grading.statuses == {"solved": "graded", "untouched": "graded"}
        assert {learner: scores(course, lesson, learner) for learner in due} == due
