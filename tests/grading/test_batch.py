"""`posenc grade`: a class on all cores, stopped, killed and begun again."""

import csv
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest
from course import FULL, LESSON, NAME, NOTHING, hand_in, make_course, marks, solved

from posenc.editions.building import CourseError
from posenc.grading.batch import grade_class
from posenc.grading.recording import Course, read_record
from posenc.grading.reporting import read_rows
from posenc.grading.seeds import class_seed

# One worker, so that the course is made once.
pytestmark = pytest.mark.xdist_group("batch")

UNIFORM = "def attend(queries, keys, values):\n    return np.zeros((len(queries), values.shape[1]))"


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Course:
    return make_course(tmp_path_factory.mktemp("course"))


@pytest.fixture
def course(made, tmp_path) -> Course:
    """A course of its own for each test."""
    shutil.copytree(made.folder, tmp_path / "course")
    return Course.read(tmp_path / "course")


def grade(course: Course, **options) -> tuple[dict[str, str], list[str]]:
    said: list[str] = []
    grading = grade_class(course, LESSON, 1, say=said.append, **options)
    assert not grading.left
    return grading.statuses, said


def command(course: Course, *words: str, **options) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "posenc.cli", *words],
        cwd=course.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )


@pytest.fixture
def small_class(course) -> Course:
    hand_in(course, "ada", solved())
    hand_in(course, "ben", solved(attend=UNIFORM))
    hand_in(course, "cleo", solved(), name="bag_of_words (1)")
    hand_in(course, "dora", b"{ not json")
    hand_in(course, "emil", solved(), name="other")
    hand_in(course, "emil", solved(), name="another")
    place = course.folder / "submitted" / "finn" / LESSON / f"{NAME}.ipynb"
    place.parent.mkdir(parents=True)
    place.symlink_to(course.folder / "source" / LESSON / f"{NAME}.ipynb")
    return course


def test_everybody_gets_a_status_and_the_marks_they_earned(small_class):
    statuses, said = grade(small_class)
    assert statuses == {
        "ada": "graded",
        "ben": "graded",
        "cleo": "graded",
        "dora": "unreadable",
        "emil": "unreadable",
        "finn": "unreadable",
    }
    found = marks(small_class)
    assert found["ada"] == found["cleo"] == FULL
    assert found["ben"]["test_attend"] == 0
    assert found["dora"] == found["emil"] == found["finn"] == NOTHING
    told = {line.split(":")[0]: line for line in said}
    assert set(told) == {"cleo", "dora", "emil", "finn"}, "those that need attention"
    assert "handed in as bag_of_words (1).ipynb" in told["cleo"]
    assert "it is no notebook" in told["dora"]
    assert "another.ipynb, other.ipynb" in told["emil"]


def test_finished_work_is_not_done_twice(small_class):
    grade(small_class)
    place = small_class.autograded("ada", LESSON)
    before = place.stat().st_mtime_ns
    hand_in(small_class, "ben", solved())
    _, said = grade(small_class)
    assert "5 graded before and left as they are." in said
    assert place.stat().st_mtime_ns == before
    assert marks(small_class)["ben"] == FULL, "a new file is graded"
    grade(small_class, again=True)
    assert place.stat().st_mtime_ns > before


def test_pictures_are_drawn_when_somebody_asks_for_them(course):
    hand_in(course, "ada", solved())
    place = course.autograded("ada", LESSON)
    grade(course)
    without = place.read_text(encoding="utf-8")
    grade(course, figures=True)
    drawn = place.read_text(encoding="utf-8")
    picture = "data:image/png;base64,iVBOR"
    assert picture not in without and drawn.count(picture) >= 3
    assert marks(course)["ada"] == FULL


def test_a_mark_given_by_hand_stays_and_is_shown_to_the_instructor(course):
    from nbgrader.api import Gradebook

    hand_in(course, "ada", solved(attend=UNIFORM))
    grade(course)
    with Gradebook(course.db_url, course.course_id) as gradebook:
        mark = gradebook.find_grade("test_attend", NAME, LESSON, "ada")
        mark.manual_score, mark.needs_manual_grade = 1.5, False
        gradebook.db.commit()
    grade(course, again=True)
    with Gradebook(course.db_url, course.course_id) as gradebook:
        mark = gradebook.find_grade("test_attend", NAME, LESSON, "ada")
        assert (mark.score, mark.needs_manual_grade) == (1.5, True)


