"""A real class taken through, in a folder of its own."""

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from course import marks_in

from posenc.editions.building import CourseError, places
from posenc.grading.demo import (
    LESSON,
    exported_totals,
    lost_marks,
    nbgrader,
    take_a_class_through,
)
from posenc.grading.sample_class import SAMPLE_CLASS

# One worker, so that what these tests share is made once.
pytestmark = pytest.mark.xdist_group("class")

COURSE = Path(__file__).resolve().parents[2]
FULL = 11.0


@pytest.fixture(scope="session")
def graded_class(tmp_path_factory):
    """The demo's folder after a run, and what it printed."""
    folder = tmp_path_factory.mktemp("class")
    said: list[str] = []
    before = subprocess.run(
        ["git", "status", "--porcelain"], cwd=COURSE, capture_output=True, text=True
    ).stdout
    take_a_class_through(COURSE, folder, said.append)
    after = subprocess.run(
        ["git", "status", "--porcelain"], cwd=COURSE, capture_output=True, text=True
    ).stdout
    assert before == after, "the demo must not touch the repository"
    return folder, said


def marks(folder: Path, learner: str) -> dict[str, float]:
    return marks_in(folder)[learner]


def test_all_right_earns_full_marks_and_untouched_nothing(graded_class):
    folder, _ = graded_class
    assert sum(marks(folder, "ada").values()) == FULL
    assert set(marks(folder, "ben").values()) == {0.0}
    assert len(marks(folder, "ben")) == 7


@pytest.mark.parametrize(
    ("learner", "lost"),
    [
        ("cleo", {"rotate_pair", "rotate", "rotate_rows", "rotary_score", "partial_rotary"}),
        ("dora", {"rotate", "rotate_rows", "rotary_score", "partial_rotary"}),
        ("emil", {"rotate", "rotate_rows", "rotary_score", "partial_rotary"}),
        ("finn", {"score_spread"}),
        ("gwen", {"partial_rotary"}),
    ],
)
def test_each_fault_costs_its_own_marks(graded_class, learner, lost):
    folder, _ = graded_class
    found = {name for name, mark in marks(folder, learner).items() if mark == 0}
    assert {name.removeprefix("test_") for name in found} == lost


@pytest.mark.parametrize(
    ("learner", "exercise", "reason"),
    [
        ("ben", "rotate_pair", "`rotate_pair` is not written yet."),
        ("cleo", "rotate_pair", "It turns the other way"),
        ("cleo", "rotate", "It builds on `rotate_pair`, which does not pass its check."),
        ("dora", "rotate", "A factor 2 is missing in the exponent"),
        ("emil", "rotate", "You pair component i with component i + d/2."),
        ("finn", "score_spread", "It raised IndexError"),
        ("gwen", "partial_rotary", "had not returned after 2 seconds"),
    ],
)
def test_the_reason_stands_in_the_table_and_in_the_feedback(
    graded_class, learner, exercise, reason
):
    folder, said = graded_class
    assert reason in lost_marks(folder, learner)[f"test_{exercise}"]
    table = " ".join("\n".join(said).split())
    assert reason[:40] in table
    feedback = folder / "feedback" / learner / LESSON / "rotate.html"
    text = feedback.read_text(encoding="utf-8")
    assert f"{exercise}: not yet." in text


def test_the_table_has_a_line_for_each_learner(graded_class):
    folder, said = graded_class
    for learner in SAMPLE_CLASS:
        assert any(line.startswith(f"{learner} (") and "/11" in line for line in said)
    assert any(str(folder / "feedback") in line for line in said)


def test_nbgraders_export_has_the_same_totals(graded_class):
    folder, _ = graded_class
    totals = exported_totals(folder)
    assert totals == {each: sum(marks(folder, each).values()) for each in SAMPLE_CLASS}


def test_generate_assignment_makes_the_committed_release(graded_class):
    folder, _ = graded_class
    made = nbformat.read(folder / "release" / LESSON / "rotate.ipynb", as_version=4)
    assert made == nbformat.read(places(COURSE, LESSON)["release"], as_version=4)


def test_nbgraders_own_command_gives_the_same_marks(graded_class, monkeypatch):
    folder, _ = graded_class
    before = marks(folder, "dora")
    nbgrader(folder, "autograde", LESSON, "--student=dora", "--force")
    assert marks(folder, "dora") == before


def test_plain_nbgrader_gives_the_same_marks(graded_class, tmp_path):
    """Without the engine's lines in nbgrader's settings."""
    folder, _ = graded_class
    for each in ("source", "release", "submitted"):
        shutil.copytree(folder / each, tmp_path / each)
    whole = (folder / "nbgrader_config.py").read_text(encoding="utf-8")
    plain, engine = whole.split("# The engine")
    assert "preprocessors" in engine and "preprocessors" not in plain
    (tmp_path / "nbgrader_config.py").write_text(plain, encoding="utf-8")
    shutil.copy(folder / "gradebook.db", tmp_path)
    with sqlite3.connect(tmp_path / "gradebook.db") as gradebook:
        gradebook.execute("update grade set auto_score = null")
    for learner in ("cleo", "finn"):
        nbgrader(tmp_path, "autograde", LESSON, f"--student={learner}")
        assert marks(tmp_path, learner) == marks(folder, learner)


def test_the_readmes_lines_grade_a_class_in_a_clone(tmp_path):
    """The Teach block as it stands, in a clone where release/ lies there already."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", COURSE, clone], check=True)
    name = "rotate.ipynb"
    place = clone / "submitted" / "ada" / LESSON / name
    place.parent.mkdir(parents=True)
    shutil.copy(clone / "release" / LESSON / name, place)
    readme = (COURSE / "README.md").read_text(encoding="utf-8")
    block = readme.split("<!-- teach -->")[1]
    lines = [line.strip().split("#")[0] for line in block.splitlines() if line.startswith("    ")]
    script = "\n".join(line for line in lines if "activate" not in line)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run = subprocess.run(
        ["bash", "-e"],
        input=script,
        cwd=clone,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert exported_totals(clone) == {"ada": 0.0}
    assert (clone / "feedback" / "ada" / LESSON / "rotate.html").is_file()
    left = subprocess.run(
        ["git", "status", "--porcelain"], cwd=clone, capture_output=True, text=True
    ).stdout
    assert left == "", "students' work must not be offered to git"


def test_a_seed_that_is_no_number_stops_before_anything_is_graded(tmp_path):
    shutil.copy(COURSE / "nbgrader_config.py", tmp_path)
    run = subprocess.run(
        [sys.executable, "-m", "nbgrader", "autograde", LESSON],
        cwd=tmp_path,
        env={**os.environ, "POSENC_SEED": "abc"},
        capture_output=True,
        text=True,
    )
    assert run.returncode != 0
    assert "POSENC_SEED must be a whole number" in run.stderr


def test_a_folder_that_is_not_empty_is_refused(tmp_path):
    (tmp_path / "mine.txt").write_text("keep me")
    with pytest.raises(CourseError, match="is not empty"):
        take_a_class_through(COURSE, tmp_path, lambda line: None)
    assert (tmp_path / "mine.txt").read_text() == "keep me"


def test_the_command_explains_itself_in_one_line(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "posenc.cli", "build"], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 1
    assert "is not inside the course" in run.stderr and "Traceback" not in run.stderr
