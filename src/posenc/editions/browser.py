"""The self-paced notebooks for a site that runs in the browser, laid out as JupyterLite wants."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from posenc.editions.building import CourseError

# The first code cell there. Elsewhere it does nothing, so that a downloaded copy runs on a desktop.
ARRIVAL = """\
# In a browser the checks, and the sliders of some figures, come with the page.
import sys

if sys.platform == "emscripten":
    import piplite

    await piplite.install(["posenc", "ipywidgets"])"""

KERNEL_PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"


def lay_out_site(course: Path, folder: Path, pyodide: Path | None = None) -> None:
    """Write what ``jupyter lite build`` makes the site from, all but the wheels.

    Parameters
    ----------
    folder : Path
        Emptied first.
    pyodide : Path or None
        A folder with a Pyodide distribution and its wheels, which the site then takes along;
        None for a site that fetches one when a notebook is opened.

    Raises
    ------
    CourseError
        If `pyodide` is no such folder.
    """
    kernel: dict = {}
    if pyodide:
        refuse_what_cannot_run(pyodide)
        kernel = {"disablePyPIFallback": True}
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "notebooks").mkdir(parents=True)
    for place in sorted((course / "notebooks").glob("*.ipynb")):
        notebook = nbformat.read(place, as_version=4)
        nbformat.write(with_arrival(notebook), folder / "notebooks" / place.name)
    write_json(
        folder / "jupyter-lite.json",
        {
            "jupyter-lite-schema-version": 0,
            "jupyter-config-data": {
                "appName": "How transformers know word order",
                "litePluginSettings": {KERNEL_PLUGIN: kernel},
            },
        },
    )
    write_json(
        folder / "jupyter_lite_config.json",
        {"LiteBuildConfig": {"apps": ["lab"], "contents": ["notebooks"], "no_sourcemaps": True}},
    )
    # Every cell stays in the page, for the browser's own search and for screen readers.
    write_json(
        folder / "overrides.json",
        {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}},
    )
    if pyodide:
        shutil.copytree(pyodide, folder / "static" / "pyodide")


def with_arrival(notebook: NotebookNode) -> NotebookNode:
    """The notebook with a cell before its first code that fetches the checks in a browser."""
    arrival = nbformat.v4.new_code_cell(ARRIVAL, id="arrival")
    arrival.metadata = NotebookNode(jupyter=NotebookNode(source_hidden=True), tags=["opening"])
    kinds = [cell.cell_type for cell in notebook.cells]
    notebook.cells.insert(kinds.index("code"), arrival)
    return notebook


def refuse_what_cannot_run(pyodide: Path) -> None:
    """Raise CourseError unless the folder has Pyodide and every wheel that a lesson loads."""
    lock = pyodide / "pyodide-lock.json"
    if not lock.is_file():
        raise CourseError(f"{pyodide} has no pyodide-lock.json: it is no Pyodide distribution.")
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    # Without those after Matplotlib no cell ever runs, and nothing says so.
    wanted = ["numpy", "matplotlib", "micropip", "ipython", "jedi", "sqlite3"]
    needed: list[str] = []
    while wanted:
        name = re.sub(r"[-_.]+", "-", wanted.pop()).lower()
        if name in packages and name not in needed:
            needed.append(name)
            wanted += packages[name]["depends"]
    missing = [
        packages[name]["file_name"]
        for name in sorted(needed)
        if not (pyodide / packages[name]["file_name"]).is_file()
    ]
    if missing:
        raise CourseError(f"{pyodide} lacks what the lessons load: {', '.join(missing)}.")


def write_json(place: Path, content: dict) -> None:
    place.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
