"""What a learner handed in, brought into the form in which it can be graded."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass

import nbformat
import nbformat.reader
from nbformat import NotebookNode

from posenc.editions.making import HIDDEN_TESTS_LINE
from posenc.grading.examiner import Cell
from posenc.grading.needed import needed

HIDDEN_TESTS = re.compile(r"^### BEGIN HIDDEN TESTS\n.*?^### END HIDDEN TESTS\n?", re.M | re.S)
# Of a link, what stands before its address, if that leads to no page.
RUNNING_LINK = re.compile(r"\](?=[(:](?!\s*(https?://|#)))")
LARGEST = 20 * 2**20
MOST_CELLS = 1_000


class Unreadable(ValueError):
    """A file that is no notebook; the message says why."""


@dataclass(frozen=True)
class Submission:
    """A learner's cells in order, those that are graded as the course has them.

    Attributes
    ----------
    notebook : NotebookNode
        Without outputs.
    repairs : list of str
        What had to be mended, a sentence each.
    own : frozenset of str
        What stands in the course's own cells that are not graded.
    """

    notebook: NotebookNode
    repairs: list[str]
    own: frozenset[str] = frozenset()

    def cells(self, everything: bool = True) -> list[Cell]:
        """Its code cells; all to be run (without sliders), or all that a mark may depend on."""
        code = [cell for cell in self.notebook.cells if cell.cell_type == "code"]
        run = set(range(len(code)))
        if not everything:
            own = {
                number
                for number, cell in enumerate(code)
                if cell.source in self.own and "nbgrader" not in cell.metadata
            }
            run = needed([cell.source for cell in code], own)
        # A tag of nbclient's; graded cells have the course's own tags.
        run -= {
            number
            for number, cell in enumerate(code)
            if "skip-execution" in cell.metadata.get("tags", [])
        }
        return [
            Cell(cell.source, exercise_of(cell), number in run) for number, cell in enumerate(code)
        ]


def exercise_of(cell: NotebookNode) -> str:
    """The exercise that a cell examines, or an empty string."""
    grading = cell.metadata.get("nbgrader", {})
    return grading["grade_id"].removeprefix("test_") if grading.get("grade") else ""


def read_submission(data: bytes, source: NotebookNode) -> Submission:
    """Read a notebook and repair it.

    Parameters
    ----------
    data : bytes
        The file that was handed in.
    source : NotebookNode
        The instructor's version, with solutions and hidden tests.

    Raises
    ------
    Unreadable
        If `data` is no notebook.
    """
    handed_in = read_notebook(data)
    own = frozenset(cell.source for cell in source.cells if "nbgrader" not in cell.metadata)
    repairs: list[str] = []
    order = [cell for cell in source.cells if "nbgrader" in cell.metadata]
    known = {cell.metadata.nbgrader.grade_id: cell for cell in order}
    cells: dict[str, NotebookNode] = {}
    for number, cell in enumerate(handed_in.cells):
        name = identify(cell, known, repairs)
        if name in cells:
            repairs.append(f"Cell {name} was there more than once; its copies count as one.")
            if known[name].metadata.nbgrader.solution:
                cells[name].source += "\n\n" + new_cell("code", cell.source).source
            continue
        cells[name or f"{number} of the learner's own"] = graded_cell(
            cell, known.get(name), own, repairs
        )
    for before, cell in zip([None, *order], order):
        name = cell.metadata.nbgrader.grade_id
        if name not in cells:
            repairs.append(f"Cell {name} was missing; it was put back.")
            cells = insert_after(
                cells, before and before.metadata.nbgrader.grade_id, name, without_solution(cell)
            )
    return Submission(make_notebook(cells.values(), source), repairs, own)


def read_notebook(data: bytes) -> NotebookNode:
    if len(data) > LARGEST:
        raise Unreadable(f"it has {len(data) // 2**20} MB, more than {LARGEST // 2**20}")
    try:
        # Not nbformat.reads, which holds every cell against the schema only to log what differs.
        text = data.decode("utf-8-sig")
        read = nbformat.reader.reads(text)
        notebook = nbformat.convert(read, 4)
        cells = [(cell.cell_type, cell.source, cell.metadata) for cell in notebook.cells]
    except Exception as error:
        raise Unreadable(f"it is no notebook ({type(error).__name__})") from None
    if len(cells) > MOST_CELLS:
        raise Unreadable(f"it has {len(cells)} cells, more than {MOST_CELLS}")
    for kind, source, metadata in cells:
        if not (isinstance(kind, str) and isinstance(source, str) and isinstance(metadata, dict)):
            raise Unreadable("it is no notebook (a cell has not the form of one)")
    return notebook


def identify(cell: NotebookNode, known: dict[str, NotebookNode], repairs: list[str]) -> str:
    """The grade id of a cell of the course's, by its metadata, its id or what it defines."""
    grading = cell.metadata.get("nbgrader")
    name = grading.get("grade_id") if isinstance(grading, dict) else None
    if isinstance(name, str) and name in known:
        return name
    name = cell.get("id")
    if not isinstance(name, str) or name not in known:
        found = re.findall(r"^(?:def|class) (\w+)", cell.source, re.MULTILINE)
        name = next((each for each in found if each in known), "")
        tested = re.findall(r"^\s*check\(\"(\w+)\"\)", cell.source, re.MULTILINE)
        name = next((f"test_{each}" for each in tested if f"test_{each}" in known), name)
    if name:
        repairs.append(f"Cell {name} had lost what marks it; it was known by what is in it.")
    return name


