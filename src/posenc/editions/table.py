"""What is told of all lessons at once, made from the lessons and the exercises themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from posenc.editions.text import read_text
from posenc.exercises import find_exercise

BEGIN, END = "<!-- lessons: made by make build -->", "<!-- end of lessons -->"

CHECKS_HEAD = """\
# What each check tries

Made by `make build` from the exercises themselves; `make report` prints it.

A check draws new cases every time it runs. *Varied* is what changes from case to case; *left alone*
is what a check does not look at or never draws. *Known mistakes* are wrong answers that a check
recognises and explains; *right variants* are unusual answers that it must accept. The tests try
each of them on twenty sets of cases, `make soak` on a thousand.
"""


@dataclass(frozen=True)
class Lesson:
    """What the tables say of a lesson; `points` has an entry for each exercise, in order."""

    folder: str
    title: str
    minutes: int
    points: dict[str, float]


def read_lessons(course: Path) -> Iterator[Lesson]:
    for path in sorted((course / "lessons").glob("*/*.md")):
        cells = read_text(path.read_text(encoding="utf-8")).cells
        grading = [cell.metadata.get("nbgrader", {}) for cell in cells]
        opening = cells[0].source
        yield Lesson(
            path.parent.name,
            re.search(r"^# (.+)$", opening, re.MULTILINE)[1],
            int(re.search(r"^(\d+) minutes", opening, re.MULTILINE)[1]),
            {
                each["grade_id"].removeprefix("test_"): each["points"]
                for each in grading
                if each.get("grade")
            },
        )


def lessons_table(course: Path) -> str:
    """A Markdown table: lesson, minutes, exercises, points, with totals."""
    rows, totals = [], [0, 0, 0]
    for lesson in read_lessons(course):
        numbers = [lesson.minutes, len(lesson.points), sum(lesson.points.values())]
        totals = [total + number for total, number in zip(totals, numbers)]
        rows.append([f"[{lesson.title}](notebooks/{lesson.folder}.ipynb)", *numbers])
    head = ["lesson", "minutes", "exercises", "points"]
    return markdown_table(head, [*rows, ["in all", *totals]])


def update_readme(course: Path, readme: str) -> str:
    """`readme` with the table between its two marks made anew; unchanged if it has no marks."""
    if BEGIN not in readme:
        return readme
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{lessons_table(course)}\n\n{END}{after}"


def course_facts(course: Path) -> str:
    """What `posenc.progress` knows of the lessons: JSON, folder, title and points of each."""
    facts = [
        {"folder": lesson.folder, "title": lesson.title, "exercises": lesson.points}
        for lesson in read_lessons(course)
    ]
    return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"


def checks_page(course: Path) -> str:
    """What each check varies and leaves alone, with counts of what it knows: docs/checks.md."""
    lessons = list(read_lessons(course))
    exercises = [find_exercise(name) for lesson in lessons for name in lesson.points]
    totals = [
        f"{len(lessons)} lessons, {sum(lesson.minutes for lesson in lessons)} minutes",
        f"{len(exercises)} exercises, "
        f"{sum(sum(lesson.points.values()) for lesson in lessons)} points",
        f"{sum(len(exercise.mistakes) for exercise in exercises)} known mistakes, "
        f"{sum(len(exercise.right) for exercise in exercises)} right variants",
    ]
    parts = [CHECKS_HEAD, "In all: " + "; ".join(totals) + ".\n"]
    for lesson in lessons:
        parts.append(
            f"## {lesson.title}\n\n{lesson.minutes} minutes, {len(lesson.points)} exercises, "
            f"{sum(lesson.points.values())} points.\n\n{checks_table(lesson)}\n"
        )
    return "\n".join(parts)


def checks_table(lesson: Lesson) -> str:
    rows = []
    for name, points in lesson.points.items():
        exercise = find_exercise(name)
        counts = [points or "optional", len(exercise.mistakes), len(exercise.right)]
        rows.append([f"`{name}`", *counts, exercise.varies, exercise.ignores])
    head = ["exercise", "points", "known mistakes", "right variants", "varied", "left alone"]
    return markdown_table(head, rows)


def markdown_table(head: list[str], rows: list[list]) -> str:
    """Columns that hold a number are set to the right."""
    marks = [
        "---:" if any(isinstance(row[place], (int, float)) for row in rows) else "---"
        for place in range(len(head))
    ]
    lines = [head, marks, *([str(entry) for entry in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
