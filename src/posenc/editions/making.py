"""Make each edition from the source notebook, with nbgrader's and nbclient's own parts."""

from __future__ import annotations

import copy
import re
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import (
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
)
from traitlets.config import Config

from posenc.editions.text import fingerprint, read_text

# What nbclient keeps of a slider has a random name each time, and nobody can move it: the solved
# lesson is run without sliders, so that its cells that have them draw still pictures.
WITHOUT_SLIDERS = "--IPKernelApp.exec_lines=import sys; sys.modules['ipywidgets'] = None"

HIDDEN_TESTS_LINE = re.compile(r"^.*(BEGIN|END) HIDDEN TESTS.*\n?", re.MULTILINE)
HEADING = re.compile(r"^##+ .+$", re.MULTILINE)
EXERCISE = re.compile(r"### Exercise: `(\w+)")
SOLUTION_LINE = re.compile(r"^.*(BEGIN|END) SOLUTION.*\n?", re.MULTILINE)

# In the self-paced edition only, below the contents: the checks, or a way to do without them.
OPENING = """\
# The checks of this course, and where you stand. Without them the lesson still runs, unchecked.
try:
    import posenc
except ModuleNotFoundError:
    import sys
    import types

    def check(name):
        print(f"{name} is not checked: posenc is not installed. In a copy of the course's folder,")
        print("run this in a cell and restart the kernel:  %pip install ..")

    posenc = types.SimpleNamespace(check=check, progress=lambda: None)
    sys.modules["posenc"] = posenc

posenc.progress()"""
CLOSING = """\
# Where you stand now.
posenc.progress()"""


def make_source(text: str) -> NotebookNode:
    """nbgrader's instructor version: the text as it stands, remembering which text it was."""
    notebook = read_text(text)
    notebook.metadata["posenc"] = NotebookNode(text=fingerprint(text))
    return notebook


def make_release(source: NotebookNode, lesson: str, name: str) -> NotebookNode:
    """nbgrader's student version, made by its own ``generate_assignment`` without a gradebook.

    Parameters
    ----------
    lesson, name : str
        Of the folder and of the notebook: ``06_rotate`` and ``rotate``.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "source", lesson, f"{name}.ipynb")
        place.parent.mkdir(parents=True)
        nbformat.write(source, place)
        config = Config()
        config.CourseDirectory.root = folder
        config.CourseDirectory.assignment_id, config.CourseDirectory.notebook_id = lesson, name
        config.GenerateAssignment.no_database, config.SaveCells.enabled = True, False
        course = CourseDirectory(config=config)
        converter = GenerateAssignment(coursedir=course, config=config)
        converter.start()
        return nbformat.read(Path(folder, "release", lesson, f"{name}.ipynb"), as_version=4)


def make_notebook(source: NotebookNode) -> NotebookNode:
    """The self-paced version: no solutions, the checks in plain sight, and where one stands."""
    notebook = preprocessed(source, ClearSolutions, ClearOutput, ClearMarkScheme)
    for cell in notebook.cells:
        cell.source = HIDDEN_TESTS_LINE.sub("", cell.source)
    add_contents(notebook, "lesson")
    notebook.cells.insert(2, folded("opening", OPENING))
    notebook.cells.append(folded("closing", CLOSING))
    return without_grading(notebook)


def make_solution(source: NotebookNode) -> NotebookNode:
    """The solved version, not executed."""
    notebook = preprocessed(source, ClearOutput, ClearHiddenTests, ClearMarkScheme)
    for cell in notebook.cells:
        cell.source = SOLUTION_LINE.sub("", cell.source)
    add_contents(notebook, "solution")
    return without_grading(notebook)


def execute(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """The notebook with its outputs, run from top to bottom in `folder`.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        At the first cell that fails.
    """
    executed = copy.deepcopy(notebook)
    NotebookClient(
        executed,
        timeout=300,
        record_timing=False,
        # How a kernel cuts what it prints into pieces depends on the moment.
        coalesce_streams=True,
        # Cells with sliders are tagged to be left out where nobody moves them, as in grading.
        skip_cells_with_tag="",
        extra_arguments=["--log-level=ERROR", WITHOUT_SLIDERS],
        resources={"metadata": {"path": str(folder)}},
    ).execute()
    executed.metadata["language_info"] = NotebookNode(name="python")
    return executed


def add_contents(notebook: NotebookNode, kind: str) -> None:
    """Below the title, list the sections, each with a link, and the exercises in them.

    A front end looks for a link's target in all the notebooks that are open, and most lessons have
    a section called "In short": so each section gets a name that is found once.

    Parameters
    ----------
    kind : str
        Tells apart notebooks of the same title.
    """
    title = re.sub(r"\W+", "-", notebook.cells[0].source.splitlines()[0]).strip("-")
    lines = []

    def name_section(match: re.Match) -> str:
        heading = match[0]
        if lines and (exercise := EXERCISE.match(heading)):
            lines[-1] += f" · `{exercise[1]}`"
        if not heading.startswith("## "):
            return heading
        number = len(lines) + 1
        anchor = f"{kind}-{title}-{number}"
        lines.append(f"{number}. [{heading.removeprefix('## ')}](#{anchor})")
        return f'<a id="{anchor}"></a>\n\n{heading}'

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = HEADING.sub(name_section, cell.source)
    text = "**In this notebook**\n\n" + "\n".join(lines)
    notebook.cells.insert(1, nbformat.v4.new_markdown_cell(text, id="contents"))


def folded(name: str, code: str) -> NotebookNode:
    """A cell of our own whose code is collapsed."""
    metadata = {"jupyter": {"source_hidden": True}, "tags": [name]}
    return nbformat.v4.new_code_cell(code, id=name, metadata=nbformat.from_dict(metadata))


def preprocessed(source: NotebookNode, *kinds: type) -> NotebookNode:
    notebook, resources = copy.deepcopy(source), {}
    for kind in kinds:
        notebook, resources = kind().preprocess(notebook, resources)
    return notebook


def without_grading(notebook: NotebookNode) -> NotebookNode:
    """Drop what only graders read, so that every cell can be edited and run by anyone."""
    notebook.metadata.pop("posenc", None)
    for cell in notebook.cells:
        cell.metadata.pop("nbgrader", None)
    return notebook
