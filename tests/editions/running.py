"""One kernel that runs many notebooks, for all tests that want to see them run."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from jupyter_client import KernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

# Handed out broken, to be repaired: untouched, their tests fail instead of saying "not written".
HANDED_OUT_BROKEN = {"test_KeyCache", "test_add_batch_encoding"}

FORGET = """\
%reset -f
import os
import sys

os.chdir({folder!r})
for name in list(sys.modules):
    if name.partition(".")[0] == "posenc":
        del sys.modules[name]
del name, os, sys
"""


@contextlib.contextmanager
def started(**surroundings: str) -> Iterator[KernelManager]:
    """A kernel `python3` for `run`, which is gone when the block ends."""
    kernel = KernelManager()
    with mock.patch.dict(os.environ, surroundings):
        kernel.start_kernel(extra_arguments=["--HistoryManager.hist_file=:memory:"])
    try:
        yield kernel
    finally:
        kernel.shutdown_kernel(now=True)


def run(kernel: KernelManager, notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Execute a notebook in `folder`, errors and all, as if nothing had run in the kernel before.

    What remains are NumPy and Matplotlib, which take longer to import than most notebooks to run.
    """
    notebook.cells.insert(0, new_code_cell(FORGET.format(folder=str(folder))))
    client = NotebookClient(
        notebook,
        km=kernel,
        timeout=120,
        allow_errors=True,
        # Cells with sliders run here too: a learner runs them.
        skip_cells_with_tag="",
    )
    try:
        client.execute()
    finally:
        if client.kc:
            client.kc.stop_channels()
    forgot = notebook.cells.pop(0)
    assert not forgot.outputs
    return notebook


def without_drawing(notebook: NotebookNode) -> NotebookNode:
    """The notebook with a learner's cell below the setup, so that figures are made and not drawn.

    Most of a run's time is drawing; what a figure looks like, the solved edition shows.
    """
    (place,) = (
        i for i, cell in enumerate(notebook.cells) if "setup" in cell.metadata.get("tags", [])
    )
    silent = new_code_cell("show_figure = lambda description: plt.close()", id="silent")
    notebook.cells.insert(place + 1, silent)
    return notebook


def type_in(notebook: NotebookNode, solutions: NotebookNode, names=None) -> NotebookNode:
    """The learner's notebook with what `solutions` has for these exercises, or for all."""
    solved = {cell.id: cell.source for cell in solutions.cells}
    for cell in notebook.cells:
        if "raise NotImplementedError()" in cell.source if names is None else cell.id in names:
            cell.source = solved[cell.id]
    return notebook


def outputs(notebook: NotebookNode) -> list[NotebookNode]:
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def said_on_stderr(notebook: NotebookNode) -> list[NotebookNode]:
    return [output for output in outputs(notebook) if output.get("name") == "stderr"]


def errors(notebook: NotebookNode) -> list[tuple[str, str, str]]:
    """Of each error the cell, the exception's name, and what it said."""
    return [
        (cell.id, output.ename, output.evalue)
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    ]


def assert_stops_only_at_what_is_not_written(notebook: NotebookNode) -> None:
    """Every error is NotImplementedError, but for the tests of what is handed out broken."""
    assert errors(notebook)
    for cell_id, error, _ in errors(notebook):
        broken = cell_id in HANDED_OUT_BROKEN
        assert error == ("AssertionError" if broken else "NotImplementedError"), cell_id
