"""A learner's standing, drawn as a table that needs neither colour nor a theme."""

from __future__ import annotations

import functools
import html
import json
from dataclasses import dataclass
from importlib import resources


@dataclass(frozen=True, repr=False)
class Standing:
    """Where a learner stands; its text and its table are made from the same rows.

    Attributes
    ----------
    passed : tuple of str
        Names of exercises, in the order in which they were passed.
    kept : bool
        Whether they could be written down.
    """

    passed: tuple[str, ...]
    kept: bool = True

    def __repr__(self) -> str:
        rows = [[lesson["title"], *numbers(lesson, self.passed)] for lesson in course()]
        widths = [max(map(len, column)) for column in zip(*rows)]
        lines = [
            f"  {title:{widths[0]}}  {bar:{widths[1]}}  {done:>{widths[2]}}  {points:>{widths[3]}}"
            for title, bar, done, points in rows
        ]
        return "\n".join([self.sentences(), "", *lines])

    def _repr_html_(self) -> str:
        left = ' style="text-align: left"'
        rows = []
        for lesson in course():
            bar, done, points = numbers(lesson, self.passed)
            link = f'<a href="{lesson["folder"]}.ipynb">{html.escape(lesson["title"])}</a>'
            rows.append(
                f'<tr><th scope="row"{left}>{link}</th><td{left} aria-hidden="true">{bar}</td>'
                f"<td>{done}</td><td>{points}</td></tr>"
            )
        return (
            f"<details open><summary>{html.escape(self.sentences())}</summary><table>"
            f'<thead><tr><th scope="col"{left}>lesson</th><td></td>'
            '<th scope="col">exercises</th><th scope="col">points</th></tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></details>"
        )

    def sentences(self) -> str:
        """The sums, what is next, and a warning where nothing could be written down."""
        points = {name: each for lesson in course() for name, each in lesson["exercises"].items()}
        done = points.keys() & set(self.passed)
        lessons = [each for each in course() if done.issuperset(needed(each))]
        words = (
            f"Done: {len(lessons)} of {len(course())} lessons, "
            f"{len(done)} of {len(points)} exercises, "
            f"{sum(points[name] for name in done):g} of {sum(points.values()):g} points. "
            f"{self.what_is_next()}"
        )
        return words if self.kept else f"{words} {NOT_KEPT}"

    def what_is_next(self) -> str:
        """The first exercise to do after the one passed last; from the start again at the end."""
        titles = {name: lesson["title"] for lesson in course() for name in lesson["exercises"]}
        names, met = list(titles), [name for name in self.passed if name in titles]
        begin = names.index(met[-1]) + 1 if met else 0
        wanted = {name for lesson in course() for name in needed(lesson)} - set(met)
        for name in names[begin:] + names[:begin]:
            if name in wanted:
                return f"Next: {name}, in lesson {titles[name]}."
        return "That is the whole course."


NOT_KEPT = (
    "This is not kept: the file .progress.txt cannot be written in this folder, "
    "so it is forgotten when the kernel stops."
)


@functools.cache
def course() -> tuple[dict, ...]:
    """The lessons in order, each with folder, title, and points by exercise.

    ``course.json`` is made by ``posenc build`` from the lessons' text.
    """
    text = resources.files("posenc.standing").joinpath("course.json").read_text(encoding="utf-8")
    return tuple(json.loads(text))


def needed(lesson: dict) -> list[str]:
    """The exercises that a lesson is not done without: those that give points."""
    return [name for name, points in lesson["exercises"].items() if points]


def numbers(lesson: dict, passed: tuple[str, ...]) -> tuple[str, str, str]:
    """A lesson's bar, one square an exercise, and its exercises and points done of all."""
    exercises = lesson["exercises"]
    done = [name for name in exercises if name in passed]
    bar = "■" * len(done) + "□" * (len(exercises) - len(done))
    points = sum(exercises[name] for name in done), sum(exercises.values())
    return bar, f"{len(done)} of {len(exercises)}", f"{points[0]:g} of {points[1]:g}"
