"""The notebooks run where learners run them: with NumPy and Matplotlib, with or without checks."""

import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode
from running import (
    assert_stops_only_at_what_is_not_written,
    errors,
    outputs,
    run,
    said_on_stderr,
    started,
    type_in,
    without_drawing,
)

from posenc.editions import lesson_names
from posenc.editions.building import places

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
    # Whatever PYTHONPATH the tests were started with is passed over.
    alone = [str(python), "-E"]
    lacking = subprocess.run([*alone, "-c", "import posenc"], capture_output=True, text=True)
    assert "No module named 'posenc'" in lacking.stderr
    spec = folder / "jupyter" / "kernels" / "python3"
    spec.mkdir(parents=True)
    argv = [*alone, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(
        json.dumps({"argv": argv, "display_name": "plain", "language": "python"})
    )
    return folder / "jupyter"


def read(edition: str, lesson: str) -> NotebookNode:
    return nbformat.read(places(COURSE, lesson)[edition], as_version=4)


@pytest.fixture(scope="module")
def plain_kernels(plain_kernel):
    """Two kernels without posenc: one for solutions, one for notebooks as they are handed out."""
    plain = {"JUPYTER_PATH": str(plain_kernel), "JUPYTER_PREFER_ENV_PATH": "0"}
    with started(**plain) as first, started(**plain) as second:
        yield first, second


@pytest.fixture(scope="module")
def kernel():
    with started() as kernel:
        yield kernel


@pytest.fixture(scope="module")
def without_posenc(request, plain_kernels, tmp_path_factory) -> dict[str, NotebookNode]:
    """Three editions of a lesson after a run where posenc is not installed."""
    folder = tmp_path_factory.mktemp("without")
    drawn, silent = plain_kernels
    editions = {"solutions": run(drawn, read("solutions", request.param), folder)}
    for edition in ("release", "notebooks"):
        untouched = without_drawing(read(edition, request.param))
        editions[edition] = run(silent, untouched, folder)
    return editions


@pytest.fixture(scope="module")
def with_posenc(request, kernel, tmp_path_factory) -> dict[str, NotebookNode]:
    """The self-paced edition after a run as it is, and one with the solutions typed into it."""
    folder = tmp_path_factory.mktemp("with")
    untouched, typed = (without_drawing(read("notebooks", request.param)) for _ in range(2))
    type_in(typed, read("solutions", request.param))
    return {
        name: run(kernel, notebook, folder)
        for name, notebook in (("untouched", untouched), ("solved", typed))
    }


def each_lesson(fixture: str):
    """Run the test on every lesson, on one worker, so that what is shared is made once."""
    return pytest.mark.parametrize(
        fixture,
        [pytest.param(lesson, marks=pytest.mark.xdist_group(fixture)) for lesson in LESSONS],
        indirect=True,
        ids=str,
    )


@each_lesson("without_posenc")
def test_a_solved_lesson_runs_without_posenc_and_without_a_word_on_stderr(without_posenc):
    solved = without_posenc["solutions"]
    assert not said_on_stderr(solved)
    assert not errors(solved)


@each_lesson("without_posenc")
def test_an_untouched_release_stops_only_at_what_is_not_written(without_posenc):
    assert_stops_only_at_what_is_not_written(without_posenc["release"])


@each_lesson("without_posenc")
def test_a_notebook_without_posenc_says_how_to_get_it_and_runs_on(without_posenc):
    notebook = without_posenc["notebooks"]
    said = "".join(each.get("text", "") for each in outputs(notebook))
    assert "posenc is not installed" in said and "%pip install" in said
    assert_stops_only_at_what_is_not_written(notebook)


@each_lesson("with_posenc")
def test_an_untouched_notebook_stops_only_at_what_is_not_written(with_posenc):
    notebook = with_posenc["untouched"]
    assert_stops_only_at_what_is_not_written(notebook)
    said = [said for _, error, said in errors(notebook) if error == "AssertionError"]
    assert all(re.match(r"(KeyCache|add_batch_encoding): not yet\.", each) for each in said)
    assert not said_on_stderr(notebook)


@each_lesson("with_posenc")
def test_a_solved_notebook_passes_every_check(with_posenc):
    """The self-paced edition, with the solutions typed into it."""
    solved = with_posenc["solved"]
    checks = [cell for cell in solved.cells if "\ncheck(" in cell.source]
    assert checks
    for cell in checks:
        assert ": right." in cell.outputs[0].text
    first, last = (cell.outputs[0].data for cell in (solved.cells[2], solved.cells[-1]))
    assert "Done: 0 of 10 lessons, 0 of 58 exercises" in first["text/plain"]
    assert f"Done: 1 of 10 lessons, {len(checks)} of 58 exercises" in last["text/plain"]
    assert "<table>" in last["text/html"]
    assert not said_on_stderr(solved)
    assert not errors(solved)