def test_late_work_is_handled_as_nbgrader_is_told_to(course):
    from nbgrader.api import Gradebook

    plugin = """
from nbgrader.plugins import BasePlugin
class HalfPoint(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return 0.5
c.AssignLatePenalties.plugin_class = HalfPoint
"""
    settings = course.folder / "nbgrader_config.py"
    settings.write_text(settings.read_text(encoding="utf-8") + plugin, encoding="utf-8")
    with Gradebook(course.db_url, course.course_id) as gradebook:
        gradebook.update_or_create_assignment(LESSON, duedate="2026-01-01 00:00:00")
    for learner, day in (("ada", "2025-12-31"), ("ben", "2026-01-02")):
        place = hand_in(course, learner, solved())
        (place.parent / "timestamp.txt").write_text(f"{day} 12:00:00 UTC")
    late = Course.read(course.folder)
    grade(late)
    with Gradebook(late.db_url, late.course_id) as gradebook:
        assert gradebook.find_submission(LESSON, "ada").late_submission_penalty == 0
        assert gradebook.find_submission(LESSON, "ben").late_submission_penalty == 0.5


def test_what_is_missing_is_said_in_words(course, tmp_path):
    with pytest.raises(CourseError, match=f"Nobody has handed in {LESSON}"):
        grade(course)
    hand_in(course, "ada", solved())
    (course.folder / "gradebook.db").unlink()
    with pytest.raises(CourseError, match=f"nbgrader generate_assignment {LESSON}"):
        grade(course)


def test_a_process_that_ends_harms_no_other_submission(course, monkeypatch):
    """The examiner's own process is killed when it comes to one learner's file."""
    from posenc.grading import batch

    for learner in ("ada", "ben", "cleo"):
        hand_in(course, learner, solved())
    hand_in(course, "dora", solved(order_gap="# the one that kills"))

    monkeypatch.setattr(batch, "grade", killed_by_one)
    statuses, _ = grade(course)
    assert statuses.pop("dora") == "crashed"
    assert set(statuses.values()) == {"graded"}
    assert all(marks(course)[learner] == FULL for learner in statuses)


def killed_by_one(data, *others):
    from posenc.grading.marking import grade

    if b"the one that kills" in data:
        os.kill(os.getpid(), signal.SIGKILL)
    return grade(data, *others)


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(course):
    learners = [f"learner_{number:02}" for number in range(40)]
    for learner in learners:
        hand_in(course, learner, solved())
    first = command(course, "grade", LESSON, start_new_session=True)
    wait_for(lambda: any(course.folder.glob("autograded/*/*/*.ipynb")))
    os.killpg(first.pid, signal.SIGINT)
    said, _ = first.communicate(timeout=60)
    assert first.returncode == 1
    assert "Stopping." in said and "Traceback" not in said
    left = re.search(r"(\d+) have no marks yet", said)
    done = {place.parts[-3] for place in course.folder.glob("autograded/*/*/*.ipynb")}
    assert left and int(left[1]) == len(learners) - len(done)
    assert {each for each, found in marks(course).items() if found == FULL} == done
    second = command(course, "grade", LESSON)
    said, _ = second.communicate(timeout=120)
    assert second.returncode == 0, said
    assert f"{len(done)} graded before" in said
    assert marks(course) == dict.fromkeys(learners, FULL)


