"""A learner's progress: counted right, kept through whatever happens, never in the way."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from posenc.exercises import all_exercises
from posenc.standing import Standing

FILE = ".progress.txt"

# What a learner's kernel does: the first cell, then checks of right answers.
LEARNER = """\
import json, sys
import posenc
from posenc.exercises import find_exercise
before = posenc.progress()
for name in sys.argv[1:]:
    posenc.check(name, find_exercise(name).answer)
after = posenc.progress()
print(json.dumps([after and after.passed, after and after.kept]))
"""
ROOT_WRITES_ANYWHERE = not hasattr(os, "geteuid") or os.geteuid() == 0


def learn(folder: Path, *names: str, before: str = "", **surroundings: str):
    """A kernel in `folder` that passes the exercises named; what was passed in all, and if kept."""
    run = subprocess.run(
        [sys.executable, "-c", before + LEARNER, *names],
        cwd=folder,
        env={**os.environ, **surroundings},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0 and not run.stderr, run.stderr
    assert run.stdout.count(": right.") == len(names)
    return json.loads(run.stdout.splitlines()[-1])


def test_what_passes_is_kept_from_one_kernel_to_the_next(tmp_path):
    assert learn(tmp_path, "attend") == [["attend"], True]
    assert learn(tmp_path, "clock", "attend") == [["attend", "clock"], True]
    assert learn(tmp_path) == [["attend", "clock"], True]


def test_a_wrong_answer_is_not_kept(tmp_path):
    code = "import posenc\nposenc.progress()\nposenc.check('attend', lambda *a: 1)"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True)
    assert b"AssertionError" in run.stderr
    assert not (tmp_path / FILE).exists()


def test_two_notebooks_at_once_lose_nothing(tmp_path):
    """Each writes its exercises one by one, as fast as it can."""
    code = (
        "import sys, posenc\nfrom posenc.standing import keeping\nposenc.progress()\n"
        "for name in sys.argv[1:]: keeping.keep(name)"
    )
    names = [exercise.name for exercise in all_exercises()]
    for _ in range(5):
        running = [
            subprocess.Popen([sys.executable, "-c", code, *names[k::2]], cwd=tmp_path)
            for k in range(2)
        ]
        assert [each.wait() for each in running] == [0, 0]
        passed, kept = learn(tmp_path)
        assert sorted(passed) == sorted(names) and kept
        (tmp_path / FILE).unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are Unix's")
def test_a_full_disk_stops_nothing_and_is_told(tmp_path):
    """The disk has room for half a line: it is not read as another exercise's."""
    (tmp_path / FILE).write_text("attend: right\n")
    full = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))\n"
    passed, kept = learn(tmp_path, "rotate_pair", before=full)
    assert passed == ["attend", "rotate_pair"] and not kept
    assert (tmp_path / FILE).read_text() == "attend: right\nrotate"
    # With room again, the cut line is left behind and the next one is whole.
    assert learn(tmp_path) == [["attend"], True]
    assert learn(tmp_path, "rotate_pair") == [["attend", "rotate_pair"], True]


def test_a_folder_that_cannot_be_written_to_stops_nothing_and_is_told(tmp_path):
    folder = tmp_path
    if ROOT_WRITES_ANYWHERE:
        folder = Path("/proc")
        if not folder.is_dir():
            pytest.skip("no folder that an administrator may not write to")
    else:
        folder.chmod(0o555)
    assert learn(folder, "attend") == [["attend"], False]
    assert "not kept" in str(Standing(("attend",), kept=False))


@pytest.mark.parametrize(
    "damage",
    [
        b"\x00\xff\xfe" * 5000,
        b"attend: ri",
        b"attend",
        '{"passed": ["attend"]}'.encode("utf-16"),
        b"nothing_of_ours: right\n",
        b"",
    ],
)
def test_a_damaged_file_costs_no_more_than_its_damage(damage, tmp_path):
    (tmp_path / FILE).write_bytes(b"clock: right\r\n" + damage)
    passed, kept = learn(tmp_path, "same_answer")
    assert "clock" in passed and "same_answer" in passed and "attend" not in passed and kept
    assert learn(tmp_path)[0] == passed
    assert "Done: 0 of 10 lessons, 2 of 58 exercises, 3 of 90" in repr(Standing(tuple(passed)))


def test_a_folder_or_a_pipe_in_the_files_place_stops_nothing(tmp_path):
    (tmp_path / FILE).mkdir()
    assert learn(tmp_path, "attend") == [["attend"], False]
    (tmp_path / FILE).rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / FILE)
        assert learn(tmp_path, "attend") == [["attend"], False]


def test_a_folder_that_is_gone_stops_nothing(tmp_path):
    gone = "import os\nos.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')\n"
    if sys.platform != "win32":
        assert learn(tmp_path, "attend", before=gone) == [["attend"], False]


def test_a_check_writes_nothing_where_nobody_asked_for_progress(tmp_path):
    code = (
        "import posenc\nfrom posenc.exercises import find_exercise\n"
        "posenc.check('attend', find_exercise('attend').answer)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)
    assert not list(tmp_path.iterdir())
    # Where the file lies, the first cell need not have run.
    (tmp_path / FILE).write_text("")
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / FILE).read_text() == "attend: right\n"


def test_nbgrader_sees_and_leaves_nothing(tmp_path):
    (tmp_path / FILE).write_text("")
    assert learn(tmp_path, "attend", NBGRADER_EXECUTION="autograde") == [None, None]
    assert (tmp_path / FILE).read_text() == ""


def test_it_counts_lessons_exercises_and_points_and_says_what_is_next():
    first = ("attend", "order_gap", "same_answer")
    assert repr(Standing(())).startswith(
        "Done: 0 of 10 lessons, 0 of 58 exercises, 0 of 90 points. "
        "Next: attend, in lesson 1 · A bag of words."
    )
    assert "Done: 1 of 10 lessons, 3 of 58 exercises, 5 of 90" in repr(Standing(first))
    assert "Next: add_scalar_position, in lesson 2" in repr(Standing(first))
    # Somebody who began at lesson 6 goes on there, and comes back to the rest at the end.
    assert "Next: rotate, in lesson 6" in repr(Standing(("rotate_pair",)))
    everything = tuple(exercise.name for exercise in all_exercises())
    assert "Next: attend" in repr(Standing(everything[1:]))
    assert "10 of 10 lessons, 58 of 58 exercises, 90 of 90" in repr(Standing(everything))
    assert "That is the whole course." in repr(Standing(everything))


def test_the_table_says_what_the_text_says_and_needs_no_colour():
    standing = Standing(("attend", "clock"))
    page, text = standing._repr_html_(), repr(standing)
    assert standing.sentences() in text and standing.sentences() in page
    for words in ("■□□", "1 of 3", "2 of 5", "■□□□□", "1 of 8"):
        assert words in text and words in page
    assert "color" not in page and "background" not in page and "<script" not in page
    assert page.count('href="') == 10 and 'href="06_rotate.ipynb"' in page
