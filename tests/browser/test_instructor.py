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
    picture(page, "formgrader.png")

    page.goto(f"{address}/formgrader/gradebook/{LESSON}/{NAME}")
    page.get_by_role("link", name="Submission #2").click()
    frame = page.locator("body")
    frame.get_by_text("attend: not yet.").first.wait_for()
    comment = page.locator("#attend-comment")
    comment.scroll_into_view_if_needed()
    comment.fill("Scores first, then softmax, then values.")
    comment.blur()
    page.locator(".comment-saved:visible").first.wait_for()

    page.goto(f"{address}/formgrader/manage_submissions/{LESSON}")
    learner = next(each for each in found if each.startswith("Ben"))
    for each in found:
        assert "Successfully generated feedback" in press(page, each, "generate-feedback")
    pages = [
        (course.folder / "feedback" / each / LESSON / f"{NAME}.html").read_text(encoding="utf-8")
        for each in (learner, "Ada_Smith_1000", "Eve_Smith_1002")
    ]
    assert sum("Scores first, then softmax" in text for text in pages) == 1
    assert "attend: not yet." in pages[0]
    assert not any("HIDDEN TESTS" in text for text in pages)
    assert not page.errors


def test_an_edit_in_the_source_flows_back_to_the_lesson_by_one_command(page, tmp_path):
    """Made in JupyterLab, beside nbgrader's Create Assignment sidebar."""
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(COURSE), str(clone)], check=True)
    place = clone / "source" / LESSON / f"{NAME}.ipynb"
    with jupyter(clone, tmp_path) as address:
        open_notebook(page, address, f"source/{LESSON}/{NAME}.ipynb")
        cell = find(page, ".jp-MarkdownCell", "In short")
        cell.dblclick()
        page.keyboard.press("Control+End")
        page.keyboard.insert_text("\n\nA sentence of the instructor's own.")
        page.keyboard.press("Shift+Enter")
        page.keyboard.press("Control+s")
        page.get_by_text("Saving completed").first.wait_for(state="attached")
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
