"""Checks and lessons run in a browser; only where the site takes a Pyodide along."""

import json

import nbformat
import pytest

from .conftest import COURSE

LESSONS = sorted(path.stem for path in (COURSE / "notebooks").glob("[0-9]*.ipynb"))
CLOCKWISE = """\
def rotate_pair(x0, x1, angle):
    return x0 * np.cos(angle) + x1 * np.sin(angle), x1 * np.cos(angle) - x0 * np.sin(angle)"""
RIGHT = """\
def rotate_pair(x0, x1, angle):
    return x0 * np.cos(angle) - x1 * np.sin(angle), x0 * np.sin(angle) + x1 * np.cos(angle)"""
SLIDER = """\
from ipywidgets import interact
interact(lambda gap: print(f"moved to {gap}"), gap=(0, 9))"""

# One seed: on a desktop the bank tries twenty.
BANK = """
from posenc.checking import find_verdict
from posenc.exercises import all_exercises

faults = []
for exercise in all_exercises():
    for function in (exercise.answer, *exercise.right):
        verdict = find_verdict(exercise.name, {exercise.name: function}, 0)
        if not verdict.passed:
            faults.append(verdict.message)
    for mistake in exercise.mistakes[:3]:
        verdict = find_verdict(exercise.name, {exercise.name: mistake.function}, 0)
        if verdict.passed or verdict.mistake != mistake.name:
            faults.append(f"{mistake.name} was not named: {verdict.message}")
"\\n\\n".join(faults)
"""

# Says which cells fail, and counts the checks that say "right".
RUN_CELLS = """
import contextlib, io, json
names, said = {"__name__": "__main__"}, io.StringIO()
failed = []
for cell in json.loads(cells):
    try:
        with contextlib.redirect_stdout(said):
            exec(cell, names)
    except Exception as error:
        failed.append(f"{type(error).__name__}: {error}, in {cell}")
plt = names["plt"]
plt.close("all")
json.dumps([failed, said.getvalue().count(": right.")])
"""


@pytest.fixture(scope="module")
def python(browser, address, pyodide):
    """Run Python in a page without JupyterLab; the value of its last line, and names handed in."""
    page = browser.new_page()
    page.goto(f"{address}/jupyter-lite.json")
    page.evaluate("""async () => {
        const { loadPyodide } = await import("/static/pyodide/pyodide.mjs");
        const options = { indexURL: "/static/pyodide/", env: { MPLBACKEND: "agg" } };
        const python = await loadPyodide(options);
        await python.loadPackage(["numpy", "matplotlib", "micropip", "ipython"]);
        const index = await (await fetch("/pypi/all.json")).json();
        const [[wheel]] = Object.values(index.posenc.releases);
        const url = new URL(`/pypi/${wheel.filename}`, location).href;
        await python.pyimport("micropip").install(url);
        window.python = python;
    }""")

    def run(code: str, **names):
        for name, value in names.items():
            page.evaluate("([name, value]) => python.globals.set(name, value)", [name, value])
        return page.evaluate("code => python.runPythonAsync(code)", code)

    yield run
    page.close()


def test_answers_pass_and_mistakes_are_named_on_whole_numbers_of_32_bits(python):
    assert python("import numpy as np; np.array([1]).dtype.itemsize") == 4
    assert python(BANK) == ""


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_solved_notebook_passes_every_check(lesson, python):
    notebook, solved = (
        nbformat.read(COURSE / folder / f"{lesson}.ipynb", as_version=4)
        for folder in ("notebooks", "solutions")
    )
    solutions = {cell.id: cell.source for cell in solved.cells}
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    sources = [
        solutions[cell.id] if "raise NotImplementedError()" in cell.source else cell.source
        for cell in cells
    ]
    failed, right = json.loads(python(RUN_CELLS, cells=json.dumps(sources)))
    assert not failed
    assert right == sum("\ncheck(" in cell.source for cell in cells)


def write_and_run(page, cell, code: str) -> None:
    """Replace the text of a cell, and run it and the cell below."""
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(code)
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Shift+Enter")


def test_a_learner_gets_a_rotation_wrong_and_then_right(page, address, pyodide):
    page.goto(f"{address}/lab/index.html?path=06_rotate.ipynb")
    page.locator(".jp-KernelName", has_text="Python (Pyodide)").wait_for()
    mine = page.locator(".jp-CodeCell", has_text="def rotate_pair(").first
    check = page.locator(".jp-CodeCell", has_text='check("rotate_pair")')
    mine.locator(".cm-content").click()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Above Selected Cell", exact=True).click()
    page.locator(".jp-OutputArea-output img").first.wait_for()
    for code, verdict in ((CLOCKWISE, "It turns the other way"), (RIGHT, "rotate_pair: right.")):
        write_and_run(page, mine, code)
        check.get_by_text(verdict).first.wait_for()
    write_and_run(page, mine, SLIDER)
    page.locator(".widget-slider").first.wait_for()
    outside = [url for url in page.requested if url.startswith("http") and address not in url]
    assert not outside
