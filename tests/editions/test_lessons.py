"""Every lesson has the same parts, in the words and pictures the course has agreed on."""

import ast
import inspect
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from posenc.editions import lesson_names
from posenc.editions.building import lesson_text
from posenc.editions.text import SETUP, read_text
from posenc.exercises import find_exercise

COURSE = Path(__file__).resolve().parents[2]
LESSONS = lesson_names(COURSE)


def cells_of(lesson: str):
    return read_text(lesson_text(COURSE, lesson).read_text(encoding="utf-8")).cells


def words_of(lesson: str) -> str:
    return "\n\n".join(cell.source for cell in cells_of(lesson) if cell.cell_type == "markdown")


def tagged(cell, tag: str) -> bool:
    return tag in cell.metadata.get("tags", [])


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_opens_with_promise_minutes_and_three_abilities(lesson):
    opening = cells_of(lesson)[0].source
    number = int(lesson[:2])
    assert opening.startswith(f"# {number} · ")
    assert re.search(r"^\*\*.+\*\*$", opening, re.MULTILINE)
    assert re.search(r"^\d+ minutes · .+ · \w+ exercises$", opening, re.MULTILINE)
    assert len(re.findall(r"^- ", opening, re.MULTILINE)) == 3


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_its_fixed_parts_in_order(lesson):
    headings = re.findall(r"^## (.+)$", words_of(lesson), re.MULTILINE)
    wanted = ["Predict", "Who was right?", "In real code", "In short"]
    assert [each for each in headings if each in wanted] == wanted
    assert sum(tagged(cell, "predict") for cell in cells_of(lesson)) == 1
    short = words_of(lesson).split("## In short")[1]
    assert len(re.findall(r"^- ", short, re.MULTILINE)) == 3


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_exercise_has_its_heading_and_one_to_three_hints(lesson):
    cells = cells_of(lesson)
    for before, cell in pairwise(cells):
        if cell.metadata.get("nbgrader", {}).get("solution"):
            name = cell.metadata.nbgrader.grade_id
            assert re.search(rf"^### Exercise: `{name}\(.*\)`$", before.source, re.MULTILINE)
            assert 1 <= before.source.count("<details><summary>Hint ") <= 3
            assert before.source.count("<details>") == before.source.count("</details>")


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_signature_is_the_exercises_own(lesson):
    for cell in cells_of(lesson):
        if cell.metadata.get("nbgrader", {}).get("solution"):
            name = cell.metadata.nbgrader.grade_id
            definition = next(
                node for node in ast.parse(cell.source).body if getattr(node, "name", "") == name
            )
            assert arguments_of(definition) == list(
                inspect.signature(find_exercise(name).answer).parameters
            )
            assert ast.get_docstring(definition)


def arguments_of(definition: ast.FunctionDef | ast.ClassDef) -> list[str]:
    """What a function takes, or a class when it makes an object."""
    if isinstance(definition, ast.ClassDef):
        made = next(each for each in definition.body if getattr(each, "name", "") == "__init__")
        return arguments_of(made)[1:]
    return [argument.arg for argument in definition.args.args]


def test_lesson_8_shows_the_numbers_that_were_kept_of_real_models():
    """`make test-models` holds the file to the models themselves."""
    kept = json.loads((COURSE / "tests" / "models" / "model_numbers.json").read_text())
    given = next(
        cell for cell in cells_of("08_conventions_and_caches") if "MODEL_NUMBERS =" in cell.source
    )
    shown: dict = {}
    exec(given.source, shown)
    assert shown["MODEL_VECTOR"] == kept["vector"]
    assert shown["MODEL_POSITIONS"] == kept["positions"]
    assert shown["MODEL_NUMBERS"] == kept["turned"]


@pytest.mark.parametrize("lesson", LESSONS)
def test_the_setup_cell_is_the_one_of_the_course(lesson):
    """Palette and settings of figures stand in one file; a lesson's text has an empty cell."""
    assert [cell.source for cell in cells_of(lesson) if tagged(cell, "setup")] == [SETUP]
    assert "rcParams" not in lesson_text(COURSE, lesson).read_text(encoding="utf-8")


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_figure_has_a_title_and_labels_and_is_folded(lesson):
    figures = [cell for cell in cells_of(lesson) if tagged(cell, "figure")]
    assert figures
    for cell in figures:
        assert cell.metadata.jupyter.source_hidden
        assert "title" in cell.source
        assert "xlabel" in cell.source and ("ylabel" in cell.source or "aspect" in cell.source)
        assert not re.search(r"\b(jet|hsv|rainbow|hot)\b", cell.source)


@pytest.mark.parametrize("lesson", LESSONS)
def test_claims_are_asserted_in_plain_sight(lesson):
    claims = [
        cell
        for cell in cells_of(lesson)
        if cell.cell_type == "code" and "assert" in cell.source and "nbgrader" not in cell.metadata
    ]
    assert len(claims) >= 3
    assert not any(tagged(cell, "figure") for cell in claims)


@pytest.mark.parametrize("lesson", LESSONS)
def test_prose_keeps_to_the_house_style(lesson):
    words = re.sub(r"`[^`]*`", "", words_of(lesson))
    assert "!" not in words.replace("![", "")
    for forbidden in ("frequency index", "phase", "wavelength"):
        assert forbidden not in words.lower()
    for cell in cells_of(lesson):
        if cell.cell_type == "code":
            assert max(map(len, cell.source.splitlines())) <= 100
            assert len(cell.source.splitlines()) <= 60


@pytest.mark.parametrize("lesson", LESSONS)
def test_links_between_lessons_lead_somewhere(lesson):
    for target in re.findall(r"\]\(([^)#]+\.ipynb)\)", words_of(lesson)):
        assert (COURSE / "notebooks" / target).is_file(), target
