"""Build the editions into the course's folders, tell which are behind, bring edits home."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import nbformat
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

from posenc.editions.making import (
    execute,
    make_notebook,
    make_release,
    make_solution,
    make_source,
)
from posenc.editions.table import checks_page, course_facts, update_readme
from posenc.editions.text import fingerprint, read_text, write_text
from posenc.editions.workshop import lessons_taken, make_workshop

# Inside the package, since a learner's copy of it has no lessons/.
COURSE_FACTS = Path("src", "posenc", "standing", "course.json")


class CourseError(Exception):
    """Something about the course's folders that the person at the keyboard can mend."""


def find_course(start: Path | None = None) -> Path:
    """The course's folder: `start` (by default the current one) or the nearest above it.

    Raises
    ------
    CourseError
        If there is no ``lessons`` folder beside an ``nbgrader_config.py`` there.
    """
    start = (start or Path.cwd()).resolve()
    for folder in (start, *start.parents):
        if (folder / "lessons").is_dir() and (folder / "nbgrader_config.py").is_file():
            return folder
    raise CourseError(f"{start} is not inside the course: no folder above it has lessons/.")


def lesson_names(course: Path) -> list[str]:
    """The lessons there are, in order: ``06_rotate``, ``07_count_turns`` …"""
    return sorted(path.parent.name for path in (course / "lessons").glob("*/*.md"))


def lesson_text(course: Path, lesson: str) -> Path:
    """The text of a lesson: ``lessons/06_rotate/rotate.md``.

    Raises
    ------
    CourseError
        If there is no such lesson.
    """
    path = course / "lessons" / lesson / f"{notebook_name(lesson)}.md"
    if not path.is_file():
        known = ", ".join(lesson_names(course))
        raise CourseError(f'There is no lesson "{lesson}". There are: {known}.')
    return path


def notebook_name(lesson: str) -> str:
    """``06_rotate`` holds the notebook ``rotate``."""
    return lesson.partition("_")[2]


def places(course: Path, lesson: str) -> dict[str, Path]:
    """Where the four editions of a lesson lie, or the two of a workshop."""
    by_folder = {
        folder: course / folder / f"{lesson}.ipynb" for folder in ("notebooks", "solutions")
    }
    if lesson in workshop_names(course):
        return by_folder
    name = f"{notebook_name(lesson)}.ipynb"
    return {
        "source": course / "source" / lesson / name,
        "release": course / "release" / lesson / name,
        **by_folder,
    }


def workshop_names(course: Path) -> list[str]:
    """The workshops there are, the shortest first: ``workshop_90``, ``workshop_180``."""
    names = (path.stem for path in (course / "lessons").glob("workshop_*.md"))
    return sorted(names, key=workshop_minutes)


def workshop_minutes(workshop: str) -> int:
    """How long ``workshop_90`` takes; its exercises carry the same number as a tag."""
    return int(workshop.removeprefix("workshop_"))


def workshop_text(course: Path, workshop: str) -> str:
    return (course / "lessons" / f"{workshop}.md").read_text(encoding="utf-8")


def make_workshop_editions(course: Path, workshop: str) -> dict[str, NotebookNode]:
    """The two editions of a workshop, the solution not executed.

    Raises
    ------
    CourseError
        If its text takes from a lesson what is not there.
    """

    def cells_of(lesson: str) -> list[NotebookNode]:
        return read_text(lesson_text(course, lesson).read_text(encoding="utf-8")).cells

    tag = str(workshop_minutes(workshop))
    try:
        source = make_workshop(workshop_text(course, workshop), tag, cells_of)
    except LookupError as error:
        raise CourseError(f"lessons/{workshop}.md: {error.args[0]}") from None
    return {"notebooks": make_notebook(source), "solutions": make_solution(source)}


def make_editions(text: str, lesson: str) -> dict[str, NotebookNode]:
    """The four editions of a lesson's text, the solution not executed."""
    source = make_source(text)
    return {
        "source": source,
        "release": make_release(source, lesson, notebook_name(lesson)),
        "notebooks": make_notebook(source),
        "solutions": make_solution(source),
    }


def build(
    course: Path, lessons: Iterable[str] = (), say: Callable[[str], None] = lambda line: None
) -> None:
    """Make the editions of the lessons and workshops named, or of all of them.

    A workshop is made anew with every lesson that it takes from.

    Parameters
    ----------
    lessons : iterable of str
        Such as ``06_rotate`` or ``workshop_90``.
    say : callable
        Told of each step.

    Raises
    ------
    CourseError
        If a source notebook holds an edit that its text has not, or a solved lesson fails; the
        lesson's editions stay as they are then.
    """
    workshops = workshop_names(course)
    named = list(lessons) or [*lesson_names(course), *workshops]
    texts = {name: lesson_text(course, name) for name in named if name not in workshops}
    for lesson, place in texts.items():
        text = place.read_text(encoding="utf-8")
        refuse_to_lose_an_edit(course, lesson, text)
        say(f"{lesson}: source, release, notebooks")
        write_editions(course, lesson, make_editions(text, lesson), say)
    build_workshops(course, named, say)
    write_tables(course)


