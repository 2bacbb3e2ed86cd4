"""Whatever is handed in gets a status and the marks it earned, and harms nobody else."""

import contextlib
import functools
import json
from pathlib import Path

import nbformat
import pytest
from submissions import SUBMISSIONS, data_of

from posenc.grading import marking
from posenc.grading.wall import Limits, Warm, wall_works

# One worker, with one warm process.
pytestmark = pytest.mark.xdist_group("hostile")

COURSE = Path(__file__).resolve().parents[2]
SOURCE = (COURSE / "source" / "01_bag_of_words" / "bag_of_words.ipynb").read_text(encoding="utf-8")
POINTS = {"attend": 2.0, "order_gap": 1.0, "same_answer": 2.0}
LIMITS = Limits(cell_seconds=4, grace_seconds=1, notebook_seconds=60)


@pytest.fixture(scope="module", autouse=True)
def warm():
    """Short limits, so that what does not end is soon ended."""
    process = Warm(LIMITS)
    before = marking.warm_process
    marking.warm_process = lambda figures: process
    yield process
    marking.warm_process = before
    process.close()


@pytest.fixture(scope="module")
def solved():
    return nbformat.reads(SOURCE, as_version=4)


def test_here_submissions_run_behind_the_wall(warm):
    assert warm.walled == wall_works()
    if not warm.walled:
        pytest.skip("bubblewrap is not here, or may not make namespaces")


@pytest.mark.parametrize("each", SUBMISSIONS, ids=lambda each: each.name)
def test_a_hostile_submission_gets_what_it_earned(each, solved, warm):
    if not warm.walled:
        pytest.skip("bubblewrap is not here, or may not make namespaces")
    result = marking.grade(data_of(each, solved), SOURCE, 1)
    assert result.status == each.status, result
    earned = {name.removeprefix("test_") for name, points in result.scores.items() if points}
    assert earned == each.earns, result.findings
    assert all(result.scores[f"test_{name}"] == POINTS[name] for name in earned)
    neighbour = marking.grade(json.dumps(solved).encode(), SOURCE, 1)
    assert (neighbour.status, sum(neighbour.scores.values())) == ("graded", 5.0)


def test_nothing_of_a_submission_is_left(solved, warm):
    """Neither processes nor files, also of one that tries to stay."""
    if not warm.walled:
        pytest.skip("bubblewrap is not here, or may not make namespaces")
    (stays,) = (each for each in SUBMISSIONS if each.name == "stays_behind_when_the_others_go")
    before = processes()
    marking.grade(data_of(stays, solved), SOURCE, 1)
    assert processes() == before


def processes() -> set[str]:
    """Of nobody, who runs submissions."""
    found = set()
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if place.stat().st_uid == 65534:
                found.add(place.name)
    return found


def test_when_the_warm_process_is_gone_another_takes_over(solved, monkeypatch):
    monkeypatch.setattr(marking, "warm_process", functools.lru_cache(lambda figures: Warm(LIMITS)))
    for _ in range(2):
        result = marking.grade(json.dumps(solved).encode(), SOURCE, 1)
        assert (result.status, sum(result.scores.values())) == ("graded", 5.0)
        marking.warm_process(False)._process.kill()
        marking.warm_process(False)._process.wait()
    marking.warm_process(False).close()


def test_there_are_at_least_forty():
    assert len(SUBMISSIONS) >= 40
