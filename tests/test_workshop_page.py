"""docs/workshop.md tells a host what is so: minutes, exercises, stumbles, numbers."""

import re
from pathlib import Path

import nbformat
import pytest

from posenc.exercises import find_exercise

COURSE = Path(__file__).resolve().parents[1]
PAGE = (COURSE / "docs" / "workshop.md").read_text(encoding="utf-8")
LONG = PAGE.split("## Three hours\n")[1].split("\n## ")[0]


def solved(workshop: str):
    return nbformat.read(COURSE / "solutions" / f"{workshop}.ipynb", as_version=4)


def stumbles() -> list[tuple[str, str]]:
    return re.findall(r"^\| `(\w+)` \| `([\w-]+)` \| .+ \|$", PAGE, re.MULTILINE)


def test_the_minutes_of_the_page_are_those_of_the_notebook():
    told = re.findall(r"^### (?:Part )?(.+?) · (\d+) minutes$", LONG, re.MULTILINE)
    opening = solved("workshop_180").cells[0].source
    assert told == re.findall(r"^\| (.+?) \| (\d+) \|", opening, re.MULTILINE)
    assert sum(int(minutes) for _, minutes in told) == 180


def test_every_part_says_what_to_leave_out():
    parts = [part for part in LONG.split("\n### ") if part.startswith("Part")]
    assert len(parts) == 10
    assert all(part.count("*Short of time:*") == 1 for part in parts)
    assert all("*Ask" in part for part in parts)


@pytest.mark.parametrize(("exercise", "mistake"), stumbles())
def test_a_stumble_is_one_that_the_check_knows(exercise, mistake):
    assert mistake in {each.name for each in find_exercise(exercise).mistakes}


@pytest.mark.parametrize("workshop", ["workshop_90", "workshop_180"])
def test_every_exercise_has_its_stumbles(workshop):
    ids = {cell.id for cell in solved(workshop).cells}
    exercises = {each.removeprefix("test_") for each in ids if each.removeprefix("test_") in ids}
    exercises = {each for each in exercises if f"test_{each}" in ids}
    assert exercises <= {exercise for exercise, _ in stumbles()}


def test_the_numbers_of_the_page_stand_in_the_solved_notebook():
    shown = []
    for cell in solved("workshop_180").cells:
        shown.append(cell.source)
        shown += [output.get("text", "") for output in cell.get("outputs", [])]
    told = set(re.findall(r"\d+\.\d+", LONG))
    assert len(told) > 25
    assert [number for number in told if not re.search(rf"(?<!\d){number}", "".join(shown))] == []


def test_links_of_the_page_lead_to_files():
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (COURSE / "docs" / target).is_file(), target


def test_no_address_is_printed():
    readme = (COURSE / "docs" / "workshop_readme.md").read_text(encoding="utf-8")
    assert not re.search(r"https?://|github\.com", PAGE + readme)
