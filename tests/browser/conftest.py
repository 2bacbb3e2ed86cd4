"""JupyterLab as `make lab` starts it, in a folder of its own, and Chromium to open it in."""

import shutil
from urllib.parse import urlsplit

import pytest
from chromium import chromium
from lab import COURSE, PATIENCE, jupyter


@pytest.fixture(scope="session")
def browser():
    with chromium("make setup") as browser:
        yield browser


@pytest.fixture
def page(browser):
    """A page of a fresh browser profile, which remembers in `errors` what went to the console.

    Nothing is fetched from elsewhere, so that a test does the same with a network and without.
    """
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.route(lambda address: urlsplit(address).hostname != "localhost", lambda it: it.abort())
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda message: page.errors.extend(complaint(message)))
    yield page
    context.close()


def complaint(message) -> list[str]:
    """An error of the console, with the address that it speaks of."""
    if message.type != "error":
        return []
    if message.text.startswith("Failed to load resource"):
        return [f"{message.text} {message.location['url']}"]
    return [message.text]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of JupyterLab in a copy of the learners' folder, and that folder."""
    folder = tmp_path_factory.mktemp("course")
    shutil.copytree(
        COURSE / "notebooks",
        folder / "notebooks",
        ignore=shutil.ignore_patterns(".*"),
    )
    with jupyter(folder, tmp_path_factory.mktemp("state")) as address:
        yield address, folder


@pytest.fixture
def picture(request):
    """Takes a picture for docs/pictures when asked to (--pictures), and does nothing otherwise."""

    def take(page, name: str, cell, height: int = 760) -> None:
        if not request.config.getoption("--pictures"):
            return
        page.set_viewport_size({"width": 1000, "height": height})
        # In JupyterLab without the list of files.
        page.keyboard.press("Control+b")
        page.wait_for_timeout(500)
        cell.evaluate("cell => cell.scrollIntoView({block: 'center'})")
        page.wait_for_timeout(1000)
        page.screenshot(path=COURSE / "docs" / "pictures" / name)

    return take
