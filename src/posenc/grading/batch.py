"""`posenc grade`: a class, on all cores or a cluster, into nbgrader's gradebook."""

from __future__ import annotations

import itertools
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.api import Gradebook
from tqdm import tqdm

from posenc.editions.building import CourseError, notebook_name
from posenc.grading.marking import CRASHED, GRADED, Result, grade
from posenc.grading.recording import (
    Course,
    NotRecorded,
    fingerprint,
    keep,
    note,
    read_record,
    require_lesson,
)
from posenc.grading.wall import NO_WALL, Limits, wall_works
from posenc.grading.workers import GivenUp, elsewhere, on_this_machine

Say = Callable[[str], None]


@dataclass(frozen=True)
class HandedIn:
    """A learner's file, or None where there is none; `note` says what is odd about it."""

    learner: str
    file: Path | None
    note: str = ""

    def read(self) -> bytes:
        return self.file.read_bytes() if self.file else b""


class Tasks(Sequence):
    """What `grade` is called with for each of a class; files are read when their turn comes."""

    def __init__(self, class_: list[HandedIn], others: tuple) -> None:
        self.class_, self.others = class_, others

    def __len__(self) -> int:
        return len(self.class_)

    def __getitem__(self, number: int) -> tuple:
        return (self.class_[number].read(), *self.others)


@dataclass
class Grading:
    """What became of a class.

    Attributes
    ----------
    statuses : dict
        A status by learner, for all whose marks are in the gradebook.
    left : list of str
        Learners whose marks are not: the work was stopped, or they could not be written.
    """

    statuses: dict[str, str] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)


def grade_class(
    course: Course,
    lesson: str,
    seed: int,
    *,
    figures: bool = False,
    again: bool = False,
    executor: Executor | None = None,
    say: Say = tqdm.write,
) -> Grading:
    """Grade what lies in ``submitted/LEARNER/LESSON``; finished work is not done twice.

    Ctrl-C stops it: what is begun is finished and recorded, the rest is left for the next time.

    Parameters
    ----------
    seed : int
        The same for all, so that everyone faces the same cases.
    figures : bool
        Draw the pictures, too.
    again : bool
        Grade what has been graded before on the same file and seed, too.
    executor : Executor, optional
        Where submissions are graded; all cores of this machine if None. Marks are written here.

    Raises
    ------
    CourseError
        If nothing was handed in, or the course or its gradebook does not know the lesson.
    """
    source = course.source(lesson)
    class_ = sorted(find_class(course.folder, lesson), key=lambda each: each.learner)
    if not class_:
        name = f"{notebook_name(lesson)}.ipynb"
        raise CourseError(
            f"Nobody has handed in {lesson}: there is no submitted/NAME/{lesson}/{name}."
        )
    require_lesson(course, lesson)
    grading = Grading()
    if executor is None and not wall_works():
        say(NO_WALL)
    waiting: list[HandedIn] = []
    fingerprints: dict[str, str] = {}
    for each in class_:
        noted = read_record(course.autograded(each.learner, lesson))
        fingerprints[each.learner] = fingerprint(each.read(), source, seed)
        same = noted.get("graded") == fingerprints[each.learner]
        if same and not again and (noted.get("figures") or not figures):
            grading.statuses[each.learner] = noted["status"]
            if noted["status"] != GRADED:
                say(f"{each.learner}, before: {noted['status']}: {noted['detail']}")
        else:
            waiting.append(each)
    if grading.statuses:
        say(f"{len(grading.statuses)} graded before and left as they are.")
    tasks = Tasks(waiting, (source, seed, figures))
    left = {each.learner for each in waiting}
    with stopping(say) as stopped:
        if executor:
            results = elsewhere(executor, grade, tasks, stopped)
        else:
            # Far more than it takes; whoever is not done then holds the process itself.
            seconds = 2 * Limits().notebook_seconds
            results = on_this_machine(grade, tasks, stopped, seconds)
        # Opened once processes are made: a connection should not be taken along into them.
        results = itertools.chain([next(results)], results) if tasks else results
        with Gradebook(course.db_url, course.course_id) as gradebook:
            for number, result in tqdm(results, lesson, len(tasks), unit=" notebooks"):
                each = waiting[number]
                try:
                    result = as_result(result)
                    noted = note(result, seed, fingerprints[each.learner], figures)
                    keep(gradebook, course, lesson, each.learner, result, noted)
                except NotRecorded as error:
                    say(f"{each.learner}: {error}")
                    continue
                left.discard(each.learner)
                grading.statuses[each.learner] = result.status
                said = "; ".join(filter(None, (each.note, result.detail)))
                if result.status != GRADED or said:
                    say(f"{each.learner}: {result.status}{': ' if said else ''}{said}")
    grading.left = sorted(left)
    return grading


def find_class(folder: Path, lesson: str) -> Iterator[HandedIn]:
    """Who has handed in what; a file under another name is taken if it is the only one."""
    expected = f"{notebook_name(lesson)}.ipynb"
    for place in (folder / "submitted").glob(f"*/{lesson}"):
        learner = place.parent.name
        files = sorted(each for each in place.glob("*.ipynb") if each.is_file())
        if any(each.is_symlink() for each in (place, *files)):
            # It could lead to the course's own files, or to somebody else's.
            yield HandedIn(learner, None, "a link was handed in, and not a file")
            continue
        if place / expected in files:
            yield HandedIn(learner, place / expected)
        elif len(files) == 1:
            yield HandedIn(learner, files[0], f"handed in as {files[0].name}")
        else:
            found = ", ".join(file.name for file in files) or "nothing"
            yield HandedIn(learner, None, f"no {expected} was handed in, but {found}")


def as_result(result: Result | Exception) -> Result:
    """What came of a submission; what went wrong with it harms no other.

    Raises
    ------
    CourseError
        If nothing can be graded at all.
    NotRecorded
        If something of ours failed, which must not cost a learner marks.
    """
    if isinstance(result, GivenUp) or type(result).__name__ == "KilledWorker":
        return Result(CRASHED, "it brought down the process that examines it, each time")
    if isinstance(result, CourseError):
        raise result
    if isinstance(result, Exception):
        raise NotRecorded(f"not graded: {type(result).__name__}: {result}")
    return result


@contextmanager
def stopping(say: Say) -> Iterator[threading.Event]:
    """An event that Ctrl-C sets once; a second Ctrl-C ends all at once."""
    stopped = threading.Event()

    def stop(number, frame) -> None:
        stopped.set()
        signal.signal(signal.SIGINT, before)
        say("Stopping. What is begun is finished first; Ctrl-C again stops at once.")

    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
