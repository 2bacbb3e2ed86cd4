"""The notebooks run where learners run them: with NumPy and Matplotlib, with or without checks."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest import mock

import nbformat
import pytest
from nbclient import NotebookClient

from posenc.editions import lesson_names
from posenc.editions.building import places

# One worker, so that what these tests share is made once.
pytestmark = pytest.mark.xdist_group("kernels")

COURSE = Path(__file__).resolve().parents[2]
LESSONS = lesson_names(COURSE)


@pytest.fixture(scope="session")
def plain_kernel(tmp_path_factory) -> Path:
    """A Jupyter path whose `python3` has NumPy and Matplotlib of the lock file, and no posenc."""
    folder = tmp_path_factory.mktemp("plain")
    python = folder / "venv" / "bin" / "python"
    uv = [str(Path(sys.executable).with_name("uv"))]
    subprocess.run(
        [*uv, "venv", "--quiet", "--python", sys.executable, folder / "venv"], check=True
    )
    packages = ["numpy", "matplotlib", "ipykernel"]
    locked = ["--constraints", COURSE / "requirements.lock"]
    subprocess.run(
        [*uv, "pip", "install", "--quiet", "--python", python, *locked, *packages], check=True
    )
    lacking = subprocess.run([python, "-c", "import posenc"], capture_output=True, text=True)
    assert "No module named 'posenc'" in lacking.stderr
    spec = folder / "jupyter" / "kernels" / "python3"
    spec.mkdir(parents=True)
    argv = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(
        json.dumps({"argv": argv, "display_name": "plain", "language": "python"})
    )
    return folder / "jupyter"


def run(place: Path, folder: Path, jupyter_path: Path | None = None, **settings):
    """The notebook at `place`, executed in `folder`."""
    notebook = nbformat.read(place, as_version=4)
    surroundings = {}
    if jupyter_path:
        surroundings = {"JUPYTER_PATH": str(jupyter_path), "JUPYTER_PREFER_ENV_PATH": "0"}
    with mock.patch.dict(os.environ, surroundings):
        NotebookClient(
            notebook,
            timeout=120,
            # Cells with sliders run here too: a learner runs them.
            skip_cells_with_tag="",
            resources={"metadata": {"path": str(folder)}},
            **settings,
        ).execute()
    return notebook


def outputs(notebook):
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


# Handed out broken, to be repaired: untouched, their tests fail instead of saying "not written".
HANDED_OUT_BROKEN = {"test_KeyCache", "test_add_batch_encoding"}


def assert_stops_only_at_what_is_not_written(notebook):
    """Every error is NotImplementedError, but for the tests of what is handed out broken."""
    errors = [
        (cell.id, output.ename)
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    ]
    assert errors
    for cell_id, error in errors:
        broken = cell_id in HANDED_OUT_BROKEN
        assert error == ("AssertionError" if broken else "NotImplementedError"), cell_id


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_solved_lesson_runs_without_posenc_and_without_a_word_on_stderr(
    lesson, plain_kernel, tmp_path
):
    solved = run(places(COURSE, lesson)["solutions"], tmp_path, plain_kernel)
    assert not [each for each in outputs(solved) if each.get("name") == "stderr"]
    assert not [each for each in outputs(solved) if each.output_type == "error"]


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_untouched_release_stops_only_at_what_is_not_written(lesson, plain_kernel, tmp_path):
    release = run(places(COURSE, lesson)["release"], tmp_path, plain_kernel, allow_errors=True)
    assert_stops_only_at_what_is_not_written(release)


@pytest.mark.parametrize("lesson", LESSONS)
def test_an_untouched_notebook_stops_only_at_what_is_not_written(lesson, tmp_path):
    notebook = run(places(COURSE, lesson)["notebooks"], tmp_path, allow_errors=True)
    assert_stops_only_at_what_is_not_written(notebook)
    said = [each.evalue for each in outputs(notebook) if each.get("ename") == "AssertionError"]
    assert all(re.match(r"(KeyCache|add_batch_encoding): not yet\.", each) for each in said)
    assert not [each for each in outputs(notebook) if each.get("name") == "stderr"]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_notebook_without_posenc_says_how_to_get_it_and_runs_on(lesson, plain_kernel, tmp_path):
    notebook = run(places(COURSE, lesson)["notebooks"], tmp_path, plain_kernel, allow_errors=True)
    said = "".join(each.get("text", "") for each in outputs(notebook))
    assert "posenc is not installed" in said and "%pip install" in said
    assert_stops_only_at_what_is_not_written(notebook)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_solved_notebook_passes_every_check(lesson, tmp_path):
    """The self-paced edition, with the solutions typed into it."""
    place = places(COURSE, lesson)
    solved = {cell.id: cell for cell in nbformat.read(place["solutions"], as_version=4).cells}
    notebook = nbformat.read(place["notebooks"], as_version=4)
    for cell in notebook.cells:
        if "raise NotImplementedError()" in cell.source:
            cell.source = solved[cell.id].source
    nbformat.write(notebook, tmp_path / "solved.ipynb")
    executed = run(tmp_path / "solved.ipynb", tmp_path)
    checks = [cell for cell in executed.cells if "\ncheck(" in cell.source]
    assert checks
    for cell in checks:
        assert ": right." in cell.outputs[0].text
    first, last = (cell.outputs[0].data for cell in (executed.cells[2], executed.cells[-1]))
    assert "Done: 0 of 10 lessons, 0 of 58 exercises" in first["text/plain"]
    assert f"Done: 1 of 10 lessons, {len(checks)} of 58 exercises" in last["text/plain"]
    assert "<table>" in last["text/html"]
    assert not [each for each in outputs(executed) if each.get("name") == "stderr"]
