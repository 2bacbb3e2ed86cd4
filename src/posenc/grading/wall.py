"""Start the warm process, behind bubblewrap where there is one, and give it submissions to run."""

from __future__ import annotations

import atexit
import contextlib
import dataclasses
import functools
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from posenc.editions.building import CourseError
from posenc.grading.learner.channel import Channel, ChannelError

PACKAGE = Path(__file__).resolve().parents[1]
# All of ours that a learner's process needs; nothing else is there to be read.
KIT = (
    "checking/calling.py",
    "checking/exchange.py",
    "grading/learner/__init__.py",
    "grading/learner/asking.py",
    "grading/learner/channel.py",
    "grading/learner/child.py",
    "grading/learner/warm.py",
)
NO_WALL = (
    "Submissions run without a wall: bubblewrap is not here (on Debian and Ubuntu: "
    "apt install bubblewrap), so grade only people you trust, or in a container."
)

NO_FORK = (
    "The engine needs a system that can fork; Windows cannot. Use the Windows Subsystem for Linux, "
    "or nbgrader as it is: docs/instructors.md says how."
)
NO_CHILD = (
    "bubblewrap works here, but the system gives a submission no space of its own behind it. Look "
    "for what it forbids: user namespaces, AppArmor, a container's limits. Nothing was graded. "
    "Grade on another system, or take bubblewrap away and grade only people you trust."
)
START_SECONDS = 120


@dataclasses.dataclass(frozen=True)
class Limits:
    """What a submission may use: bytes, processes with their threads, seconds.

    A cell that does not give up after its seconds has `grace_seconds` more; then the whole process
    is ended.
    """

    memory: int = 2 * 2**30
    disk: int = 64 * 2**20
    processes: int = 64
    files: int = 256
    cpu_seconds: int = 180
    cell_seconds: int = 30
    grace_seconds: int = 5
    notebook_seconds: int = 300


class Warm:
    """A process that has imported all that lessons need, and forks a child for a submission.

    Attributes
    ----------
    walled : bool
        Whether children run behind bubblewrap.
    """

    def __init__(self, limits: Limits, figures: bool = False) -> None:
        if not hasattr(os, "fork"):
            raise CourseError(NO_FORK)
        self.limits = limits
        self.walled = wall_works()
        self._kit = Path(tempfile.mkdtemp(prefix="posenc-kit-"))
        make_kit(self._kit)
        self._socket, other = socket.socketpair()
        self._control = Channel(self._socket)
        command = [sys.executable, "-P", "-m", "posenc.grading.learner.warm", str(other.fileno())]
        self._process = subprocess.Popen(
            [*wall(self._kit), *command] if self.walled else command,
            pass_fds=[other.fileno()],
            env=surroundings(self._kit, figures),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        other.close()
        try:
            self._control.receive(time.monotonic() + START_SECONDS)
        except (ChannelError, TimeoutError):
            self._process.kill()
            said = self._process.stderr.read().decode(errors="replace")
            raise CourseError(f"The process that runs submissions did not start.\n{said}") from None
        atexit.register(self.close)
        self._try()

    def _try(self) -> None:
        """Run one cell: bubblewrap alone may work where what stands behind it does not.

        Raises
        ------
        CourseError
            If no submission could be run here.
        """
        try:
            with self.child() as channel:
                # Not loaded before, so that it shows whether packages can still be found.
                channel.send(run="import numpy.testing")
                done = channel.receive(time.monotonic() + START_SECONDS)["done"]
        except (ChannelError, TimeoutError):
            done = {"failed": True}
        if done["failed"]:
            self.close()
            raise CourseError(NO_CHILD)

    @contextlib.contextmanager
    def child(self) -> Iterator[Channel]:
        """A channel to a new child, which is gone when the block ends.

        Raises
        ------
        ChannelError
            If the warm process is gone, or could not shut a child in.
        """
        ours, theirs = socket.socketpair()
        order = {
            "wall": self.walled,
            "limits": dataclasses.asdict(self.limits),
            "cell_seconds": self.limits.cell_seconds,
            "needed": [*python_folders(), str(self._kit)],
        }
        try:
            socket.send_fds(self._socket, [b"+"], [theirs.fileno()])
        except OSError as error:
            raise ChannelError(str(error)) from None
        self._control.send(**order)
        theirs.close()
        channel = Channel(ours)
        try:
            # Until it is shut in it has run nothing of the learner's.
            try:
                channel.receive(time.monotonic() + START_SECONDS)
            except TimeoutError:
                raise ChannelError("no child came") from None
            yield channel
        finally:
            channel.close()
            self._control.send(end=True)
            self._control.receive()

    def close(self) -> None:
        """End it; once is enough, and a process that ends does it by itself."""
        atexit.unregister(self.close)
        self._control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._process.kill()
        self._process.wait()
        self._process.stderr.close()
        shutil.rmtree(self._kit, ignore_errors=True)


def make_kit(folder: Path) -> None:
    """A package `posenc` with the learner's side of ours alone."""
    for name in KIT:
        place = folder / "posenc" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / name, place)
    for name in ("checking", "grading"):
        (folder / "posenc" / name / "__init__.py").touch()
    (folder / "posenc" / "__init__.py").write_text(
        "from posenc.grading.learner.asking import check\n"
    )
    for place in (folder, *folder.rglob("*")):
        place.chmod(0o755 if place.is_dir() else 0o644)


