"""A lesson's text and its notebook: MyST Markdown there and back, by Jupytext."""

from __future__ import annotations

import copy
import hashlib
import re
from importlib import resources

import jupytext
from nbformat import NotebookNode

KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
# What a front end may add to a cell besides these stays out of the text.
CELL_METADATA = ("nbgrader", "tags", "jupyter")
NBGRADER_METADATA = ("grade", "grade_id", "locked", "points", "schema_version", "solution", "task")
# The cell tagged `setup` is empty in every text, and this in every notebook.
SETUP = resources.files("posenc.editions").joinpath("setup_cell.py").read_text("utf-8").rstrip()


def read_text(text: str) -> NotebookNode:
    """The notebook of a lesson's text, with cell ids that depend on the text alone."""
    notebook = jupytext.reads(text, fmt="md:myst")
    notebook.metadata = NotebookNode(
        kernelspec=NotebookNode(KERNEL), language_info=NotebookNode(name="python")
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    give_ids(notebook)
    swap_setup(notebook, "", SETUP)
    return notebook


def write_text(notebook: NotebookNode) -> str:
    """The text of a notebook, such that reading it again gives the same cells."""
    notebook = copy.deepcopy(notebook)
    notebook.metadata = NotebookNode(kernelspec=NotebookNode(KERNEL))
    swap_setup(notebook, SETUP, "")
    for cell in notebook.cells:
        kept = {key: cell.metadata[key] for key in CELL_METADATA if key in cell.metadata}
        if "nbgrader" in kept:
            kept["nbgrader"] = {
                key: kept["nbgrader"][key] for key in NBGRADER_METADATA if key in kept["nbgrader"]
            }
        cell.metadata = NotebookNode(kept)
    text = jupytext.writes(notebook, fmt="md:myst")
    # The version of the program that wrote a text is not part of it.
    return re.sub(r"^ +(jupytext_version|format_version):.*\n", "", text, flags=re.MULTILINE)


def fingerprint(text: str) -> str:
    """A short hash by which a source notebook remembers the text, and setup, it was made from."""
    return hashlib.sha256((SETUP + text).encode()).hexdigest()[:16]


def swap_setup(notebook: NotebookNode, old: str, new: str) -> None:
    """Put `new` into the setup cell if it holds `old`; what a lesson changed there stays."""
    for cell in notebook.cells:
        if "setup" in cell.metadata.get("tags", []) and cell.source == old:
            cell.source = new


def give_ids(notebook: NotebookNode) -> None:
    """Name each cell after its grade id, or after the last one before it and a running number."""
    section, number = "start", 0
    for cell in notebook.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        if grade_id:
            section, number = grade_id, 0
            cell["id"] = grade_id
        else:
            number += 1
            cell["id"] = f"{section}-{number}"
