"""One text, four editions: ``lessons/`` becomes source, release, notebooks and solutions."""

from posenc.editions.building import (
    adopt,
    behind,
    build,
    find_course,
    lesson_names,
    workshop_names,
)

__all__ = ["adopt", "behind", "build", "find_course", "lesson_names", "workshop_names"]
