"""JupyterLab as `make lab` starts it, in a folder of its own, and Chromium to open it in."""

import os
import shutil

import pytest
from lab import COURSE, jupyter

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 60_000


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if not CHROMIUM:
        pytest.skip("there is no Chromium here: make packages installs Debian's")
    with playwright.sync_playwright() as player:
        # Chromium has no sandbox for root.
        browser = player.chromium.launch(
            executable_path=CHROMIUM,
            chromium_sandbox=os.geteuid() != 0,
            args=["--disable-background-networking", "--disable-component-update"],
        )
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """A page of a fresh browser profile, which remembers in `errors` what went to the console."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on(
        "console",
        lambda message: page.errors.append(message.text) if message.type == "error" else None,
    )
    yield page
    context.close()


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

    def take(page, name: str) -> None:
        if request.config.getoption("--pictures"):
            page.wait_for_timeout(1000)
            page.screenshot(path=COURSE / "docs" / "pictures" / name)

    return take
