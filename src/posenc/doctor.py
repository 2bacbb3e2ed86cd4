"""Does the course run here? One line for each thing it needs, and how to mend what is amiss.

Imports nothing but NumPy's `posenc` and the standard library, so that it works where all else is
missing.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import io
import operator
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

OK, TO_MEND, NOT_NEEDED = "ok", "to mend", "not needed"

COMPARISONS = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}

EXTRAS = "", "learn", "teach"
# What a learner can do the whole course without, and what it adds.
OPTIONAL = {"ipywidgets": "to move pictures with sliders; without it they stand still"}
# By folder and not by name: these run where the course lies.
INSTALL = "python -m pip install .   in the course's folder"
INSTALL_TO_TEACH = 'python -m pip install ".[teach]"   in the course\'s folder'
NEW_KERNEL = "python -m ipykernel install --sys-prefix --name python3"

# What is run in a kernel: the modules of a lesson, and where they were found.
IN_THE_KERNEL = "import sys, numpy, matplotlib.pyplot, posenc; print(sys.prefix)"


@dataclass(frozen=True)
class Finding:
    """One line of the report; `for_learners` if no lesson can be done without it."""

    state: str
    text: str
    for_learners: bool = False


def examine(folder: Path) -> Iterator[Finding]:
    """Look at this environment, one thing after the other.

    Parameters
    ----------
    folder : Path
        Where the notebooks are to be kept.
    """
    try:
        about = importlib.metadata.metadata("posenc")
    except importlib.metadata.PackageNotFoundError:
        yield missing("posenc is not installed here.", INSTALL)
        return
    yield python(about["Requires-Python"])
    yield Finding(OK, f"posenc {about['Version']}")
    wanted = {extra: requirements(about.get_all("Requires-Dist") or [], extra) for extra in EXTRAS}
    for name, ranges in (wanted[""] | wanted["learn"]).items():
        found = package(name, ranges, for_learners=True)
        if name in OPTIONAL and found.state == TO_MEND:
            found = Finding(NOT_NEEDED, f"{name}, {OPTIONAL[name]}:  {install(name, ranges)}")
        yield found
    if has("ipykernel") and has("jupyter_client"):
        yield kernel()
    yield writable(folder)
    yield from sample_checks()
    if not has("nbgrader"):
        yield Finding(NOT_NEEDED, f"nbgrader, to learn; to teach:  {INSTALL_TO_TEACH}")
        return
    for name, ranges in wanted["teach"].items():
        if name not in wanted["learn"]:
            yield package(name, ranges, for_learners=False)
    yield extension()
    yield wall()


def report(folder: Path, say: Callable[[str], None] = print) -> bool:
    """Say what `examine` finds, and whether a learner can begin; True if so."""
    findings = []
    for finding in examine(folder):
        findings.append(finding)
        say(f"{finding.state:10}  {finding.text}")
    amiss = [finding for finding in findings if finding.state == TO_MEND]
    blocking = [finding for finding in amiss if finding.for_learners]
    say("")
    if blocking:
        say(f"To mend before a lesson can be done: {len(blocking)}, marked above.")
    elif amiss:
        say(f"Learners can begin. To mend for teachers: {len(amiss)}, marked above.")
    else:
        say("All is well.")
    return not blocking


def python(wanted: str) -> Finding:
    version = platform.python_version()
    if inside(version, wanted):
        return Finding(OK, f"Python {version}, wanted {wanted}")
    return missing(f"Python {version} is not in {wanted}.", "make a new environment with another")


def package(name: str, ranges: str, for_learners: bool) -> Finding:
    """Whether a package is installed, in the range that posenc's own metadata ask for."""
    mend = install(name, ranges)
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return Finding(TO_MEND, f"{name} is missing:  {mend}", for_learners)
    if inside(version, ranges):
        return Finding(OK, f"{name} {version}, wanted {ranges}")
    return Finding(TO_MEND, f"{name} {version} is not in {ranges}:  {mend}", for_learners)


def install(name: str, ranges: str) -> str:
    return f'python -m pip install "{name}{ranges}"'


def kernel() -> Finding:
    """Start the kernel that notebooks ask for, and import in it what a lesson imports."""
    from jupyter_client.manager import start_new_kernel

    said: list[str] = []

    def keep(message: dict) -> None:
        content = message["content"]
        if content.get("name") == "stdout" or "evalue" in content:
            said.append(content.get("text") or content["evalue"])

    try:
        manager, client = start_new_kernel(
            kernel_name="python3", startup_timeout=60, stderr=subprocess.DEVNULL
        )
    except Exception as error:  # whatever a broken kernel may raise
        return missing(f"the kernel python3 does not start ({first_line(error)}).", NEW_KERNEL)
    try:
        client.execute_interactive(IN_THE_KERNEL, timeout=60, output_hook=keep)
    except TimeoutError:
        said.append("it does not answer")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    answer = "".join(said).strip()
    if answer and Path(answer).resolve() == Path(sys.prefix).resolve():
        return Finding(OK, "kernel python3 runs, in this environment")
    if answer and Path(answer).is_dir():
        return missing(f"the kernel python3 belongs to {answer}, not to here.", NEW_KERNEL)
    return missing(f"the kernel python3 cannot run a lesson ({first_line(answer)}).", NEW_KERNEL)


