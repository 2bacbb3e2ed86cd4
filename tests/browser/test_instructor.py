"""An instructor in formgrader: from the release to the feedback, with the course's engine."""

import shutil
import subprocess
import sys
import zipfile

import nbformat
import pytest
from course import LESSON, NAME, make_course, marks, solved
from lab import COURSE, find, jupyter, open_notebook

pytestmark = pytest.mark.xdist_group("browser")

WRONG = "def attend(queries, keys, values):\n    return np.zeros((len(queries), values.shape[1]))"
TOLD = {
    "attend: not yet.": ["Ben_Smith_1001"],
    "Scores first, then softmax, then values.": ["Ben_Smith_1001"],
    "HIDDEN TESTS": [],
}
# nbgrader's: its page of a submission takes MathJax from elsewhere, which the tests cut off.
MATHJAX = [
    "Failed to load resource: net::ERR_FAILED https://cdnjs.cloudflare.com/ajax/libs/mathjax/"
    "2.7.7/latest.js?config=TeX-AMS_CHTML-full,Safe",
    "MathJax is not defined",
]
HOSTILE = "import os\nos._exit(0)"


@pytest.fixture(scope="module")
def teaching(tmp_path_factory):
    """The address of JupyterLab in an instructor's folder, and the course there."""
    folder = tmp_path_factory.mktemp("teaching")
    course = make_course(folder)
    shutil.rmtree(folder / "release")
    (folder / "gradebook.db").unlink()
    exchange = tmp_path_factory.mktemp("exchange")
    exchange.chmod(0o777)
    settings = folder / "nbgrader_config.py"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(f"{text}\nc.Exchange.root = {str(exchange)!r}\n", encoding="utf-8")
    # So that there is a page for make lab to open.
    (folder / "notebooks").mkdir()
    shutil.copy(COURSE / "notebooks" / f"{LESSON}.ipynb", folder / "notebooks")
    with jupyter(folder, tmp_path_factory.mktemp("state")) as address:
        yield address, course


def press(page, row: str, column: str) -> str:
    """Click a button of formgrader's table; what the window that opens then says."""
    page.locator("tr", has_text=row).locator(f"td.{column} a").first.click()
    window = page.locator(".modal.in")
    window.wait_for()
    said = window.inner_text()
    window.get_by_text("OK", exact=True).click()
    window.wait_for(state="detached")
    return said


def export(course, **handed_in) -> None:
    """A zip file as a learning platform makes it, where zip_collect looks for it."""
    place = course.folder / "downloaded" / LESSON / "archive"
    place.mkdir(parents=True)
    with zipfile.ZipFile(place / "All submissions (3).zip", "w") as archive:
        for number, (learner, notebook) in enumerate(handed_in.items()):
            name = f"{learner} Smith_{1000 + number}_assignsubmission_file_{NAME} (1).ipynb"
            archive.writestr(name, nbformat.writes(nbformat.from_dict(notebook)))


def test_a_class_through_formgrader(page, teaching, picture):
    address, course = teaching
    page.goto(f"{address}/formgrader")
    assert "Successfully created the student version" in press(page, LESSON, "assign")
    assert (course.folder / "release" / LESSON / f"{NAME}.ipynb").is_file()
    assert "Successfully released" in press(page, LESSON, "release")

    hostile = solved()
    hostile["cells"].insert(3, nbformat.v4.new_code_cell(HOSTILE))
    export(course, Ada=solved(), Ben=solved(attend=WRONG), Eve=hostile)
    subprocess.run(
        [sys.executable, "-m", "nbgrader", "zip_collect", LESSON], cwd=course.folder, check=True
    )
    page.goto(f"{address}/formgrader/manage_submissions/{LESSON}")
    for learner in ("Ada_Smith_1000", "Ben_Smith_1001", "Eve_Smith_1002"):
        assert "Successfully autograded" in press(page, learner, "autograde")
    found = marks(course)
    assert sum(found["Ada_Smith_1000"].values()) == 5
    assert sum(found["Eve_Smith_1002"].values()) == 5, "the cell that ends the process costs itself"
    assert found["Ben_Smith_1001"]["test_attend"] == 0

    page.locator("tr", has_text="Ben_Smith_1001").locator("td.student-name a").click()
    page.get_by_role("link", name=NAME, exact=True).click()
    page.get_by_text("attend: not yet.").first.wait_for()
    page.wait_for_load_state("networkidle")
    comment = page.locator("#attend-comment")
    comment.fill("Scores first, then softmax, then values.")
    with page.expect_response(lambda it: "/api/comment/" in it.url) as saved:
        comment.blur()
    assert saved.value.ok and saved.value.request.method == "PUT"
    tested = page.locator(".nbgrader_cell", has_text="BEGIN HIDDEN").first
    picture(page, "formgrader.png", tested, height=1000)

    page.goto(f"{address}/formgrader/manage_submissions/{LESSON}")
    for learner in found:
        assert "Successfully generated feedback" in press(page, learner, "generate-feedback")
    pages = {
        learner: (course.folder / "feedback" / learner / LESSON / f"{NAME}.html").read_text("utf-8")
        for learner in found
    }
    having = {text: [learner for learner in pages if text in pages[learner]] for text in TOLD}
    assert having == TOLD
    assert page.errors == MATHJAX


def test_an_edit_in_the_source_flows_back_to_the_lesson_by_one_command(page, tmp_path):
    """Made in JupyterLab, beside nbgrader's Create Assignment sidebar."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(COURSE), str(clone)], check=True)
    place = clone / "source" / LESSON / f"{NAME}.ipynb"
    with jupyter(clone, tmp_path) as address:
        open_notebook(page, address, f"source/{LESSON}/{NAME}.ipynb")
        page.get_by_role("tab", name="Create Assignment").click()
        sidebar = page.locator(".nbgrader-CreateAssignmentWidget")
        sidebar.get_by_text("Autograded tests").first.wait_for(state="attached")
        cell = find(page, ".jp-MarkdownCell", has_text="In short")
        cell.get_by_role("heading").click()
        page.keyboard.press("Enter")
        cell.locator(".cm-content").wait_for()
        page.keyboard.press("Control+End")
        page.keyboard.insert_text("\n\nA sentence of the instructor's own.")
        page.keyboard.press("Control+Enter")
        with page.expect_response(
            lambda it: it.request.method == "PUT" and NAME in it.url
        ) as saved:
            page.keyboard.press("Control+s")
        assert saved.value.ok
    assert "A sentence of the instructor's own." in place.read_text(encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "posenc.cli", "adopt", f"source/{LESSON}"],
        cwd=clone,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    for made in (f"lessons/{LESSON}/{NAME}.md", f"notebooks/{LESSON}.ipynb"):
        assert "A sentence of the instructor's own." in (clone / made).read_text(encoding="utf-8")
