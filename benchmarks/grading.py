"""A class graded by stock nbgrader and by `posenc grade`, side by side in one run.

    python benchmarks/grading.py [--learners 100] [--more 1000]

Marks must be the same for every well-behaved submission. Times are wall time on this machine,
start-up of each command included; memory is the proportional share (PSS) of all processes at their
highest, where the system tells (Linux).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import nbformat

from posenc.grading.demo import hand_in, nbgrader
from posenc.grading.sample_class import SAMPLE_CLASS

COURSE = Path(__file__).resolve().parents[1]
LESSON = "06_rotate"
BAR = 20.0
FLAT = 1.10
FLAT_MEMORY = 1.25

ENDS_THE_PROCESS = "import os\nos._exit(0)"
PATCHES_THE_CHECK = "import posenc\nposenc.check = lambda *arguments, **named: None"

# What twenty learners in a hundred hand in, five times over.
MIX = [*["ada"] * 9, "ben", *["cleo"] * 2, *["dora"] * 2, "emil", *["finn"] * 2, "gwen"]
HOSTILE = {"exits": ENDS_THE_PROCESS, "patches": PATCHES_THE_CHECK}


def make_class(folder: Path, learners: int) -> None:
    """A course of one lesson, and what `learners` have handed in."""
    shutil.copytree(COURSE / "source" / LESSON, folder / "source" / LESSON)
    shutil.copytree(COURSE / "lessons", folder / "lessons")
    shutil.copy(COURSE / "nbgrader_config.py", folder)
    nbgrader(folder, "generate_assignment", LESSON, "--create")
    solved = nbformat.read(COURSE / "solutions" / f"{LESSON}.ipynb", as_version=4)
    shown = {cell.id: cell.outputs for cell in solved.cells if cell.cell_type == "code"}
    kinds = [*MIX, *HOSTILE]
    for number in range(learners):
        kind = kinds[number % len(kinds)]
        learner = f"{kind}_{number:04}"
        hand_in(folder, learner, SAMPLE_CLASS.get(kind, {}))
        place = folder / "submitted" / learner / LESSON / "rotate.ipynb"
        notebook = nbformat.read(place, as_version=4)
        # Handed in as saved after a run, with pictures: a megabyte or so.
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = shown.get(cell.id, [])
        if kind in HOSTILE:
            notebook.cells.insert(2, nbformat.v4.new_code_cell(HOSTILE[kind]))
        nbformat.write(notebook, place)


def marks(folder: Path) -> dict[str, dict[str, float]]:
    """Points by learner and test, from nbgrader's gradebook."""
    query = """
        select submitted_assignment.student_id, base_cell.name, grade.auto_score
        from grade
        join base_cell on base_cell.id = grade.cell_id
        join submitted_notebook on submitted_notebook.id = grade.notebook_id
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
    """
    found: dict[str, dict[str, float]] = {}
    with sqlite3.connect(folder / "gradebook.db") as gradebook:
        for learner, name, score in gradebook.execute(query):
            found.setdefault(learner, {})[name] = score
    return found


def without_engine(folder: Path) -> None:
    """Leave nbgrader as it is without ours."""
    settings = folder / "nbgrader_config.py"
    kept = settings.read_text(encoding="utf-8").split("# The engine")[0]
    settings.write_text(kept, encoding="utf-8")


class Memory(threading.Thread):
    """Watches what a process and all that come of it hold."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.highest, self.ended = pid, 0, threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.2):
            self.highest = max(self.highest, sum(map(held, family(self.pid))))


def family(pid: int) -> list[int]:
    """`pid` and all its descendants."""
    above = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            above[int(stat.parent.name)] = int(stat.read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    found = [pid]
    for each in found:
        found += [child for child, parent in above.items() if parent == each]
    return found


def held(pid: int) -> int:
    """Megabytes of a process, shared pages counted in shares; 0 where it cannot be known."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0) // 1024


def timed(folder: Path, *command: str) -> tuple[float, int]:
    """Seconds that a command took, and megabytes at its highest."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "POSENC_SEED": "1"}
    with open(folder / "bench.log", "a") as log:
        begin = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=folder, env=environment, stdout=log, stderr=log
        )
        memory = Memory(process.pid)
        memory.start()
        code = process.wait()
        seconds = time.perf_counter() - begin
    memory.ended.set()
    # Stock nbgrader ends with 1 when a submission has ended its kernel.
    if code and command[0] != "nbgrader":
        sys.exit(f"{' '.join(command)} failed:\n{(folder / 'bench.log').read_text()[-2000:]}")
    return seconds, memory.highest


def profile(folder: Path) -> None:
    """Where the time of one submission goes, on one process."""
    import cProfile
    import pstats

    from posenc.grading import marking

    source = (folder / "source" / LESSON / "rotate.ipynb").read_text(encoding="utf-8")
    marking.grade(source.encode(), source, 1)
    profiler = cProfile.Profile()
    profiler.runcall(lambda: [marking.grade(source.encode(), source, 1) for _ in range(5)])
    marking.warm_process(False).close()
    print("\nOf five submissions, on the examiner's side (select's poll waits for the learner's):")
    statistics = pstats.Stats(profiler)
    statistics.sort_stats("tottime").print_stats(12)


def report(name: str, learners: int, seconds: float, memory: int) -> float:
    each = seconds / learners
    print(f"{name:32}{learners:6}{seconds:9.1f} s{each:9.3f} s each{memory:7} MB", flush=True)
    return each


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--learners", type=int, default=100)
    parser.add_argument("--more", type=int, default=1000, help="the larger class, ours alone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        ours, stock, large = (Path(place) / name for name in ("ours", "stock", "large"))
        make_class(ours, options.learners)
        shutil.copytree(ours, stock)
        without_engine(stock)
        seconds, held_by_fast = timed(ours, "posenc.cli", "grade", LESSON)
        fast = report("posenc grade", options.learners, seconds, held_by_fast)
        slow = report(
            "nbgrader autograde",
            options.learners,
            *timed(stock, "nbgrader", "autograde", LESSON, "--create"),
        )
        found, expected = marks(ours), marks(stock)
        well_behaved = [each for each in expected if each.split("_")[0] not in HOSTILE]
        different = [each for each in well_behaved if found[each] != expected[each]]
        print(f"{len(well_behaved)} well-behaved submissions, {len(different)} with other marks")
        for each in different:
            print(each, json.dumps(found[each]), json.dumps(expected[each]))
        print(f"{slow / fast:.1f} times as many in the same time (the bar is {BAR:g})")
        failed = bool(different) or slow / fast < BAR
        if options.more:
            make_class(large, options.more)
            seconds, held_by_more = timed(large, "posenc.cli", "grade", LESSON)
            more = report("posenc grade", options.more, seconds, held_by_more)
            print(f"{more / fast:.2f} of the time each (the bar is {FLAT:g})")
            failed |= more / fast > FLAT
            print(f"{held_by_more / held_by_fast:.2f} of the memory (the bar is {FLAT_MEMORY:g})")
            failed |= held_by_more / held_by_fast > FLAT_MEMORY
        profile(ours)
    sys.exit(failed)


if __name__ == "__main__":
    main()
