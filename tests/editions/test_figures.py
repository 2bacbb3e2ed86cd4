"""Every figure can be seen in any theme, told without colour, and read aloud."""

import ast
import base64
import contextlib
import io
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

import matplotlib as mpl
import matplotlib.image
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from nbconvert import HTMLExporter

from posenc.editions import lesson_names
from posenc.editions.building import lesson_text, places
from posenc.editions.text import read_text

COURSE = Path(__file__).resolve().parents[2]
LESSONS = lesson_names(COURSE)


class Images(HTMLParser):
    """The attributes of each image of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag == "img":
            self.found.append(dict(attributes))


def figures(notebook):
    return [cell for cell in notebook.cells if "figure" in cell.metadata.get("tags", [])]


def written(lesson: str):
    return read_text(lesson_text(COURSE, lesson).read_text(encoding="utf-8"))


def solved(lesson: str):
    return nbformat.read(places(COURSE, lesson)["solutions"], as_version=4)


def described(cell) -> str:
    """What the figure's last line says of it, with … for what it computes."""
    last = ast.parse(cell.source).body[-1]
    if isinstance(last, ast.FunctionDef):
        last = last.body[-1]
    assert last.value.func.id == "show_figure", cell.id
    (said,) = last.value.args
    pieces = said.values if isinstance(said, ast.JoinedStr) else [said]
    return "".join(each.value if isinstance(each, ast.Constant) else "…" for each in pieces)


def says(text: str, description: str) -> bool:
    return bool(re.fullmatch(re.escape(description).replace("…", ".+?"), text))


def images(cell) -> list[dict[str, str]]:
    pages = [output.data["text/html"] for output in cell.outputs if "data" in output]
    return [image for page in pages for image in Images(page).found]


def test_every_figure_is_described_and_no_two_alike():
    descriptions = [described(cell) for lesson in LESSONS for cell in figures(written(lesson))]
    assert len(set(descriptions)) == len(descriptions) > 50
    for description in descriptions:
        assert 60 < len(description) < 500
        assert description[0].isupper() and description.endswith(".")
        assert "  " not in description and "!" not in description


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("edition", ["release", "notebooks", "solutions"])
def test_the_code_of_figures_and_setup_is_folded(edition, lesson):
    notebook = nbformat.read(places(COURSE, lesson)[edition], as_version=4)
    for cell in notebook.cells:
        if {"figure", "setup", "opening", "closing"} & set(cell.metadata.get("tags", [])):
            assert cell.metadata.jupyter.source_hidden, cell.id


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_description_is_the_pictures_own_in_the_solved_lesson(lesson):
    for cell in figures(solved(lesson)):
        (image,) = images(cell)
        assert says(image["alt"], described(cell)) and "{" not in image["alt"]
        (output,) = (each for each in cell.outputs if "data" in each)
        assert output.data["text/plain"] == image["alt"]


@pytest.mark.parametrize("lesson", LESSONS[:1])
def test_the_description_reaches_the_page_that_nbconvert_makes(lesson):
    page, _ = HTMLExporter().from_notebook_node(solved(lesson))
    shown = [image["alt"] for image in Images(page).found]
    assert shown == [described(cell) for cell in figures(solved(lesson))]


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_figure_has_a_white_ground_that_a_dark_theme_does_not_shine_through(lesson):
    for cell in figures(solved(lesson)):
        _, _, data = images(cell)[0]["src"].partition("base64,")
        picture = matplotlib.image.imread(io.BytesIO(base64.b64decode(data)))
        border = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
        assert picture.shape[2] == 3 or border[:, 3].min() == 1
        assert np.median(border[:, :3]) == 1


@pytest.mark.parametrize("lesson", LESSONS)
def test_figures_take_their_colours_from_the_palette(lesson):
    for cell in figures(written(lesson)):
        assert not re.search(r"#[0-9a-fA-F]{3,8}\b", cell.source), cell.id
        named = re.findall(r"""colou?r=["']([a-z:]\w*)["']""", cell.source)
        assert set(named) <= {"black", "white", "none"}, cell.id


def drawn(lesson: str):
    """Run the solved lesson here, and yield each figure as it stands when it is shown."""
    shown: list = []
    names = {"__name__": "__main__"}
    without_sliders = mock.patch.dict(sys.modules, {"ipywidgets": None})
    with mpl.rc_context(), contextlib.redirect_stdout(io.StringIO()), without_sliders:
        plt.switch_backend("agg")
        for cell in solved(lesson).cells:
            if cell.cell_type == "code":
                exec(cell.source, names)
            if "setup" in cell.metadata.get("tags", []):
                names["show_figure"] = lambda description: shown.append(plt.gcf())
            while shown:
                yield cell.id, shown.pop()
                plt.close("all")


def looks(handle) -> tuple:
    """What tells a legend's line or patch from another's, apart from its colour."""
    first = handle[0] if isinstance(handle, tuple) else handle
    ways = ("get_linestyle", "get_marker", "get_linewidth", "get_markersize", "get_hatch")
    return tuple(str(getattr(first, way)()) for way in ways if hasattr(first, way))


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_a_legend_tells_apart_differs_in_more_than_colour(lesson):
    for name, figure in drawn(lesson):
        for ax in figure.axes:
            if ax.get_legend():
                handles, words = ax.get_legend_handles_labels()
                assert len({looks(handle) for handle in handles}) == len(words), (name, words)
