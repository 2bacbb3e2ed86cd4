"""The exercises as data: answers, random cases, known mistakes. Nothing here knows Jupyter."""

from __future__ import annotations

import difflib
import functools
import importlib

from posenc.exercises.declaring import Exercise

# In the order of the course; each is a package beside this file.
LESSONS = (
    "bag_of_words",
    "number_the_words",
    "one_clock",
    "many_clocks",
    "shift_is_rotation",
    "rotate",
    "count_turns",
    "conventions_and_caches",
    "precision_and_tests",
    "look_back",
)


@functools.cache
def lesson_exercises(lesson: str) -> tuple[Exercise, ...]:
    """The exercises of a lesson, in the order in which they are met.

    Parameters
    ----------
    lesson : str
        A name from `LESSONS`.
    """
    return importlib.import_module(f"posenc.exercises.{lesson}").EXERCISES


def all_exercises() -> tuple[Exercise, ...]:
    """Every exercise of the course, in order."""
    return tuple(exercise for lesson in LESSONS for exercise in lesson_exercises(lesson))


def find_exercise(name: str) -> Exercise:
    """The exercise called `name`.

    Raises
    ------
    LookupError
        If there is none; the message offers the nearest names.
    """
    exercises = {exercise.name: exercise for exercise in all_exercises()}
    if name in exercises:
        return exercises[name]
    near = difflib.get_close_matches(str(name), exercises, n=3, cutoff=0.5) or list(exercises)
    raise LookupError(f'There is no exercise "{name}". Did you mean {", ".join(near)}?')