def surroundings(kit: Path, figures: bool) -> dict[str, str]:
    """The environment of a submission: nothing of the instructor's own."""
    return {
        "PYTHONPATH": str(kit),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": os.defpath,
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        # Figures are made, and drawn only if somebody will look at them.
        "MPLBACKEND": "module://matplotlib_inline.backend_inline" if figures else "template",
        "MPLCONFIGDIR": "/tmp/matplotlib",
        "IPYTHONDIR": "/tmp/ipython",
        # One submission, one core: others are graded beside it.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "NBGRADER_EXECUTION": "autograde",
    }


@functools.cache
def wall_works() -> bool:
    """Whether bubblewrap is here and may make namespaces."""
    if not sys.platform.startswith("linux") or not shutil.which("bwrap"):
        return False
    tried = [*wall(None), "/bin/true"]
    return subprocess.run(tried, capture_output=True, env={"PATH": os.defpath}).returncode == 0


def wall(kit: Path | None) -> list[str]:
    """The command that starts another behind bubblewrap: Python and its packages, read-only."""
    command = [
        shutil.which("bwrap") or "bwrap",
        "--die-with-parent",
        "--new-session",
        *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
        *("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),
    ]
    if os.getuid() == 0:
        # Enough to become nobody and to end what nobody runs; no more.
        command += ["--cap-drop", "ALL"]
        for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_KILL"):
            command += ["--cap-add", capability]
    else:
        command += ["--unshare-user"]
    for system in ("/lib", "/lib32", "/lib64", "/bin", "/sbin"):
        if os.path.islink(system):
            command += ["--symlink", os.readlink(system), system]
        elif os.path.isdir(system):
            command += ["--ro-bind", system, system]
    for needed in [*python_folders(), *([str(kit)] if kit else [])]:
        # Bubblewrap would make the folders above for root alone.
        for above in reversed(Path(needed).parents[:-1]):
            command += ["--perms", "0755", "--dir", str(above)]
        command += ["--ro-bind", needed, needed]
    # Answers are in our own package, wherever it is installed.
    if any(PACKAGE.is_relative_to(folder) for folder in python_folders()):
        command += ["--tmpfs", str(PACKAGE)]
    for file in ("/etc/ld.so.cache", "/etc/localtime", "/etc/fonts"):
        if os.path.exists(file):
            command += ["--ro-bind", file, file]
    return [*command, "--remount-ro", "/", "--chdir", "/tmp", "--"]


def python_folders() -> list[str]:
    """The system's programs and libraries, the environment, and the Python it was made from."""
    folders = [
        "/usr",
        sys.prefix,
        sys.base_prefix,
        os.path.dirname(os.path.realpath(sys.executable)),
    ]
    kept = dict.fromkeys(os.path.realpath(folder) for folder in folders)
    return [
        folder
        for folder in kept
        if not any(folder != other and folder.startswith(other + "/") for other in kept)
    ]
