"""The built site, served on this machine, and a browser to open it in."""

import functools
import os
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from chromium import chromium

COURSE = Path(__file__).resolve().parents[2]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and prints nothing of it."""

    def log_message(self, *words):
        pass


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder that make lite built."""
    if "LITE_SITE" not in os.environ:
        pytest.skip("make lite-test builds the site, and runs these tests")
    return COURSE / os.environ["LITE_SITE"]


@pytest.fixture(scope="session")
def pyodide(site) -> Path:
    """The Pyodide that the site took along."""
    folder = site / "static" / "pyodide"
    if not folder.is_dir():
        pytest.skip(
            "cells run here only if the site takes a Pyodide along: make lite-test PYODIDE=folder"
        )
    return folder


@pytest.fixture(scope="session")
def address(site):
    """Where the site is served, without a slash at its end."""
    handler = functools.partial(Quiet, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(scope="session")
def browser(site):
    with chromium("make lite-test") as browser:
        yield browser


@pytest.fixture
def page(browser):
    """A page of a fresh browser profile, which remembers in `requested` what it asked for."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.requested = []
    context.on("request", lambda request: page.requested.append(request.url))
    page.set_default_timeout(240_000)
    yield page
    context.close()
