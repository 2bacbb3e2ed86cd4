"""What a learner is handed back: the check's words, and nothing that must stay with the course."""

import html
import re
import sys

import nbformat
import pytest
from course import COURSE, LESSON, NAME, SOLVED, hand_in, make_course, marks, solved

from posenc.editions.making import SOLUTION_LINE
from posenc.grading.batch import grade_class
from posenc.grading.demo import nbgrader

pytestmark = pytest.mark.xdist_group("batch")

WRONG = "def attend(queries, keys, values):\n    return np.zeros((len(queries), values.shape[1]))"
RAISES = "def order_gap(*arguments):\n    return np.linalg.inv(np.zeros((2, 3)))"
# Looks for the course where it is, and prints what it finds.
PRIES = """
import inspect, os, posenc, warnings
print(inspect.getsource(posenc.check))
print(np.__file__)
np.mean([])
for place in {places!r}:
    if os.path.exists(place):
        print("FOUND", place)
np.linalg.inv(np.zeros((2, 3)))
"""
SCRIPT = "<script>document.title = 'taken'</script>"
LINKS = "[x](javascript:alert(1)) [y](JavaScript\\:alert(2)) [z](&#106;avascript:alert(3))"


@pytest.fixture(scope="module", params=["posenc grade", "nbgrader autograde"])
def feedback(request, tmp_path_factory):
    """The course and the feedback's HTML by learner, after grading by either command."""
    course = make_course(tmp_path_factory.mktemp("feedback"))
    hand_in(course, "wrong", solved(attend=WRONG))
    hand_in(course, "raises", solved(order_gap=RAISES))
    release = course.folder / "release" / LESSON / f"{NAME}.ipynb"
    hand_in(course, "untouched", release.read_bytes())
    places = [course.folder, COURSE / "source", COURSE / "solutions", COURSE / "src"]
    places += [course.folder / "gradebook.db", course.folder / "seeds.json"]
    prying = solved(attend=WRONG + PRIES.format(places=list(map(str, places))))
    prying["cells"].append(nbformat.v4.new_markdown_cell(SCRIPT + LINKS))
    show = f"from IPython.display import HTML\nHTML({SCRIPT!r})"
    prying["cells"].append(nbformat.v4.new_code_cell(show))
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
        for secret in ("HIDDEN TESTS", "from posenc import check", "SOLUTION", "Traceback (most"):
            assert secret not in text, (learner, secret)
        # What the learner's own cell names, it names.
        told = text if learner != "pries" else text.split("for place in")[-1].split("In [")[0]
        for path in (str(course.folder), str(COURSE), sys.prefix, "posenc/"):
            assert path not in told, (learner, path)
        assert not re.search(r"FOUND /", text), learner
        assert SCRIPT not in page, learner
        assert not re.search(r'href="[^"]*script', page), learner
    for answer in answers:
        assert answer not in words(pages["untouched"]), answer


def answer_lines() -> list[str]:
    """Lines of the solutions that stand nowhere in the released notebook."""
    notebook = nbformat.read(SOLVED, as_version=4)
    released = (COURSE / "release" / LESSON / f"{NAME}.ipynb").read_text(encoding="utf-8")
    shown = " ".join(released.encode().decode("unicode_escape").split())
    lines = []
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            lines += SOLUTION_LINE.sub("", cell.source).splitlines()
    kept = (" ".join(line.split()) for line in lines)
    return [line for line in kept if len(line) > 15 and line not in shown]