def graded_cell(
    cell: NotebookNode, known: NotebookNode | None, own: frozenset[str], repairs: list[str]
) -> NotebookNode:
    """A cell for grading: the course's own marks, and of a test its own code too."""
    if known is None:
        made = new_cell("code" if cell.cell_type == "code" else "markdown", cell.source)
        if cell.cell_type != "code" and cell.source not in own:
            # Somebody else's browser will show this page: a learner's own HTML is words in it.
            made.source = harmless(made.source)
        tags = cell.metadata.get("tags")
        if isinstance(tags, list):
            made.metadata["tags"] = [str(tag) for tag in tags]
        return made
    made = new_cell("code", cell.source)
    made.metadata = copy.deepcopy(known.metadata)
    if not known.metadata.nbgrader.solution:
        if bare(cell.source) not in (bare(known.source), bare(HIDDEN_TESTS.sub("", known.source))):
            name = known.metadata.nbgrader.grade_id
            repairs.append(f"Cell {name} had been changed; the course's own was run.")
        made.source = known.source
    return made


def bare(source: str) -> str:
    """The code of a test without markers and space, by which copies of it are compared."""
    return "".join(HIDDEN_TESTS_LINE.sub("", source).split())


def harmless(text: str) -> str:
    """Markdown in which HTML is shown as words, and links lead to pages alone."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return RUNNING_LINK.sub("] ", text)


def new_cell(kind: str, source: str) -> NotebookNode:
    """A cell, not held against the schema, which takes longer than all the rest."""
    # Half of a pair of surrogates can be read from JSON, and written nowhere.
    source = source.encode("utf-8", "replace").decode()
    return nbformat.from_dict({"cell_type": kind, "metadata": {}, "source": source})


def without_solution(cell: NotebookNode) -> NotebookNode:
    made = copy.deepcopy(cell)
    if made.metadata.nbgrader.solution:
        made.source = "# The learner's notebook has no such cell."
    return made


def insert_after(
    cells: dict[str, NotebookNode], before: str | None, name: str, cell: NotebookNode
) -> dict[str, NotebookNode]:
    """`cells` with one more, behind the one called `before`; the first if there is none."""

    def walk() -> Iterator[tuple[str, NotebookNode]]:
        if before not in cells:
            yield name, cell
        for key, value in cells.items():
            yield key, value
            if key == before:
                yield name, cell

    return dict(walk())


def make_notebook(cells, source: NotebookNode) -> NotebookNode:
    """A notebook of `cells`, with ids that no two share."""
    notebook = nbformat.v4.new_notebook()
    notebook.metadata = copy.deepcopy(source.metadata)
    for number, cell in enumerate(cells):
        cell.id = cell.metadata.get("nbgrader", {}).get("grade_id", f"cell-{number}")
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        notebook.cells.append(cell)
    return notebook