def writable(folder: Path) -> Finding:
    try:
        with tempfile.NamedTemporaryFile(dir=folder) as file:
            file.write(b"to be saved")
            file.flush()
    except OSError as error:
        reason = error.strerror or first_line(error)
        return missing(
            f"{folder} cannot be written to ({reason}).",
            "copy the notebooks to a folder of your own and start there",
        )
    return Finding(OK, f"{folder} can be written to")


def sample_checks() -> Iterator[Finding]:
    """A right function must pass a check, and a wrong one must be told its mistake."""
    from posenc import check
    from posenc.exercises import find_exercise

    exercise = find_exercise("rotate_pair")
    mistake = exercise.mistakes[0]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            check(exercise.name, exercise.answer, seed=1)
        yield Finding(OK, f"a right {exercise.name} passes its check")
    except Exception as error:  # a check that is broken may raise anything
        yield missing(f"a right {exercise.name} is refused ({first_line(error)}).", INSTALL)
    try:
        check(exercise.name, mistake.function, seed=1)
        yield missing(f"a wrong {exercise.name} passes its check.", INSTALL)
    except AssertionError as error:
        if mistake.hint.split(":")[0] in " ".join(str(error).split()):
            yield Finding(OK, f"a wrong {exercise.name} is told what is wrong: {mistake.name}")
        else:
            yield missing(f"a wrong {exercise.name} is not told its mistake.", INSTALL)


def extension() -> Finding:
    """Whether JupyterLab has nbgrader's part, for Create Assignment and Formgrader."""
    beside = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    listing = subprocess.run(
        [sys.executable, "-m", "jupyter", "labextension", "list"],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": beside},
    )
    found = re.search(r"^.*nbgrader.*$", listing.stdout + listing.stderr, re.MULTILINE)
    if found and "enabled" in found[0] and "OK" in found[0]:
        return Finding(OK, "nbgrader's part of JupyterLab is enabled")
    enable = "jupyter labextension enable --level=sys_prefix @jupyter/nbgrader"
    return Finding(TO_MEND, f"nbgrader's part of JupyterLab is not enabled:  {enable}")


def wall() -> Finding:
    """Whether bubblewrap can put a wall between students' code and this account (Linux only)."""
    if sys.platform != "linux":
        return Finding(NOT_NEEDED, "bubblewrap: there is none on this system.")
    program = shutil.which("bwrap")
    if not program:
        install = "install your system's package, such as  sudo apt install bubblewrap"
        return Finding(TO_MEND, f"bubblewrap is missing, a wall round students' code: {install}")
    walled = [program, "--unshare-all", "--ro-bind", "/", "/", "true"]
    tried = subprocess.run(walled, capture_output=True, text=True)
    if tried.returncode == 0:
        return Finding(OK, "bubblewrap works")
    reason = first_line(tried.stderr)
    allow = "ask who runs this machine to allow user namespaces"
    return Finding(TO_MEND, f"bubblewrap does not work here ({reason}): {allow}")


def missing(what: str, mend: str) -> Finding:
    """What a learner cannot do without."""
    return Finding(TO_MEND, f"{what}  {mend}", for_learners=True)


def has(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def requirements(lines: list[str], extra: str) -> dict[str, str]:
    """Package to ranges of what posenc's metadata ask for with `extra`, or without any."""
    found = {}
    for line in lines:
        requirement, _, marker = line.partition(";")
        name, ranges = re.fullmatch(r"([\w.-]+)(?:\[.*\])?\s*(.*)", requirement.strip()).groups()
        asked = re.search(r"extra == ['\"](.+?)['\"]", marker)
        if name != "posenc" and (asked[1] if asked else "") == extra:
            found[name] = ranges
    return found


def inside(version: str, ranges: str) -> bool:
    """Whether a version lies in ranges such as ``>=4.2,<5``; of a release, its numbers count.

    (The package `packaging` knows more of versions, but `posenc` needs NumPy alone.)
    """
    for one in filter(None, ranges.split(",")):
        sign, limit = re.fullmatch(r"\s*([<>=!]+)\s*(\S+)\s*", one).groups()
        if not COMPARISONS[sign](numbers(version), numbers(limit)):
            return False
    return True


def numbers(version: str) -> tuple[int, ...]:
    found = [int(each) for each in re.match(r"[\d.]*\d", version)[0].split(".")]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def first_line(what: object) -> str:
    return (str(what).strip().splitlines() or ["no reason given"])[0]
