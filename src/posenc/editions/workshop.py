"""A workshop's notebook: a text of its own, and cells taken from the lessons where it says so."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable

import nbformat
from nbformat import NotebookNode

from posenc.editions.making import SOLUTION_LINE
from posenc.editions.text import give_ids, read_text

# By the name of a lesson, its cells in order.
Cells = Callable[[str], list[NotebookNode]]


def make_workshop(text: str, tag: str, cells_of: Cells) -> NotebookNode:
    """The workshop's notebook with solutions and checks, as a lesson's source is.

    A cell of `text` that is tagged ``take`` stands for what its lines name::

        from 06_rotate
        exercise rotate_pair           the text before it, the cell to write in, its test
        cell Turning: clean stripes    the one cell that has these words
        paragraph Look for a vertical  the one paragraph that has them, without its heading
        given softmax additive_score   these functions, as the lesson hands them out or solves them

    Parameters
    ----------
    tag : str
        ``"90"`` or ``"180"``: the exercises taken must be those that carry it.
    cells_of : callable
        Gives the cells of a lesson by its name.

    Raises
    ------
    LookupError
        If a line names what no lesson has, or not one place alone; if an exercise is missing.
    """
    notebook = read_text(text)
    cells: list[NotebookNode] = []
    for cell in notebook.cells:
        cells += taken(cell.source, cells_of) if is_tagged(cell, "take") else [cell]
    notebook.cells = cells
    give_ids(notebook)
    require_the_tagged(notebook, tag, lessons_taken(text), cells_of)
    return notebook


def lessons_taken(text: str) -> list[str]:
    """The lessons from which a workshop takes anything, in order."""
    lines = [
        line
        for cell in read_text(text).cells
        if is_tagged(cell, "take")
        for line in cell.source.splitlines()
    ]
    return sorted({line.split()[1] for line in lines if line.startswith("from ")})


def taken(lines: str, cells_of: Cells) -> list[NotebookNode]:
    """What the lines of one ``take`` cell stand for; paragraphs in a row make one cell."""
    kinds = {"cell": take_cell, "paragraph": take_paragraph, "given": take_given}
    kinds["exercise"] = take_exercise
    cells: list[NotebookNode] = []
    lesson = before = ""
    for line in filter(None, map(str.strip, lines.splitlines())):
        kind, _, words = line.partition(" ")
        if kind == "from":
            lesson = words.strip()
            continue
        if kind not in kinds:
            raise LookupError(f'"{line}" begins with none of {", ".join(["from", *kinds])}.')
        found = kinds[kind](words.strip(), cells_of(lesson), lesson)
        found = [fitted(cell, lesson) for cell in found]
        if kind == before == "paragraph":
            cells[-1].source += f"\n\n{found[0].source}"
        else:
            cells += found
        before = kind
    return cells


def take_cell(words: str, cells: list[NotebookNode], lesson: str) -> list[NotebookNode]:
    return [the_one([cell for cell in cells if words in cell.source], words, lesson)]


def take_paragraph(words: str, cells: list[NotebookNode], lesson: str) -> list[NotebookNode]:
    paragraphs = [
        paragraph
        for cell in cells
        if cell.cell_type == "markdown"
        for paragraph in cell.source.split("\n\n")
    ]
    found = the_one([each for each in paragraphs if words in each], words, lesson)
    return [nbformat.v4.new_markdown_cell(found)]


def take_exercise(name: str, cells: list[NotebookNode], lesson: str) -> list[NotebookNode]:
    places = [place for place, cell in enumerate(cells) if grade_id(cell) == name]
    place = the_one(places, name, lesson)
    return cells[place - 1 : place + 2]


def take_given(names: str, cells: list[NotebookNode], lesson: str) -> list[NotebookNode]:
    definitions = [definition(name, cells, lesson) for name in names.split()]
    cell = nbformat.v4.new_code_cell("\n\n\n".join(definitions))
    cell.metadata["tags"] = ["given"]
    return [cell]


def definition(name: str, cells: list[NotebookNode], lesson: str) -> str:
    """The code of one function of a lesson; of its solution, if it is an exercise there."""
    opening = re.compile(rf"^def {name}\(", re.MULTILINE)
    cell = the_one([each for each in cells if opening.search(each.source)], f"def {name}", lesson)
    source = SOLUTION_LINE.sub("", cell.source)
    node = next(each for each in ast.parse(source).body if getattr(each, "name", "") == name)
    code = "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])
    solved = cell.metadata.get("nbgrader", {}).get("solution")
    return f"# Lesson {number(lesson)}, solved.\n{code}" if solved else code


def the_one(found: list, words: str, lesson: str):
    if len(found) != 1:
        raise LookupError(f'"{words}" is found {len(found)} times in {lesson}, not once.')
    return found[0]


def fitted(cell: NotebookNode, lesson: str) -> NotebookNode:
    """A copy of a lesson's cell, fit to stand among cells of other lessons."""
    cell = copy.deepcopy(cell)
    # Each lesson has a guess of its own.
    cell.source = re.sub(r"\bmy_guess\b", f"my_guess_{number(lesson)}", cell.source)
    if cell.cell_type == "markdown":
        # What is a section in a lesson is part of a part here.
        cell.source = re.sub(r"^#", "##", cell.source, flags=re.MULTILINE)
    return cell


def require_the_tagged(
    notebook: NotebookNode, tag: str, lessons: list[str], cells_of: Cells
) -> None:
    """Raise LookupError unless the exercises here are those with this tag, in the same order."""
    here = [grade_id(cell) for cell in notebook.cells if is_tagged(cell, tag)]
    due = [
        grade_id(cell) for lesson in lessons for cell in cells_of(lesson) if is_tagged(cell, tag)
    ]
    every = [
        cell.metadata["nbgrader"]["grade_id"]
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    ]
    if not here == due == every:
        raise LookupError(f"The exercises tagged {tag} are {due}, and those taken are {every}.")


def is_tagged(cell: NotebookNode, tag: str) -> bool:
    return tag in cell.metadata.get("tags", [])


def grade_id(cell: NotebookNode) -> str:
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def number(lesson: str) -> int:
    """``06_rotate`` is lesson 6."""
    return int(lesson.partition("_")[0])
