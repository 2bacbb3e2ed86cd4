"""Results into nbgrader's gradebook and folders, where its own commands find them."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import warnings
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties
from sqlalchemy.exc import SAWarning
from traitlets.config import Config, PyFileConfigLoader

from posenc.editions.building import CourseError, notebook_name
from posenc.grading.marking import Result

UNREADABLE_NOTEBOOK = """\
The file that was handed in could not be graded: {detail}.

Hand in a notebook that opens in JupyterLab, under the name it was given to you."""


class NotRecorded(Exception):
    """A result that could not be written; the message says why."""


@dataclass(frozen=True)
class Course:
    """Where nbgrader keeps a course, by the settings of its ``nbgrader_config.py``."""

    folder: Path
    db_url: str
    course_id: str
    config: Config

    @classmethod
    def find(cls, start: Path | None = None) -> Course:
        """The course that `start` (by default the current folder) lies in.

        Raises
        ------
        CourseError
            If no folder there or above holds an ``nbgrader_config.py``.
        """
        start = (start or Path.cwd()).resolve()
        for folder in (start, *start.parents):
            if (folder / "nbgrader_config.py").is_file():
                return cls.read(folder)
        raise CourseError(
            f"{start} is not inside a course: no folder above it has nbgrader_config.py."
        )

    @classmethod
    def read(cls, folder: Path) -> Course:
        """The course in `folder`."""
        config = PyFileConfigLoader("nbgrader_config.py", path=str(folder)).load_config()
        settings = CourseDirectory(config=config)
        return cls(folder, settings.db_url, settings.course_id, config)

    def source(self, lesson: str) -> str:
        """The instructor's version of a lesson, as JSON.

        Raises
        ------
        CourseError
            If there is none.
        """
        place = self.folder / "source" / lesson / f"{notebook_name(lesson)}.ipynb"
        try:
            return place.read_text(encoding="utf-8")
        except OSError:
            known = ", ".join(sorted(each.name for each in self.folder.glob("source/*/")))
            raise CourseError(f"There is no {place}. Lessons here: {known or 'none'}.") from None

    def autograded(self, learner: str, lesson: str) -> Path:
        """Where a learner's graded notebook is."""
        return self.folder / "autograded" / learner / lesson / f"{notebook_name(lesson)}.ipynb"


def require_lesson(course: Course, lesson: str) -> None:
    """Make sure that marks for a lesson have a place.

    Raises
    ------
    CourseError
        If the gradebook does not know it.
    """
    with Gradebook(course.db_url, course.course_id) as gradebook:
        try:
            gradebook.find_assignment(lesson)
        except MissingEntry:
            raise CourseError(
                f"The gradebook does not know {lesson} yet: run  "
                f"nbgrader generate_assignment {lesson} --force  first."
            ) from None


def keep(
    gradebook: Gradebook, course: Course, lesson: str, learner: str, result: Result, noted: dict
) -> None:
    """Write a learner's marks, then the notebook that tells they are written.

    Raises
    ------
    NotRecorded
        If that was not possible; then all of it can be done again.
    """
    try:
        record(gradebook, course, lesson, learner, result)
        write_autograded(course.autograded(learner, lesson), result, noted)
    except Exception as error:
        # Whatever it is, the others go on.
        gradebook.db.rollback()
        raise NotRecorded(
            f"graded, but it could not be recorded: {type(error).__name__}: {error}"
        ) from None


def record(gradebook: Gradebook, course: Course, lesson: str, learner: str, result: Result) -> None:
    """Write a learner's marks into the gradebook, all of them or none."""
    name = notebook_name(lesson)
    settings = CourseDirectory(config=course.config, root=str(course.folder))
    place = settings.format_path(settings.submitted_directory, learner, lesson)
    timestamp = settings.get_existing_timestamp(place)
    known = {"timestamp": timestamp} if timestamp else {}
    with warnings.catch_warnings():
        # nbgrader's own way of adding a submission warns of itself.
        warnings.simplefilter("ignore", SAWarning)
        gradebook.update_or_create_student(learner)
        submission = gradebook.update_or_create_submission(lesson, learner, **known)
        notebook = next(each for each in submission.notebooks if each.name == name)
        for grade in notebook.grades:
            grade.auto_score = result.scores.get(grade.cell.name, 0.0)
            # A mark given by hand stays, and is to be looked at again.
            grade.needs_manual_grade = grade.manual_score is not None
        gradebook.db.commit()
    if submission.total_seconds_late > 0:
        names = {"student": learner, "assignment": lesson, "notebook": name}
        AssignLatePenalties(config=course.config).preprocess(
            nbformat.v4.new_notebook(), {"nbgrader": {**names, "db_url": course.db_url}}
        )
        gradebook.db.expire_all()


def write_autograded(place: Path, result: Result, noted: dict) -> None:
    """Write the graded notebook, read-only as nbgrader does, in place of the old one at once."""
    if not result.notebook:
        notebook = nbformat.v4.new_notebook()
        said = UNREADABLE_NOTEBOOK.format(detail=result.detail)
        notebook.cells.append(nbformat.v4.new_markdown_cell(said))
    else:
        notebook = nbformat.from_dict(json.loads(result.notebook))
    notebook.metadata["posenc"] = noted
    place.parent.mkdir(parents=True, exist_ok=True)
    whole = place.with_suffix(".part")
    whole.unlink(missing_ok=True)
    whole.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    whole.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
    os.replace(whole, place)


def fingerprint(data: bytes, source: str, seed: int) -> str:
    """What a result depends on, in a few letters."""
    parts = (hashlib.sha256(data).digest(), hashlib.sha256(source.encode()).digest())
    return hashlib.sha256(b"".join(parts) + str(seed).encode()).hexdigest()[:20]


def note(result: Result, seed: int, graded: str, figures: bool) -> dict:
    """What is kept of a result in the notebook itself."""
    return {
        "graded": graded,
        "seed": seed,
        "figures": figures,
        "status": result.status,
        "detail": result.detail,
        "seconds": round(result.seconds, 2),
        "findings": {name: vars(each) for name, each in result.findings.items()},
    }


def read_record(place: Path) -> dict:
    """What `write_autograded` noted in a notebook; empty if it is not there or not ours."""
    try:
        noted = json.loads(place.read_text(encoding="utf-8"))["metadata"].get("posenc", {})
    except (OSError, ValueError, KeyError, AttributeError):
        return {}
    return noted if isinstance(noted, dict) and "graded" in noted else {}
