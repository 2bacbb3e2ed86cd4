"""The workshops hold what their plans promise, and run part by part."""

import functools
import re
from pathlib import Path

import nbformat
import pytest
from running import (
    assert_stops_only_at_what_is_not_written,
    errors,
    run,
    said_on_stderr,
    started,
    type_in,
    without_drawing,
)

from posenc.editions import behind, build, lesson_names, workshop_names
from posenc.editions.building import CourseError, lesson_text, places
from posenc.editions.text import read_text

COURSE = Path(__file__).resolve().parents[2]
WORKSHOPS = workshop_names(COURSE)

# One worker, so that kernels do not wait for one another.
in_a_kernel = pytest.mark.xdist_group("kernels")


def notebook(edition: str, workshop: str):
    return nbformat.read(places(COURSE, workshop)[edition], as_version=4)


def words_of(workshop: str) -> str:
    cells = notebook("notebooks", workshop).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


@functools.cache
def cells_of_lessons() -> list:
    texts = (lesson_text(COURSE, lesson) for lesson in lesson_names(COURSE))
    return [cell for text in texts for cell in read_text(text.read_text(encoding="utf-8")).cells]


def tagged_exercises(tag: str) -> list[str]:
    """The exercises that carry a tag, in the order of the course."""
    return [
        cell.metadata.nbgrader.grade_id
        for cell in cells_of_lessons()
        if tag in cell.metadata.get("tags", [])
    ]


def parts_of(workshop: str) -> list[list]:
    """The cells of each part; the first is what stands before part 1."""
    parts: list[list] = [[]]
    for cell in notebook("notebooks", workshop).cells:
        if re.search(r"^## (Part|Break|In short)", cell.source, re.MULTILINE):
            parts.append([])
        parts[-1].append(cell)
    return parts


def minutes(workshop: str) -> int:
    return int(workshop.removeprefix("workshop_"))


def test_there_is_a_workshop_of_ninety_minutes_and_one_of_three_hours():
    assert WORKSHOPS == ["workshop_90", "workshop_180"]


@pytest.mark.parametrize("workshop", WORKSHOPS)
def test_every_exercise_of_the_plan_is_in_it_in_the_lessons_own_words(workshop):
    due = tagged_exercises(str(minutes(workshop)))
    cells = {cell.id: cell for cell in notebook("notebooks", workshop).cells}
    assert [name for name in cells if f"test_{name}" in cells] == due
    for name in due:
        assert f'check("{name}")' in cells[f"test_{name}"].source
        assert re.search(rf"^#### Exercise: `{name}\(", words_of(workshop), re.MULTILINE)


@pytest.mark.parametrize("workshop", WORKSHOPS)
def test_the_minutes_add_up_in_the_table_and_under_the_headings(workshop):
    opening = notebook("notebooks", workshop).cells[0].source
    table = [int(each) for each in re.findall(r"^\| .+? \| (\d+) \|", opening, re.MULTILINE)]
    below = re.findall(r"^\*(\d+) minutes", words_of(workshop), re.MULTILINE)
    below = [int(each) for each in below]
    assert table == below
    assert sum(table) == minutes(workshop)


@pytest.mark.parametrize("workshop", WORKSHOPS)
def test_the_table_names_the_exercises_part_by_part(workshop):
    opening = notebook("notebooks", workshop).cells[0].source
    rows = re.findall(r"^\| (?:\d+ · )?(.+?) \| \d+ \| (.*?) ?\|$", opening, re.MULTILINE)
    parts = parts_of(workshop)[1:-1]
    assert len(rows) == len(parts)
    for (title, told), cells in zip(rows, parts):
        assert title in cells[0].source
        ids = [cell.id for cell in cells]
        assert re.findall(r"`(\w+)`", told) == [each for each in ids if f"test_{each}" in ids]


@pytest.mark.parametrize("workshop", WORKSHOPS)
def test_no_solution_of_an_exercise_and_no_marker_is_in_it(workshop):
    text = "\n".join(cell.source for cell in notebook("notebooks", workshop).cells)
    assert not re.search(r"(BEGIN|END) (SOLUTION|HIDDEN)", text)
    for cell in notebook("notebooks", workshop).cells:
        if cell.id in tagged_exercises(str(minutes(workshop))):
            assert "raise NotImplementedError()" in cell.source


@pytest.mark.parametrize("workshop", WORKSHOPS)
def test_links_lead_to_lessons(workshop):
    links = re.findall(r"\]\(([^)#]+\.ipynb)\)", words_of(workshop))
    assert links
    for target in links:
        assert (COURSE / "notebooks" / target).is_file(), target


