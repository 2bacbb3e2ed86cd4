"""The site holds the course's notebooks and the checks' wheel, and opens in a browser."""

import hashlib
import json
import zipfile
from pathlib import Path
from urllib.parse import urlparse

import nbformat

from .conftest import COURSE

NOTEBOOKS = sorted(path.name for path in (COURSE / "notebooks").glob("*.ipynb"))


def settings(site: Path) -> dict:
    """What the site tells its kernel."""
    config = json.loads((site / "jupyter-lite.json").read_text(encoding="utf-8"))
    plugins = config["jupyter-config-data"]["litePluginSettings"]
    return plugins["@jupyterlite/pyodide-kernel-extension:kernel"]


def test_the_notebooks_are_the_courses_with_one_cell_more(site):
    listing = json.loads((site / "api" / "contents" / "all.json").read_text(encoding="utf-8"))
    assert sorted(each["name"] for each in listing["content"]) == NOTEBOOKS
    for name in NOTEBOOKS:
        lite = nbformat.read(site / "files" / name, as_version=4)
        (arrival,) = [cell for cell in lite.cells if cell.id == "arrival"]
        first_code = next(cell for cell in lite.cells if cell.cell_type == "code")
        assert first_code is arrival
        lite.cells.remove(arrival)
        assert lite == nbformat.read(COURSE / "notebooks" / name, as_version=4)


def test_the_arrival_does_nothing_outside_a_browser(site):
    lite = nbformat.read(site / "files" / NOTEBOOKS[0], as_version=4)
    (arrival,) = [cell for cell in lite.cells if cell.id == "arrival"]
    before = {}
    exec(arrival.source.replace("await ", ""), before)
    assert "piplite" not in before


def test_the_wheel_is_in_the_sites_index_and_needs_numpy_alone(site):
    url = next(url for url in settings(site)["pipliteUrls"] if url.startswith("./pypi/"))
    index = json.loads((site / urlparse(url).path).read_text(encoding="utf-8"))
    ((wheel,),) = index["posenc"]["releases"].values()
    place = site / "pypi" / wheel["filename"]
    assert place.name.endswith("-py3-none-any.whl")
    assert hashlib.sha256(place.read_bytes()).hexdigest() == wheel["digests"]["sha256"]
    with zipfile.ZipFile(place) as archive:
        (metadata,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
        lines = archive.read(metadata).decode().splitlines()
    needed = [
        line for line in lines if line.startswith("Requires-Dist:") and "extra ==" not in line
    ]
    assert needed == ["Requires-Dist: numpy>=2.0"]


def test_with_a_pyodide_of_its_own_the_site_names_no_other(site, pyodide):
    kernel = settings(site)
    assert kernel["disablePyPIFallback"] is True
    assert (site / kernel["pyodideUrl"]).parent == pyodide


def test_a_lesson_opens_and_names_the_kernel(page, address):
    errors = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(f"{address}/lab/index.html?path=06_rotate.ipynb")
    page.get_by_role("heading", name="6 · Rotate instead of adding").wait_for()
    page.locator(".jp-KernelName", has_text="Python (Pyodide)").wait_for()
    assert not page.locator(".jp-Dialog").count()
    assert not errors
