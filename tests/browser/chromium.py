"""Debian's Chromium, for the tests that open a page."""

import contextlib
import os
import shutil

import pytest

PROGRAMS = ("chromium", "chromium-browser", "chrome")


@contextlib.contextmanager
def chromium(install: str):
    """A browser of Playwright's; the test is skipped where one or the other is missing.

    Parameters
    ----------
    install : str
        What would install Playwright.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason=f"{install} installs Playwright")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not program:
        pytest.skip("there is no Chromium here: make packages installs Debian's")
    with playwright.sync_playwright() as player:
        # Chromium has no sandbox for root.
        browser = player.chromium.launch(
            executable_path=program,
            chromium_sandbox=os.geteuid() != 0,
            args=["--disable-background-networking", "--disable-component-update"],
        )
        yield browser
        browser.close()
