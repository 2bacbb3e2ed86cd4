"""What a learner is handed back: the check's words, and nothing that must stay with the course."""

import html
import re
import sys

import pytest
from course import COURSE, LESSON, NAME, SOLVED, hand_in, make_course, marks, solved

from posenc.editions.making import SOLUTION_LINE
from posenc.grading.batch import grade_class
from posenc.grading.demo import nbgrader

pytestmark = pytest.mark.xdist_group("batch")

WRONG = "def attend(queries, keys, values):\n    return np.zeros((len(queries), values.shape[1]))"
RAISES = "def order_gap(*arguments):\n    return np.linalg.inv(np.zeros((2, 3)))"
# Looks for whatever of the course's it can find, and prints it.
PRIES = """
import glob, inspect, os, sys, traceback, posenc
print(inspect.getsource(posenc.check))
for place in ("/", "..", os.path.dirname(posenc.__file__), "/tmp"):
    for name in glob.glob(place + "/**/*", recursive=True)[:2000]:
        if name.endswith((".ipynb", ".db", "attend.py", "seeds.json")):
            print("FOUND", name)
np.linalg.inv(np.zeros((2, 3)))
"""


@pytest.fixture(scope="module", params=["posenc grade", "nbgrader autograde"])
def feedback(request, tmp_path_factory):
    """The course and the feedback's HTML by learner, after grading by either command."""
    course = make_course(tmp_path_factory.mktemp("feedback"))
    hand_in(course, "wrong", solved(attend=WRONG))
    hand_in(course, "raises", solved(order_gap=RAISES))
    release = course.folder / "release" / LESSON / f"{NAME}.ipynb"
    hand_in(course, "untouched", release.read_bytes())
    prying = solved(attend=WRONG + PRIES)
    hand_in(course, "pries", prying)
    if request.param == "posenc grade":
        grade_class(course, LESSON, 1, figures=True, say=lambda line: None)
    else:
        nbgrader(course.folder, "autograde", LESSON, "--create")
    nbgrader(course.folder, "generate_feedback", LESSON)
    pages = {
        learner: (course.folder / "feedback" / learner / LESSON / f"{NAME}.html").read_text(
            encoding="utf-8"
        )
        for learner in marks(course)
    }
    assert set(pages) == {"wrong", "raises", "untouched", "pries"}
    return course, pages


def words(page: str) -> str:
    """A page's text on one line, without tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


def test_it_keeps_the_messages_and_the_hints(feedback):
    _, pages = feedback
    assert "attend: not yet." in words(pages["wrong"])
    assert "expected" in words(pages["wrong"]) and "Case 1 of" in words(pages["wrong"])
    assert "It raised LinAlgError" in words(pages["raises"])
    assert "`attend` is not written yet." in words(pages["untouched"])


def test_it_shows_no_hidden_test_no_answer_no_path(feedback):
    course, pages = feedback
    answers = answer_lines()
    assert len(answers) >= 4
    for learner, page in pages.items():
        text = words(page)
        for secret in ("HIDDEN TESTS", "from posenc import check", "SOLUTION", "Traceback"):
            assert secret not in text, (learner, secret)
        for path in (str(course.folder), str(COURSE), sys.prefix, "site-packages", "posenc/"):
            assert path not in text, (learner, path)
        assert "FOUND" not in text.replace('print("FOUND"', ""), learner
    for answer in answers:
        assert answer not in words(pages["untouched"]), answer


def answer_lines() -> list[str]:
    """Lines of the solutions that stand nowhere in the released notebook."""
    import nbformat

    notebook = nbformat.read(SOLVED, as_version=4)
    released = (COURSE / "release" / LESSON / f"{NAME}.ipynb").read_text(encoding="utf-8")
    shown = " ".join(released.encode().decode("unicode_escape").split())
    lines = []
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            lines += SOLUTION_LINE.sub("", cell.source).splitlines()
    kept = (" ".join(line.split()) for line in lines)
    return [line for line in kept if len(line) > 15 and line not in shown]