def wait_for(condition) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came to it"
        time.sleep(0.02)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_killed_at_twenty_random_moments_it_comes_to_the_same_marks(course):
    wrong = {"ben": {"attend": UNIFORM}, "cleo": {"order_gap": "order_gap = None"}}
    kinds = ["ada", "ben", "cleo"]
    learners = [f"{kinds[number % 3]}_{number:03}" for number in range(90)]
    for learner in learners:
        hand_in(course, learner, solved(**wrong.get(learner[:-4], {})))
    moments = random.Random(5)
    survived = 0
    for _ in range(20):
        pid = os.fork()
        if pid == 0:
            with open(os.devnull, "w") as nothing:
                os.dup2(nothing.fileno(), 1)
                os.dup2(nothing.fileno(), 2)
                grade_class(course, LESSON, 1, say=lambda line: None)
            os._exit(0)
        time.sleep(moments.uniform(0.05, 1.5))
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        survived += status == 0
        found = marks(course)
        for place in course.folder.glob("autograded/*/*/*.ipynb"):
            # A notebook that says it is graded has its marks in the gradebook.
            noted = read_record(place)
            assert noted["status"] == "graded"
            passed = {name: finding["passed"] for name, finding in noted["findings"].items()}
            for name, points in found[place.parts[-3]].items():
                assert points == FULL[name] * passed[name.removeprefix("test_")]
    assert survived < 20
    grade(course)
    found = marks(course)
    assert set(found) == set(learners)
    for learner in learners:
        assert found[learner] == found[f"{learner[:-4]}_{kinds.index(learner[:-4]):03}"]
    assert found["ada_000"] == FULL and found["ben_001"]["test_attend"] == 0
    assert found["cleo_002"] == {**FULL, "test_order_gap": 0}


def test_the_seed_of_a_class_is_kept_and_gives_the_same_marks_again(course, monkeypatch):
    monkeypatch.delenv("POSENC_SEED", raising=False)
    hand_in(course, "ben", solved(attend=UNIFORM))
    seed = class_seed(course.folder, LESSON)
    assert json.loads((course.folder / "seeds.json").read_text()) == {LESSON: seed}
    assert class_seed(course.folder, LESSON) == seed
    grade_class(course, LESSON, seed, say=lambda line: None)
    first = read_record(course.autograded("ben", LESSON))
    grade_class(course, LESSON, class_seed(course.folder, LESSON), again=True)
    second = read_record(course.autograded("ben", LESSON))
    assert first["seed"] == second["seed"] == seed
    assert first["findings"] == second["findings"], "to the words of the message"
    monkeypatch.setenv("POSENC_SEED", "7")
    assert class_seed(course.folder, LESSON) == 7
    monkeypatch.delenv("POSENC_SEED")
    assert class_seed(course.folder, LESSON) == 7, "it is kept"
    monkeypatch.setenv("POSENC_SEED", "seven")
    with pytest.raises(CourseError, match="must be a whole number"):
        class_seed(course.folder, LESSON)


@pytest.mark.parametrize("content", ["not json", "[1, 2]", '{"01_bag_of_words": "x"}'])
def test_a_damaged_file_of_seeds_is_never_written_over(course, content, monkeypatch):
    monkeypatch.delenv("POSENC_SEED", raising=False)
    place = course.folder / "seeds.json"
    place.write_text(content)
    with pytest.raises(CourseError, match="cannot be read"):
        class_seed(course.folder, LESSON)
    assert place.read_text() == content


def test_the_report_counts_what_a_class_got_wrong(course):
    hand_in(course, "ada", solved())
    hand_in(course, "ben", solved(attend=UNIFORM))
    hand_in(course, "cleo", solved(attend="def attend(queries, keys, values):\n    return values"))
    grade(course)
    out, _ = command(course, "report", LESSON, "--csv", "report.csv").communicate(timeout=60)
    (line,) = (line for line in out.splitlines() if line.startswith("attend"))
    assert "1/3" in line
    with open(course.folder / "report.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    attend = [row for row in rows if row["exercise"] == "attend"]
    assert {(row["examined"], row["passed"]) for row in attend} == {("3", "1")}
    assert sum(int(row["learners"] or 0) for row in attend) == 2
    assert {row["minutes"] for row in attend} == {"12"}, "30 minutes, 2 of 5 points"
    with pytest.raises(CourseError, match=r"There is no .*02_number_the_words"):
        read_rows(course, "02_number_the_words")
