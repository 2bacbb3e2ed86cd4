"""A learner in JupyterLab: reads, writes, is told what is wrong, tries again, and is told so."""

import re

import nbformat
import pytest
from lab import COURSE, PATIENCE, choose, code, find, open_notebook, run, write

expect = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed").expect

pytestmark = pytest.mark.xdist_group("browser")

LESSON = "06_rotate"
CLOCKWISE = """\
def rotate_pair(x0, x1, angle):
    cos, sin = np.cos(angle), np.sin(angle)
    return x0 * cos + x1 * sin, x1 * cos - x0 * sin"""
RIGHT = CLOCKWISE.replace("cos + x1", "cos - x1").replace("cos - x0", "cos + x0")


expect.set_options(timeout=PATIENCE)


def assert_no_complaint(page) -> None:
    assert not page.errors
    assert not page.locator(".Toastify__toast").count()


def test_make_lab_opens_the_first_lesson(page, lab):
    address, _ = lab
    page.goto(address)
    page.get_by_role("heading", name="1 · A bag of words").wait_for()
    assert "01_bag_of_words" in page.url
    assert_no_complaint(page)


def test_a_wrong_and_then_a_right_rotation_are_told_apart(page, lab, picture):
    address, _ = lab
    open_notebook(page, address, f"notebooks/{LESSON}.ipynb")
    answer = code(page, "def rotate_pair")
    answer.locator(".cm-content").click()
    choose(page, "Run", "Run All Above Selected Cell")
    write(page, answer, CLOCKWISE)
    run(page, answer)
    check = code(page, 'check("rotate_pair")')
    run(page, check)
    said = check.locator(".jp-OutputArea").inner_text()
    assert "rotate_pair: not yet." in said and "It turns the other way" in said
    assert "component 1 differs" in said and "Traceback" not in said
    picture(page, "lab_not_yet.png", check)
    answer = code(page, "def rotate_pair")
    write(page, answer, RIGHT)
    run(page, answer)
    check = code(page, 'check("rotate_pair")')
    run(page, check)
    assert "rotate_pair: right." in check.locator(".jp-OutputArea").inner_text()
    assert_no_complaint(page)


def test_hints_unfold_figures_have_their_code_folded_and_contents_lead_on(page, lab):
    address, folder = lab
    open_notebook(page, address, f"notebooks/{LESSON}.ipynb")
    hint = find(page, "details", has_text="Hint 1")
    assert hint.get_attribute("open") is None
    hint.locator("summary").click()
    assert hint.get_attribute("open") is not None
    assert hint.locator("p").first.is_visible()

    # The setup and the figures show no code until somebody asks for it.
    notebook = nbformat.read(folder / "notebooks" / f"{LESSON}.ipynb", as_version=4)
    folded = [n for n, cell in enumerate(notebook.cells) if "jupyter" in cell.metadata]
    assert any("interactive" in notebook.cells[n].metadata.tags for n in folded)
    cells = page.locator(".jp-Notebook .jp-Cell")
    expect(cells).to_have_count(len(notebook.cells))
    for n in folded:
        cells.nth(n).scroll_into_view_if_needed()
        cells.nth(n).locator(".jp-InputPlaceholder").wait_for()
        assert not cells.nth(n).locator(".cm-content:visible").count()

    heading = page.get_by_role("heading", name="A whole vector turns")
    link = find(page, "a", has_text="A whole vector turns")
    expect(heading).not_to_be_in_viewport()
    link.click()
    expect(heading).to_be_in_viewport()
    assert_no_complaint(page)


@pytest.fixture(scope="module")
def solved(lab) -> str:
    """The self-paced lesson with the solutions typed into it, beside the others."""
    _, folder = lab
    solutions = nbformat.read(COURSE / "solutions" / f"{LESSON}.ipynb", as_version=4)
    answers = {cell.id: cell.source for cell in solutions.cells}
    notebook = nbformat.read(folder / "notebooks" / f"{LESSON}.ipynb", as_version=4)
    for cell in notebook.cells:
        if "raise NotImplementedError()" in cell.source:
            cell.source = answers[cell.id]
    nbformat.write(notebook, folder / "notebooks" / "solved.ipynb")
    return "notebooks/solved.ipynb"


def test_a_whole_solved_lesson_runs_and_its_slider_moves_the_picture(page, lab, solved, picture):
    address, folder = lab
    open_notebook(page, address, solved)
    choose(page, "Run", "Run All Cells")
    standing = code(page, "# Where you stand now.")
    expect(standing).to_contain_text(
        "Done: 1 of 10 lessons, 7 of 58 exercises", timeout=2 * PATIENCE
    )
    assert "■■■■■■■" in standing.inner_text()
    assert not page.locator(".jp-OutputArea-output[data-mime-type*=stderr]").count()
    assert not page.locator(".jp-OutputArea-output[data-mime-type*=error]").count()
    assert (folder / "notebooks" / ".progress.txt").read_text().count(": right") == 7

    moving = find(page, ".jp-CodeCell", has=page.locator(".widget-interact"))
    image = moving.locator("img")
    assert image.get_attribute("alt").startswith("Left, the hands of query and key in pair 1.")
    before = image.get_attribute("src")
    gap = moving.get_by_role("slider").nth(1)
    gap.focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    expect(image).to_have_attribute("alt", re.compile("with a dot at gap 4;"))
    assert image.get_attribute("src") != before
    picture(page, "lab_slider.png", moving)
    assert_no_complaint(page)


def test_a_lesson_with_the_keyboard_alone(page, lab):
    """Down to the first exercise, read on the way; write; check; and on to the next cell."""
    address, _ = lab
    open_notebook(page, address, "notebooks/01_bag_of_words.ipynb")
    active = page.locator(".jp-Notebook .jp-Cell.jp-mod-active")
    for _ in range(60):
        if "def attend" in active.text_content():
            break
        before = active.element_handle()
        page.keyboard.press("Shift+Enter")
        page.wait_for_function("cell => !cell.classList.contains('jp-mod-active')", arg=before)
    else:
        pytest.fail("the keyboard does not lead to the first exercise")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("def attend(queries, keys, values):\nreturn None")
    page.keyboard.press("Shift+Enter")
    expect(active).to_contain_text('check("attend")')
    check = active.element_handle()
    page.keyboard.press("Shift+Enter")
    page.wait_for_function("cell => cell.textContent.includes('attend: not yet.')", arg=check)
    assert "return" in check.inner_text()
    assert page.evaluate("document.activeElement.closest('.jp-Notebook') != null")
    assert_no_complaint(page)
