"""A learner in JupyterLab: reads, writes, is told what is wrong, tries again, and is told so."""

import nbformat
import pytest
from lab import COURSE, choose, code, find, open_notebook, run, wait, write

pytestmark = pytest.mark.xdist_group("browser")

LESSON = "06_rotate"
CLOCKWISE = """\
def rotate_pair(x0, x1, angle):
    cos, sin = np.cos(angle), np.sin(angle)
    return x0 * cos + x1 * sin, x1 * cos - x0 * sin"""
RIGHT = CLOCKWISE.replace("cos + x1", "cos - x1").replace("cos - x0", "cos + x0")


def assert_no_complaint(page) -> None:
    assert not page.errors
    assert not page.locator(".Toastify__toast--error").count()


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
    wait(page)
    write(page, answer, CLOCKWISE)
    run(page, answer)
    check = code(page, 'check("rotate_pair")')
    run(page, check)
    said = check.locator(".jp-OutputArea").inner_text()
    assert "rotate_pair: not yet." in said and "It turns the other way" in said
    assert "component 1 differs" in said and "Traceback" not in said
    picture(page, "lab_not_yet.png")
    answer = code(page, "def rotate_pair")
    write(page, answer, RIGHT)
    run(page, answer)
    check = code(page, 'check("rotate_pair")')
    run(page, check)
    assert "rotate_pair: right." in check.locator(".jp-OutputArea").inner_text()
    assert_no_complaint(page)


def test_hints_unfold_and_figures_code_is_folded(page, lab):
    address, _ = lab
    open_notebook(page, address, f"notebooks/{LESSON}.ipynb")
    cell = find(page, ".jp-MarkdownCell", "Hint 1")
    hint = cell.locator("details").first
    assert hint.get_attribute("open") is None
    hint.locator("summary").click()
    assert hint.get_attribute("open") is not None
    # The setup and the figures show no code until somebody asks for it.
    assert page.locator(".jp-CodeCell .jp-InputPlaceholder").count() >= 2
    page.get_by_role("link", name="A whole vector turns").first.click()
    page.get_by_role("heading", name="A whole vector turns").wait_for(state="visible")
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
    wait(page)
    page.wait_for_function(
        "() => document.querySelector('.jp-Notebook-ExecutionIndicator').dataset.status == 'idle'"
    )
    assert not page.locator(".jp-OutputArea [data-mime-type*='stderr']").count()
    standing = find(page, ".jp-CodeCell", "Done: 1 of 10 lessons")
    assert "7 of 58 exercises" in standing.inner_text()
    moving = find(page, ".jp-CodeCell", "Both hands turn with m").locator(".widget-interact").first
    image = moving.locator("img").first
    before = image.get_attribute("src")
    assert image.get_attribute("alt").startswith("Left, the hands of query and key")
    handle = moving.locator(".noUi-handle").first
    handle.focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "before => document.querySelector('.widget-interact img').src != before", arg=before
    )
    picture(page, "lab_slider.png")
    assert (folder / "notebooks" / ".progress.txt").read_text().count(": right") == 7
    assert_no_complaint(page)


def test_with_the_keyboard_alone(page, lab):
    address, _ = lab
    open_notebook(page, address, "notebooks/01_bag_of_words.ipynb")
    page.locator(".jp-Notebook").first.focus()
    # In command mode: down to the first cell to write in, Enter to write, Shift-Enter to run.
    for _ in range(60):
        active = page.locator(".jp-Notebook .jp-mod-active")
        if (
            "def attend" in active.first.inner_text()
            and active.first.locator(".cm-content").count()
        ):
            break
        page.keyboard.press("Shift+Enter")
        wait(page)
    else:
        pytest.fail("the keyboard does not lead to the first exercise")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("def attend(queries, keys, values):\n    return None")
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Shift+Enter")
    wait(page)
    said = code(page, 'check("attend")').locator(".jp-OutputArea").inner_text()
    assert "attend: not yet." in said
    assert_no_complaint(page)
