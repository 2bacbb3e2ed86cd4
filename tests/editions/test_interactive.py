"""Pictures with sliders: what they are made of, and that they move, stand still and stay out."""

import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
from nbgrader.preprocessors import Execute
from running import errors, run, started

from posenc.editions import lesson_names
from posenc.editions.building import lesson_text, places
from posenc.editions.making import execute, make_solution, make_source

pytestmark = pytest.mark.xdist_group("kernels")

COURSE = Path(__file__).resolve().parents[2]
LESSONS = lesson_names(COURSE)
WITH_SLIDERS = [name for name in LESSONS if name[:2] in ("03", "04", "05", "06", "07", "10")]
IMAGE, VIEW = "text/html", "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
OPENING = """\
try:
    from ipywidgets import interact
except ImportError:  # without sliders the picture stands still
    interact = lambda **sliders: lambda draw: draw()


@interact("""


def tags(cell) -> list[str]:
    return cell.metadata.get("tags", [])


def solved(lesson: str):
    """The solved lesson as its text makes it, not executed."""
    return make_solution(make_source(lesson_text(COURSE, lesson).read_text(encoding="utf-8")))


def with_sliders(notebook) -> list:
    return [cell for cell in notebook.cells if "interactive" in tags(cell)]


def what_it_stands_on(lesson: str):
    """The setup, what is given and the learner's functions, with the cell itself at the end."""
    source = make_source(lesson_text(COURSE, lesson).read_text(encoding="utf-8"))
    answers = [cell for cell in source.cells if cell.metadata.get("nbgrader", {}).get("solution")]
    exercises = {cell.id for cell in answers}
    notebook = solved(lesson)
    kept = []
    for cell in notebook.cells:
        if {"setup", "given", "interactive"} & set(tags(cell)) or cell.id in exercises:
            kept.append(cell)
        if "interactive" in tags(cell):
            break
    notebook.cells = kept
    return notebook


@pytest.mark.parametrize("lesson", LESSONS)
def test_six_lessons_have_one_picture_with_sliders(lesson):
    cells = with_sliders(solved(lesson))
    assert len(cells) == (lesson in WITH_SLIDERS)
    for cell in cells:
        # The third is the tag by which nbclient, and so nbgrader, leaves a cell out.
        assert tags(cell) == ["figure", "interactive", "skip-execution"]
        assert cell.source.startswith(OPENING)
        assert "posenc" not in cell.source and "%matplotlib" not in cell.source
        assert len(cell.source.splitlines()) <= 40


@pytest.mark.parametrize("lesson", WITH_SLIDERS)
def test_the_prose_before_it_names_every_slider(lesson):
    before, cell = next(
        both for both in pairwise(solved(lesson).cells) if "interactive" in tags(both[1])
    )
    drawn = re.search(r"^def \w+\((.*)\):$", cell.source, re.MULTILINE).group(1)
    sliders = re.findall(r"(\w+)=", drawn)
    assert len(sliders) >= 2
    for slider in sliders:
        assert f"*{slider}*" in before.source, slider


@pytest.fixture(scope="module")
def kernel():
    with started() as kernel:
        yield kernel


@pytest.mark.parametrize("lesson", WITH_SLIDERS)
def test_it_stands_still_without_ipywidgets_and_moves_with_them(lesson, kernel, tmp_path):
    notebook = what_it_stands_on(lesson)
    still = notebook.cells.pop()
    live = nbformat.v4.new_code_cell(still.source)
    name = re.search(r"^def (\w+)", live.source, re.MULTILINE).group(1)
    notebook.cells += [
        nbformat.v4.new_code_cell("import sys; sys.modules['ipywidgets'] = None"),
        still,
        nbformat.v4.new_code_cell("del sys.modules['ipywidgets']"),
        live,
        nbformat.v4.new_code_cell(
            f"*sliders, picture = {name}.widget.children\n"
            "for slider in sliders:\n"
            "    slider.value = slider.max if hasattr(slider, 'max') else slider.options[-1]"
        ),
    ]
    run(kernel, notebook, tmp_path)

    assert not errors(notebook)
    assert [set(output.data) for output in still.outputs] == [{IMAGE, "text/plain"}]
    assert [VIEW in output.data for output in live.outputs] == [True]
    shown = [
        model["state"]["outputs"]
        for model in notebook.metadata.widgets[STATE]["state"].values()
        if model["model_name"] == "OutputModel"
    ]
    (picture,) = shown[0]
    assert len(shown) == 1 and picture["output_type"] == "display_data"
    assert picture["data"][IMAGE] != still.outputs[0].data[IMAGE]


def test_grading_leaves_it_out():
    """Alone it would fail, for want of everything it stands on."""
    notebook = nbformat.v4.new_notebook(cells=with_sliders(solved("06_rotate")))
    notebook.cells.append(nbformat.v4.new_code_cell("print('graded')"))
    graded, _ = Execute(kernel_name="python3").preprocess(notebook, {"metadata": {}})
    assert graded.cells[0].outputs == []
    assert graded.cells[1].outputs[0].text == "graded\n"


@pytest.mark.parametrize("lesson", WITH_SLIDERS)
def test_the_solved_edition_shows_it_still(lesson):
    notebook = nbformat.read(places(COURSE, lesson)["solutions"], as_version=4)
    (cell,) = with_sliders(notebook)
    assert [set(output.data) for output in cell.outputs] == [{IMAGE, "text/plain"}]
    assert "widgets" not in notebook.metadata


def test_a_solved_lesson_with_sliders_is_built_the_same_twice(tmp_path):
    notebook = what_it_stands_on("04_many_clocks")
    first, second = execute(notebook, tmp_path), execute(notebook, tmp_path)
    assert first == second
    assert IMAGE in first.cells[-1].outputs[0].data
