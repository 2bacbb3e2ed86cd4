"""JupyterLab as `make lab` starts it, and what a person does in it, for the tests."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

COURSE = Path(__file__).resolve().parents[2]
# How long anything may take on a busy machine, in milliseconds.
PATIENCE = 45_000
DRY_RUN = ("make", "--dry-run", "--old-file=.venv/ready")


@contextlib.contextmanager
def jupyter(folder: Path, state: Path):
    """Run what `make lab` runs, in `folder`; the address at which it answers.

    Parameters
    ----------
    state : Path
        For settings and workspaces, so that nobody's own are touched.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = f"--no-browser --port={port} --IdentityProvider.token="
    if os.geteuid() == 0:
        arguments += " --allow-root"
    programs = Path(sys.executable).parent
    recipe = subprocess.run(
        [*DRY_RUN, "lab", f"BIN={programs}", f"ARGS={arguments}"],
        cwd=COURSE,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    command = "exec " + recipe[recipe.index(str(programs)) :]
    places = {
        f"JUPYTER{name}": str(state / name.lower())
        for name in ("_CONFIG_DIR", "_DATA_DIR", "_RUNTIME_DIR", "LAB_SETTINGS_DIR")
    }
    places["JUPYTERLAB_WORKSPACES_DIR"] = str(state / "workspaces")
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    with open(state / "jupyter.log", "w") as log:
        server = subprocess.Popen(
            ["sh", "-c", command],
            cwd=folder,
            env={**os.environ, **places, "PATH": path},
            stdout=log,
            stderr=log,
        )
    try:
        end = time.monotonic() + 120
        while "is running at" not in (state / "jupyter.log").read_text():
            assert server.poll() is None and time.monotonic() < end, log_of(state)
            time.sleep(0.1)
        yield f"http://localhost:{port}"
    finally:
        server.terminate()
        server.wait(30)


def log_of(state: Path) -> str:
    return re.sub(r"\[.*?\] ", "", (state / "jupyter.log").read_text())[-3000:]


def open_notebook(page, address: str, name: str) -> None:
    """Open a notebook and wait until its kernel is there."""
    page.goto(f"{address}/lab/tree/{name}?reset")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]", state="attached")


def find(page, kind: str, **what):
    """The first cell of a kind that has a text (`has_text=`) or a part (`has=`), scrolled to."""
    cell = page.locator(kind, **what).first
    cell.wait_for(state="attached")
    cell.evaluate("cell => cell.scrollIntoView({block: 'center'})")
    return cell


def code(page, text: str):
    return find(page, ".jp-CodeCell", has_text=text)


def write(page, cell, source: str) -> None:
    """Replace what stands in a cell, by keyboard."""
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(source)


def run(page, cell) -> None:
    """Run a cell by keyboard, and wait until it is done."""
    prompt = cell.locator(".jp-InputPrompt")
    before = prompt.text_content()
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    page.wait_for_function(
        "([prompt, before]) => ![before, '[*]:'].includes(prompt.textContent)",
        arg=[prompt.element_handle(), before],
    )


def choose(page, menu: str, item: str) -> None:
    """An item of one of the menus at the top."""
    page.get_by_role("menuitem", name=menu, exact=True).click()
    page.get_by_role("menuitem", name=item, exact=True).click()