def build_workshops(
    course: Path, named: list[str], say: Callable[[str], None], unless_same: bool = False
) -> None:
    """Make the workshops named, and those that take from a lesson named.

    Parameters
    ----------
    unless_same : bool
        Leave those as they are whose cells have not changed; running one takes a while.
    """
    for workshop in workshop_names(course):
        if {workshop, *lessons_taken(workshop_text(course, workshop))} & set(named):
            made = make_workshop_editions(course, workshop)
            if unless_same and not any(differences(course, workshop, made)):
                continue
            say(f"{workshop}: notebooks")
            write_editions(course, workshop, made, say)


def write_tables(course: Path) -> None:
    """What is told of all lessons at once, where it is, made anew."""
    readme, checks = course / "README.md", course / "docs" / "checks.md"
    facts = course / COURSE_FACTS
    if readme.is_file():
        text = readme.read_text(encoding="utf-8")
        readme.write_text(update_readme(course, text), encoding="utf-8")
    if facts.is_file():
        facts.write_text(course_facts(course), encoding="utf-8")
    if checks.is_file():
        try:
            checks.write_text(checks_page(course), encoding="utf-8")
        except LookupError as error:
            raise CourseError(f"docs/checks.md was not written. {error.args[0]}") from None


def write_editions(
    course: Path, lesson: str, editions: dict[str, NotebookNode], say: Callable[[str], None]
) -> None:
    """Write the editions of a lesson or a workshop, once the solved one has run."""
    say(f"{lesson}: solutions (runs them)")
    try:
        editions["solutions"] = execute(editions["solutions"], course)
    except CellExecutionError as error:
        raise CourseError(f"The solved {lesson} stops at a cell:\n{error}") from None
    for edition, place in places(course, lesson).items():
        place.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(editions[edition], place)


def refuse_to_lose_an_edit(course: Path, lesson: str, text: str) -> None:
    """Raise CourseError if the source notebook was edited since it was built."""
    place = places(course, lesson)["source"]
    if not place.is_file():
        return
    source = nbformat.read(place, as_version=4)
    made_from = source.metadata.get("posenc", {}).get("text")
    if made_from == fingerprint(text) and write_text(source) != text:
        raise CourseError(
            f"{place.relative_to(course)} was edited since it was built, and building would lose "
            f"that. Bring it home with  posenc adopt source/{lesson}  or throw it away with  "
            f"git checkout {place.relative_to(course)}"
        )


def behind(course: Path) -> list[str]:
    """The committed editions that are not what their lesson's text makes, a sentence each.

    The first three are compared whole, the solutions without their outputs.
    """
    made = {
        lesson: make_editions(lesson_text(course, lesson).read_text(encoding="utf-8"), lesson)
        for lesson in lesson_names(course)
    }
    made |= {name: make_workshop_editions(course, name) for name in workshop_names(course)}
    return [each for name, editions in made.items() for each in differences(course, name, editions)]


def differences(course: Path, name: str, editions: dict[str, NotebookNode]) -> Iterator[str]:
    """Where the committed editions of a lesson or workshop are not these, a sentence each."""
    for edition, notebook in editions.items():
        place = places(course, name)[edition]
        shown = place.relative_to(course)
        if not place.is_file():
            yield f"{shown} is missing: run make build."
            continue
        committed = nbformat.read(place, as_version=4)
        if edition == "solutions":
            committed = without_outputs(committed)
        if committed != notebook:
            yield f"{shown} is behind the text of {name}: run make build."


def without_outputs(notebook: NotebookNode) -> NotebookNode:
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def adopt(course: Path, folder: Path, say: Callable[[str], None] = lambda line: None) -> None:
    """Bring an edit of a source notebook home to its lesson's text, and rebuild the lesson.

    Parameters
    ----------
    folder : Path
        ``source/06_rotate``.

    Raises
    ------
    CourseError
        If the text has changed since the source notebook was built, or the edited lesson does not
        run when solved; nothing is written then.
    """
    folder = folder.parent if folder.suffix == ".ipynb" else folder
    lesson = folder.resolve().name
    if folder.resolve() != (course / "source" / lesson).resolve():
        raise CourseError(f"Name a folder in source/, such as source/{lesson}, not {folder}.")
    text_place, source_place = lesson_text(course, lesson), places(course, lesson)["source"]
    if not source_place.is_file():
        raise CourseError(f"{source_place.relative_to(course)} is missing: run make build.")
    text = text_place.read_text(encoding="utf-8")
    source = nbformat.read(source_place, as_version=4)
    if source.metadata.get("posenc", {}).get("text") != fingerprint(text):
        raise CourseError(
            f"The text of {lesson} has changed since {source_place.relative_to(course)} was built, "
            "so adopting would lose that change. Keep a copy of the notebook, run make build, make "
            "your edit again in the fresh notebook, then adopt it."
        )
    adopted = write_text(source)
    say(f"{lesson}: source, release, notebooks")
    write_editions(course, lesson, make_editions(adopted, lesson), say)
    text_place.write_text(adopted, encoding="utf-8")
    say(f"{text_place.relative_to(course)} written")
    build_workshops(course, [lesson], say, unless_same=True)
    write_tables(course)
