"""What JupyterLite makes its site from; the site itself is tested by make lite-test."""

import json
from pathlib import Path

import nbformat
import pytest

from posenc.editions.browser import lay_out_site
from posenc.editions.building import CourseError

COURSE = Path(__file__).resolve().parents[2]


@pytest.fixture
def pyodide(tmp_path) -> Path:
    """A distribution whose packages are empty files, but listed as Pyodide lists them."""
    depends = {"numpy": [], "ipython": ["prompt_toolkit"], "prompt-toolkit": []}
    packages = {
        name: {"file_name": f"{name}-1.0-py3-none-any.whl", "depends": needs}
        for name, needs in depends.items()
    }
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for package in packages.values():
        (folder / package["file_name"]).touch()
    (folder / "pyodide-lock.json").write_text(json.dumps({"packages": packages}))
    return folder


def test_every_notebook_gets_one_cell_more_and_keeps_the_rest(tmp_path):
    lay_out_site(COURSE, tmp_path / "site")
    names = sorted(path.name for path in (COURSE / "notebooks").glob("*.ipynb"))
    assert sorted(path.name for path in (tmp_path / "site" / "notebooks").iterdir()) == names
    for name in names:
        laid_out = nbformat.read(tmp_path / "site" / "notebooks" / name, as_version=4)
        nbformat.validate(laid_out)
        laid_out.cells = [cell for cell in laid_out.cells if cell.id != "arrival"]
        assert laid_out == nbformat.read(COURSE / "notebooks" / name, as_version=4)


def test_a_pyodide_is_taken_along_and_then_nothing_is_fetched(tmp_path, pyodide):
    lay_out_site(COURSE, tmp_path / "site", pyodide)
    taken = {path.name for path in (tmp_path / "site" / "static" / "pyodide").iterdir()}
    assert taken == {path.name for path in pyodide.iterdir()}
    config = json.loads((tmp_path / "site" / "jupyter-lite.json").read_text())
    (kernel,) = config["jupyter-config-data"]["litePluginSettings"].values()
    assert kernel == {"disablePyPIFallback": True}


def test_a_pyodide_that_lacks_a_wheel_is_refused_by_the_wheels_name(tmp_path, pyodide):
    (pyodide / "prompt-toolkit-1.0-py3-none-any.whl").unlink()
    with pytest.raises(CourseError, match=r"prompt-toolkit-1\.0-py3"):
        lay_out_site(COURSE, tmp_path / "site", pyodide)
    assert not (tmp_path / "site").exists()


def test_a_folder_that_is_no_pyodide_is_refused(tmp_path):
    with pytest.raises(CourseError, match="is no Pyodide distribution"):
        lay_out_site(COURSE, tmp_path / "site", tmp_path)
