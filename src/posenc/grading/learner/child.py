"""One submission: its cells are run as they are sent, in a shell that was warm already."""

from __future__ import annotations

import contextlib
import io
import signal
import traceback
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from matplotlib import pyplot
from traitlets import List, Type

from posenc.grading.learner import asking
from posenc.grading.learner.channel import KEPT_OF_A_CELL, KEPT_OUTPUTS, Channel

KEPT_CHARACTERS = 20_000
KEPT_PICTURE = 2 * 2**20


class CellTimeout(BaseException):
    """Raised in a cell that has run for too long."""


class KeptDisplays(DisplayPublisher):
    """Displays are kept to be sent."""

    outputs = List()

    def publish(self, data, metadata=None, **other: Any) -> None:
        self.outputs.append({"output_type": "display_data", "data": dict(data), "metadata": {}})

    def clear_output(self, wait: bool = False) -> None:
        self.outputs.clear()


class KeptResults(DisplayHook):
    """A cell's last value is kept with its displays."""

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict, md_dict=None) -> None:
        self.shell.display_pub.outputs.append(
            {"output_type": "execute_result", "data": dict(format_dict), "metadata": {}}
        )

    def finish_displayhook(self) -> None:
        pass


class Shell(InteractiveShell):
    """IPython's shell without a terminal: what it shows is kept to be sent."""

    display_pub_class = Type(KeptDisplays)
    displayhook_class = Type(KeptResults)
    error: list[str] | None = None

    def enable_gui(self, gui=None) -> None:
        pass

    def _showtraceback(self, kind, value, lines) -> None:
        self.error = [kind.__name__, str(value), "\n".join(told(value) or lines)]


def told(error: BaseException) -> list[str]:
    """An error as its cells tell it: what lies deeper is files of the machine that grades."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith("<ipython-input")]
    lines = [f"line {frame.lineno}, in {frame.name}:  {frame.line}" for frame in own]
    said = ": ".join(filter(None, (type(error).__name__, str(error))))
    return [*lines, said] if lines else []


def make_shell() -> Shell:
    """A shell that keeps no history on disk."""
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    shell = Shell.instance(config=config)
    shell.colors = "nocolor"
    # Once now, so that no child has to import what showing a value, a figure or an error takes.
    for source in ("import numpy as np\nnp.arange(3)", "plot = 1 / 0"):
        run_cell(shell, source, 30)
    shell.reset()
    return shell


def serve(channel: Channel, shell: Shell, seconds: int) -> None:
    """Run cells until the channel closes.

    Parameters
    ----------
    seconds : int
        By the clock, for a cell; then it is interrupted.
    """
    asking.channel = channel
    signal.signal(signal.SIGALRM, interrupt)
    while True:
        source = channel.receive()["run"]
        try:
            done = run_cell(shell, source, seconds)
        except CellTimeout:
            # The alarm rang once more while the cell was being given up.
            done = {"outputs": [], "failed": True, "timed_out": True}
        channel.send(done=done)


def interrupt(number: int, frame: Any) -> None:
    raise CellTimeout("the cell was stopped")


def run_cell(shell: Shell, source: str, seconds: int) -> dict[str, Any]:
    """Run one cell; what it showed, in the form of a notebook's outputs, cut to what is read."""
    shell.display_pub.outputs, shell.error = [], None
    printed, said = Bounded(), Bounded()
    timed_out = False
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
            result = shell.run_cell(source, store_history=True)
        failed = not result.success
    except CellTimeout:
        failed = timed_out = True
    except BaseException as error:
        failed, shell.error = True, [type(error).__name__, str(error), ""]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    timed_out |= bool(shell.error and shell.error[0] == "CellTimeout")
    pyplot.close("all")
    outputs = [
        {"output_type": "stream", "name": name, "text": stream.getvalue()}
        for name, stream in (("stdout", printed), ("stderr", said))
        if stream.getvalue()
    ]
    room = KEPT_OF_A_CELL
    for output in map(kept, shell.display_pub.outputs[:KEPT_OUTPUTS]):
        room -= sum(map(len, output["data"].values()))
        if room > 0:
            outputs.append(output)
    if failed and not timed_out:
        name, value, lines = shell.error or ("Error", "", "")
        outputs.append(
            {
                "output_type": "error",
                "ename": name[:200],
                "evalue": value[:KEPT_CHARACTERS],
                "traceback": [lines[-KEPT_CHARACTERS:]],
            }
        )
    return {"outputs": outputs, "failed": failed, "timed_out": timed_out}


def kept(output: dict[str, Any]) -> dict[str, Any]:
    """An output without what is too large to be shown."""
    data = {
        kind: value
        for kind, value in output["data"].items()
        if isinstance(value, str) and len(value) <= KEPT_PICTURE
    }
    if "text/plain" in data:
        data["text/plain"] = data["text/plain"][:KEPT_CHARACTERS]
    return {**output, "data": data}


class Bounded(io.StringIO):
    """Takes any amount of text and keeps the beginning."""

    def write(self, text: str) -> int:
        room = KEPT_CHARACTERS - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)
