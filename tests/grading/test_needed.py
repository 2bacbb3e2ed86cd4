"""Leaving out the course's own experiments changes no mark."""

from pathlib import Path

import nbformat
import pytest

from posenc.grading.needed import needed
from posenc.grading.submission import read_submission

COURSE = Path(__file__).resolve().parents[2]
SOURCES = sorted((COURSE / "source").glob("*/*.ipynb"))


@pytest.mark.parametrize(
    ("reader", "kept"),
    [
        ("ax.plot(scores)", True),
        ("print(len(gap))", False),
        ("def learner(x):\n    return x * scores", True),
        ("def learner(scores):\n    return scores + 1", False),
        ("def learner(x):\n    scores = x\n    return scores", False),
        ("def learner(x):\n    return [scores for scores in x]", False),
        ("def learner(x):\n    def inner(scores):\n        return 1\n    return scores", True),
        ("learner = lambda x: x @ scores", True),
        ("learner = lambda scores: scores", False),
        ("scores = 1\nprint(scores)", False),
        ("print(scores)\nscores = 1", True),
        ("scores += 1", True),
        ("if False:\n    scores = 1\nprint(scores)", True),
        ("for scores in ():\n    pass\nprint(scores)", True),
        ("for scores in range(3):\n    print(scores)", False),
        ("class Learner:\n    scores = scores", True),
        ("class Learner:\n    def call(self):\n        return scores", True),
        ("class Learner:\n    scores = 1\n    def call(self):\n        return scores", True),
        ("print([s for s in scores])", True),
        ("def learner(x=scores):\n    return x", True),
        ("def learner():\n    global scores\n    scores += 1", True),
        ("import numpy as scores\nscores.pi", False),
        ("try:\n    scores = 1\nexcept Exception:\n    pass\nscores", True),
        ("globals()['sco' + 'res']", True),
        ("%timeit scores", True),
        ("eval('scores')", True),
        ("def learner(:", True),
        ("#" * 200_000, True),
    ],
)
def test_an_experiment_is_kept_if_anything_may_read_what_it_sets(reader, kept):
    assert (0 in needed(["scores = measure()", reader], own=[0])) == kept


def test_what_a_kept_experiment_reads_is_kept_too():
    cells = ["first = 1", "second = first + 1", "third = second", "print(second)"]
    assert needed(cells, own=[0, 1, 2]) == {0, 1, 3}


def test_what_is_changed_in_place_counts_as_set():
    cells = ["table['x'] = 1", "axes.limits.low = 2", "def learner():\n    return table"]
    assert needed(cells, own=[0, 1]) == {0, 2}


@pytest.mark.parametrize(
    "source",
    [
        *("(" * 90_000, "-" * 90_000 + "1", "a" + ".b" * 49_000, "lambda:" * 12_000 + "1"),
        "\n".join(" " * depth + "def f():" for depth in range(95)) + "\n" + " " * 95 + "pass",
        *("x=" * 40_000 + "1", "[x for x in " * 3_000 + "y" + "]" * 3_000, "a" + "+a" * 49_000),
        *("if a:\n pass\n" + "elif a:\n pass\n" * 5_000, "\0", "\ud800"),
    ],
    ids=lambda source: source[:8].strip() or "-",
)
def test_code_made_to_break_a_reader_does_not(source):
    assert 1 in needed(["x = 1", source], own=[0])


@pytest.mark.parametrize("place", SOURCES, ids=lambda place: place.stem)
def test_of_each_lesson_its_experiments_are_left_out(place):
    submission = read_submission(place.read_bytes(), nbformat.read(place, as_version=4))
    cells = submission.cells(everything=False)
    assert all(cell.needed for cell in cells if cell.exercise)
    left_out = [cell for cell in cells if not cell.needed]
    assert len(left_out) >= 8
    assert not any("def " in cell.source and "check(" in cell.source for cell in left_out)
