"""The seed of a class, kept beside the gradebook: months later it gives the same marks."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from posenc.editions.building import CourseError

FILE = "seeds.json"


def class_seed(folder: Path, lesson: str) -> int:
    """The seed on which a lesson's submissions are graded.

    That is POSENC_SEED if it is set; otherwise the one that ``seeds.json`` in the course's folder
    holds for the lesson, or else a new one. It is kept there for the next time.

    Raises
    ------
    CourseError
        If either is there and holds no whole number.
    """
    wanted = os.environ.get("POSENC_SEED", "").strip()
    if wanted:
        if not wanted.isdecimal():
            raise CourseError(f"POSENC_SEED must be a whole number from 0, not {wanted!r}.")
    place = folder / FILE
    seeds = read_seeds(place)
    kept = seeds.get(lesson)
    seeds[lesson] = int(wanted) if wanted else seeds.get(lesson, secrets.randbelow(1_000_000))
    if seeds[lesson] != kept:
        whole = place.with_suffix(".part")
        whole.write_text(json.dumps(seeds, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        os.replace(whole, place)
    return seeds[lesson]


def read_seeds(place: Path) -> dict[str, int]:
    try:
        seeds = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError:
        seeds = None
    if not isinstance(seeds, dict) or not all(type(seed) is int for seed in seeds.values()):
        raise CourseError(
            f"{place} cannot be read. It should hold a seed for each lesson, like "
            '{"06_rotate": 48213}; the seed of a graded lesson stands in each autograded notebook.'
        )
    return seeds