@pytest.mark.parametrize("workshop", WORKSHOPS)
def test_the_text_of_a_workshop_copies_no_sentence_of_a_lesson(workshop):
    text = (COURSE / "lessons" / f"{workshop}.md").read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```", "", text.split("---", 2)[2], flags=re.DOTALL)
    sentences = {each.strip() for each in re.split(r"(?<=[.?:])\s", prose) if len(each) > 50}
    lessons = "\n".join(lesson_text(COURSE, lesson).read_text() for lesson in lesson_names(COURSE))
    assert not [sentence for sentence in sentences if sentence in lessons]


@pytest.fixture(scope="module")
def kernel():
    with started() as kernel:
        yield kernel


@pytest.fixture
def run_with(kernel, tmp_path):
    """Run a workshop with the solutions of some exercises typed in, as its host has them."""

    def run_with(workshop: str, names: list[str]):
        learners = without_drawing(notebook("notebooks", workshop))
        type_in(learners, notebook("solutions", workshop), names)
        return run(kernel, learners, tmp_path)

    return run_with


@in_a_kernel
@pytest.mark.parametrize("workshop", WORKSHOPS)
def test_an_untouched_workshop_stops_only_at_what_is_not_written(workshop, run_with):
    assert_stops_only_at_what_is_not_written(run_with(workshop, []))


@in_a_kernel
@pytest.mark.parametrize("workshop", WORKSHOPS)
def test_a_solved_workshop_passes_every_check(workshop, run_with):
    due = tagged_exercises(str(minutes(workshop)))
    executed = run_with(workshop, due)
    checks = {cell.id: cell for cell in executed.cells if "\ncheck(" in cell.source}
    assert list(checks) == [f"test_{name}" for name in due]
    for cell in checks.values():
        assert ": right." in cell.outputs[0].text
    assert not said_on_stderr(executed) and not errors(executed)


@in_a_kernel
@pytest.mark.parametrize("workshop", WORKSHOPS)
@pytest.mark.parametrize("first", [0, 1])
def test_a_part_runs_when_those_beside_it_are_not_solved(workshop, first, run_with):
    """Every second part is solved: whoever is stuck in one part can do the next."""
    due = tagged_exercises(str(minutes(workshop)))
    parts = [{cell.id for cell in cells} for cells in parts_of(workshop)]
    with_exercises = [part for part in parts if part & set(due)]
    assert len(with_exercises) >= 5
    solved = set().union(*with_exercises[first::2])
    executed = run_with(workshop, [name for name in due if name in solved])
    assert not [error for error in errors(executed) if error[0] in solved]


@pytest.mark.parametrize("workshop", WORKSHOPS)
def test_the_hosts_copy_is_executed_with_its_figures(workshop):
    cells = [cell for cell in notebook("solutions", workshop).cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells)
    figures = [cell for cell in cells if "figure" in cell.metadata.get("tags", [])]
    assert len(figures) >= 5
    for cell in figures:
        assert any("data:image/png" in output.data["text/html"] for output in cell.outputs)
    assert not any(output.get("name") == "stderr" for cell in cells for output in cell.outputs)


SMALL_TEXT = """\
# A workshop

```{code-cell}
:tags: [take]

%s
```
"""

EXERCISE = """\
# 1 · A lesson

The first paragraph.

The second one.

### Exercise: `clock(position, rate=1.0)`

```{code-cell}
---
nbgrader:
  {grade: false, grade_id: clock, locked: false, schema_version: 3, solution: true, task: false}
tags: ['5']
---
def clock(position, rate=1.0):
    ### BEGIN SOLUTION
    return position
    ### END SOLUTION
```

```{code-cell}
---
nbgrader:
  {grade: true, grade_id: test_clock, locked: true, points: 1, schema_version: 3, solution: false,
   task: false}
---
clock(1)
```
"""


@pytest.fixture
def small_course(tmp_path):
    """A course of one lesson, and what makes a workshop of five minutes from lines that take."""
    (tmp_path / "nbgrader_config.py").touch()
    (tmp_path / "lessons" / "01_small").mkdir(parents=True)
    (tmp_path / "lessons" / "01_small" / "small.md").write_text(EXERCISE, encoding="utf-8")

    def taking(lines: str) -> Path:
        text = SMALL_TEXT % f"from 01_small\n{lines}"
        (tmp_path / "lessons" / "workshop_5.md").write_text(text, encoding="utf-8")
        return tmp_path

    return taking


def test_a_workshop_is_built_from_what_its_lines_name(small_course):
    course = small_course("paragraph The second\nexercise clock")
    build(course, ["workshop_5"])
    sources = [
        cell.source for cell in nbformat.read(course / "notebooks/workshop_5.ipynb", 4).cells
    ]
    assert sources[3] == "The second one."
    assert "raise NotImplementedError()" in sources[5] and sources[6] == "clock(1)"
    assert [each for each in behind(course) if "workshop" in each] == []


def test_a_workshop_left_behind_is_named(small_course):
    course = small_course("exercise clock")
    build(course, ["workshop_5"])
    small_course("paragraph The first\nexercise clock")
    late = [each for each in behind(course) if "workshop" in each]
    assert len(late) == 2 and "behind the text of workshop_5" in late[0]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("cell no such words\nexercise clock", "found 0 times in 01_small"),
        ("paragraph paragraph\nexercise no_such", '"no_such" is found 0 times'),
        ("paragraph The\nexercise clock", "found 2 times"),
        ("recite clock", "begins with none of from, cell, paragraph"),
        ("paragraph The first", r"tagged 5 are \['clock'\], and those taken are \[\]"),
    ],
)
def test_a_line_that_finds_nothing_is_named(small_course, lines, complaint):
    with pytest.raises(CourseError, match=rf"lessons/workshop_5\.md: .*{complaint}"):
        build(small_course(lines), ["workshop_5"])


def test_a_lesson_rebuilt_takes_its_workshops_along(small_course):
    course = small_course("exercise clock")
    text = course / "lessons" / "01_small" / "small.md"
    opening = "# 1 · A lesson\n\n5 minutes · builds on nothing · one exercise"
    text.write_text(EXERCISE.replace("# 1 · A lesson", opening), encoding="utf-8")
    build(course, ["01_small"])
    assert (course / "notebooks" / "workshop_5.ipynb").is_file()
    assert behind(course) == []
