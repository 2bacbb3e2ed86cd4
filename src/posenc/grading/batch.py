"""`posenc grade`: a class, on all cores, into nbgrader's gradebook."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from tqdm import tqdm
from traitlets.config import PyFileConfigLoader

from posenc.editions.building import CourseError, notebook_name, places
from posenc.grading.marking import GRADED, UNREADABLE, Result, grade
from posenc.grading.recording import fingerprint, read_record, record, write_autograded
from posenc.grading.wall import NO_WALL, wall_works

Say = Callable[[str], None]


@dataclass(frozen=True)
class HandedIn:
    """A learner's file, or None where there is none; `note` says what is odd about it."""

    learner: str
    file: Path | None
    note: str = ""


@dataclass(frozen=True)
class Course:
    """Where nbgrader keeps a course."""

    folder: Path
    db_url: str
    course_id: str


def read_course(folder: Path) -> Course:
    """The course in `folder`, by the settings of its ``nbgrader_config.py``."""
    config = PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()
    settings = CourseDirectory(config=config)
    return Course(folder, settings.db_url, settings.course_id)


def grade_class(
    course: Course,
    lesson: str,
    seed: int,
    *,
    figures: bool = False,
    again: bool = False,
    executor: Executor | None = None,
    say: Say = tqdm.write,
) -> dict[str, str]:
    """Grade what lies in ``submitted/LEARNER/LESSON``; finished work is not done twice.

    Parameters
    ----------
    again : bool
        Grade what has been graded before on the same file and seed, too.
    executor : Executor, optional
        Where submissions are graded; all cores of this machine if None. Marks are written here.

    Returns
    -------
    dict
        A status by learner.

    Raises
    ------
    CourseError
        If nothing was handed in, or the gradebook does not know the lesson.
    """
    source = places(course.folder, lesson)["source"].read_text(encoding="utf-8")
    name = notebook_name(lesson)
    class_ = sorted(find_class(course.folder, lesson), key=lambda each: each.learner)
    if not class_:
        raise CourseError(
            f"Nobody has handed in {lesson}: there is no submitted/NAME/{lesson}/{name}.ipynb."
        )
    if executor is None and not wall_works():
        say(NO_WALL)
    statuses: dict[str, str] = {}
    pool = executor or ProcessPoolExecutor(max_workers=os.cpu_count())
    try:
        with Gradebook(course.db_url, course.course_id) as gradebook:
            waiting: dict[Future, tuple[HandedIn, str]] = {}
            for each in class_:
                data = each.file.read_bytes() if each.file else b""
                mark = fingerprint(data, source, seed)
                noted = read_record(autograded(course.folder, each.learner, lesson))
                if not again and noted.get("graded") == mark:
                    statuses[each.learner] = noted["status"]
                else:
                    waiting[pool.submit(grade, data, source, seed, figures)] = each, mark
            if statuses:
                say(f"{len(statuses)} graded before and left as they are.")
            for future in tqdm(as_completed(waiting), total=len(waiting), unit="", desc=lesson):
                each, mark = waiting[future]
                result = finished(future, each)
                record(gradebook, each.learner, lesson, name, result)
                write_autograded(autograded(course.folder, each.learner, lesson), result, mark)
                statuses[each.learner] = result.status
                said = "; ".join(filter(None, (each.note, result.detail)))
                if result.status != GRADED or said:
                    say(f"{each.learner}: {result.status}{': ' if said else ''}{said}")
    finally:
        if executor is None:
            pool.shutdown(wait=True, cancel_futures=True)
    return statuses


def find_class(folder: Path, lesson: str) -> Iterator[HandedIn]:
    """Who has handed in what; a file under another name is taken if it is the only one."""
    expected = f"{notebook_name(lesson)}.ipynb"
    for place in (folder / "submitted").glob(f"*/{lesson}"):
        learner = place.parent.name
        files = sorted(place.glob("*.ipynb"))
        if place / expected in files:
            yield HandedIn(learner, place / expected)
        elif len(files) == 1:
            yield HandedIn(learner, files[0], f"handed in as {files[0].name}")
        else:
            found = ", ".join(file.name for file in files) or "nothing"
            yield HandedIn(learner, None, f"no {expected} was handed in, but {found}")


def finished(future: Future, each: HandedIn) -> Result:
    """The result; whatever goes wrong with one submission harms no other."""
    if each.file is None:
        return Result(UNREADABLE, "there is no notebook")
    try:
        return future.result()
    except Exception as error:
        return Result(UNREADABLE, f"grading failed ({type(error).__name__}: {error})")


def autograded(folder: Path, learner: str, lesson: str) -> Path:
    return folder / "autograded" / learner / lesson / f"{notebook_name(lesson)}.ipynb"
