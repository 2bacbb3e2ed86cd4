"""The four editions are what their text makes, and hold what they should and nothing else."""

import csv
import re
import shutil
from pathlib import Path

import nbformat
import pytest

from posenc.editions import adopt, behind, build, lesson_names
from posenc.editions.building import CourseError, lesson_text, make_editions, places
from posenc.editions.text import read_text, write_text
from posenc.exercises import all_exercises

COURSE = Path(__file__).resolve().parents[2]
LESSONS = lesson_names(COURSE)
MARKERS = {
    "### BEGIN SOLUTION",
    "### END SOLUTION",
    "### BEGIN HIDDEN TESTS",
    "### END HIDDEN TESTS",
}


def notebook(edition: str, lesson: str):
    return nbformat.read(places(COURSE, lesson)[edition], as_version=4)


def graded(cell) -> dict:
    return cell.metadata.get("nbgrader", {})


@pytest.fixture
def copy_of_course(tmp_path) -> Path:
    """Text, settings and source of one lesson, free to be changed."""
    lesson = LESSONS[0]
    shutil.copytree(COURSE / "lessons" / lesson, tmp_path / "lessons" / lesson)
    shutil.copytree(COURSE / "source" / lesson, tmp_path / "source" / lesson)
    shutil.copy(COURSE / "nbgrader_config.py", tmp_path)
    return tmp_path


def test_no_committed_edition_is_behind_its_text():
    assert behind(COURSE) == []


def test_an_edition_left_behind_is_named_with_its_lesson(copy_of_course):
    lesson = LESSONS[0]
    text = lesson_text(copy_of_course, lesson)
    text.write_text(text.read_text(encoding="utf-8").replace("After this", "Behind this", 1))
    sentences = behind(copy_of_course)
    assert any(f"source/{lesson}" in each and f"text of {lesson}" in each for each in sentences)
    assert any(f"solutions/{lesson}.ipynb is missing" in each for each in sentences)


@pytest.mark.parametrize("lesson", LESSONS)
def test_text_to_notebook_and_back_changes_nothing(lesson):
    text = lesson_text(COURSE, lesson).read_text(encoding="utf-8")
    assert write_text(read_text(text)) == text


@pytest.mark.parametrize("lesson", LESSONS)
def test_making_the_editions_twice_gives_the_same(lesson):
    text = lesson_text(COURSE, lesson).read_text(encoding="utf-8")
    assert make_editions(text, lesson) == make_editions(text, lesson)


@pytest.mark.parametrize("lesson", LESSONS)
def test_markers_are_spelled_right_and_paired(lesson):
    for cell in notebook("source", lesson).cells:
        lines = [
            line.strip()
            for line in cell.source.splitlines()
            if re.search(r"#.*(BEGIN|START|END)\W.*(HIDDEN|SOLUTION|MARK)", line, re.IGNORECASE)
        ]
        assert set(lines) <= MARKERS, lines
        assert len(lines) % 2 == 0
        for begin, end in zip(lines[0::2], lines[1::2]):
            assert begin.startswith("### BEGIN") and end == begin.replace("BEGIN", "END")


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_solution_cell_has_one_region_and_every_test_cell_one_hidden_part(lesson):
    for cell in notebook("source", lesson).cells:
        if graded(cell).get("solution"):
            assert cell.source.count("### BEGIN SOLUTION") == 1
        if graded(cell).get("grade"):
            assert cell.source.count("### BEGIN HIDDEN TESTS") == 1
            assert f'check("{graded(cell)["grade_id"].removeprefix("test_")}")' in cell.source


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_exercise_has_a_cell_to_write_in_and_a_test(lesson):
    ids = [graded(cell).get("grade_id") for cell in notebook("source", lesson).cells]
    names = [each for each in ids if each and not each.startswith("test_")]
    assert [each for each in ids if each] == [
        each for name in names for each in (name, f"test_{name}")
    ]
    assert set(names) <= {exercise.name for exercise in all_exercises()}


def test_the_lessons_hold_every_exercise_in_order():
    ids = [
        graded(cell)["grade_id"]
        for lesson in LESSONS
        for cell in notebook("source", lesson).cells
        if graded(cell).get("solution")
    ]
    assert ids == [exercise.name for exercise in all_exercises()]


def test_grade_ids_and_points_are_those_on_record():
    """Once students have handed in, ids may not change: a new exercise gets a new line here."""
    with open(COURSE / "lessons" / "grade_ids.csv", newline="", encoding="utf-8") as file:
        recorded = [
            (row["lesson"], row["grade_id"], float(row["points"])) for row in csv.DictReader(file)
        ]
    found = [
        (lesson, graded(cell)["grade_id"], float(graded(cell)["points"]))
        for lesson in LESSONS
        for cell in notebook("source", lesson).cells
        if graded(cell).get("grade")
    ]
    assert found == recorded


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("edition", ["source", "release", "notebooks", "solutions"])
def test_ids_are_unique_and_the_kernel_is_python3(edition, lesson):
    made = notebook(edition, lesson)
    ids = [cell.id for cell in made.cells]
    assert len(set(ids)) == len(ids)
    assert made.metadata.kernelspec.name == "python3"


def test_release_holds_notebooks_only():
    files = [path for path in (COURSE / "release").rglob("*") if path.is_file()]
    assert {path.suffix for path in files} == {".ipynb"}
    assert len(files) == len(LESSONS)


@pytest.mark.parametrize("lesson", LESSONS)
def test_release_and_notebooks_hold_no_solution_and_no_marker(lesson):
    solutions = [
        re.search(r"BEGIN SOLUTION\n(.*?)\n\s*### END SOLUTION", cell.source, re.DOTALL)[1]
        for cell in notebook("source", lesson).cells
        if graded(cell).get("solution")
    ]
    assert solutions
    for edition in ("release", "notebooks"):
        text = "\n".join(cell.source for cell in notebook(edition, lesson).cells)
        assert not any(marker.removeprefix("### ") in text for marker in MARKERS)
        assert not any(solution in text for solution in solutions)
    assert "posenc" not in "\n".join(cell.source for cell in notebook("release", lesson).cells)


@pytest.mark.parametrize("lesson", LESSONS)
def test_test_cells_show_examples_and_say_that_more_is_tried(lesson):
    for cell in notebook("release", lesson).cells:
        if graded(cell).get("grade"):
            assert "assert" in cell.source
            assert "Checks and grading try many more" in cell.source


@pytest.mark.parametrize("lesson", LESSONS)
def test_notebooks_check_at_once(lesson):
    cells = notebook("notebooks", lesson).cells
    names = re.findall(r'^check\("(\w+)"\)$', "\n".join(c.source for c in cells), re.MULTILINE)
    assert names == [
        graded(cell)["grade_id"]
        for cell in notebook("source", lesson).cells
        if graded(cell).get("solution")
    ]


@pytest.mark.parametrize("lesson", LESSONS)
def test_solutions_are_executed_without_a_word_on_stderr(lesson):
    cells = [cell for cell in notebook("solutions", lesson).cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells)
    assert not any(output.get("name") == "stderr" for cell in cells for output in cell.outputs)


def anchors(edition: str, lesson: str) -> list[str]:
    words = "\n".join(
        cell.source for cell in notebook(edition, lesson).cells if cell.cell_type == "markdown"
    )
    return re.findall(r'^<a id="([^"]+)"></a>\n\n## ', words, re.MULTILINE)


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("edition", ["notebooks", "solutions"])
def test_learners_editions_open_with_a_list_of_the_sections(edition, lesson):
    title, contents = notebook(edition, lesson).cells[:2]
    assert title.source.startswith("# ")
    links = re.findall(r"^\d+\. \[(.+)\]\(#([^)]+)\)", contents.source, re.MULTILINE)
    text = lesson_text(COURSE, lesson).read_text(encoding="utf-8")
    assert [words for words, _ in links] == re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert [target for _, target in links] == anchors(edition, lesson)
    exercises = re.findall(r"^### Exercise: `(\w+)", text, re.MULTILINE)
    assert re.findall(r" · `(\w+)`", contents.source) == exercises


def test_no_link_leads_into_another_notebook_that_is_open():
    """A front end looks for a link's target in all of them."""
    targets = [
        each
        for edition in ("notebooks", "solutions")
        for lesson in LESSONS
        for each in anchors(edition, lesson)
    ]
    assert len(set(targets)) == len(targets) > 200


@pytest.mark.parametrize("lesson", LESSONS)
def test_progress_stands_first_and_last_for_self_paced_learners_alone(lesson):
    code = [cell.source for cell in notebook("notebooks", lesson).cells if cell.cell_type == "code"]
    assert code[0].endswith("\nposenc.progress()") and code[-1].endswith("\nposenc.progress()")
    assert sum("progress" in each for each in code) == 2
    for edition in ("source", "release", "solutions"):
        assert not any("posenc.progress" in cell.source for cell in notebook(edition, lesson).cells)


def test_a_setup_cell_of_a_lessons_own_is_kept():
    text = lesson_text(COURSE, LESSONS[0]).read_text(encoding="utf-8")
    changed = read_text(text)
    setup = next(cell for cell in changed.cells if "setup" in cell.metadata.get("tags", []))
    setup.source += "\nplt.rcParams['figure.dpi'] = 50"
    again = read_text(write_text(changed))
    assert next(cell for cell in again.cells if cell.id == setup.id).source == setup.source


def test_adopt_brings_an_edit_home(copy_of_course):
    lesson = LESSONS[0]
    place = places(copy_of_course, lesson)["source"]
    edited = nbformat.read(place, as_version=4)
    edited.cells[0].source += "\n\nA sentence from the sidebar."
    test = next(cell for cell in edited.cells if graded(cell).get("grade"))
    test.metadata.nbgrader["points"] = 9
    # What a front end leaves behind stays out of the text.
    test.metadata["editable"] = True
    edited.metadata["language_info"] = {"name": "python", "version": "3.99"}
    nbformat.write(edited, place)

    adopt(copy_of_course, place.parent)

    text = lesson_text(copy_of_course, lesson).read_text(encoding="utf-8")
    assert "A sentence from the sidebar." in text and "points: 9" in text
    assert "editable" not in text and "3.99" not in text
    assert behind(copy_of_course) == []
    before = lesson_text(COURSE, lesson).read_text(encoding="utf-8").splitlines()
    assert len(set(text.splitlines()) - set(before)) == 2


def test_adopt_refuses_when_the_text_has_moved_on(copy_of_course):
    lesson = LESSONS[0]
    text = lesson_text(copy_of_course, lesson)
    text.write_text(text.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    before = text.read_text(encoding="utf-8")
    with pytest.raises(CourseError, match="has changed since"):
        adopt(copy_of_course, copy_of_course / "source" / lesson)
    assert text.read_text(encoding="utf-8") == before


def edit_source(course: Path, change) -> Path:
    """Change the first lesson's source notebook as a front end would; its folder."""
    place = places(course, LESSONS[0])["source"]
    edited = nbformat.read(place, as_version=4)
    change(edited)
    nbformat.write(edited, place)
    return place.parent


def test_build_refuses_to_lose_an_edit(copy_of_course):
    def add_a_sentence(notebook):
        notebook.cells[0].source += "\n\nMine."

    folder = edit_source(copy_of_course, add_a_sentence)
    with pytest.raises(CourseError, match=f"posenc adopt source/{LESSONS[0]}"):
        build(copy_of_course)
    assert any("Mine." in path.read_text(encoding="utf-8") for path in folder.iterdir())


def test_adopt_writes_nothing_when_the_edited_lesson_does_not_run(copy_of_course):
    def break_a_cell(notebook):
        next(cell for cell in notebook.cells if cell.cell_type == "code").source += "\n1 / 0"

    text = lesson_text(copy_of_course, LESSONS[0])
    before = text.read_text(encoding="utf-8")
    folder = edit_source(copy_of_course, break_a_cell)
    with pytest.raises(CourseError, match="stops at a cell"):
        adopt(copy_of_course, folder)
    assert text.read_text(encoding="utf-8") == before
    # Mended, it is taken.
    edit_source(copy_of_course, lambda notebook: mend(notebook, "\n1 / 0", "\nnp.arange(3)"))
    adopt(copy_of_course, folder)
    assert "np.arange(3)" in text.read_text(encoding="utf-8")


def mend(notebook, wrong: str, right: str) -> None:
    for cell in notebook.cells:
        cell.source = cell.source.replace(wrong, right)


def test_adopt_takes_a_folder_of_source_only(copy_of_course):
    with pytest.raises(CourseError, match="Name a folder in source/"):
        adopt(copy_of_course, copy_of_course / "release" / LESSONS[0])


def test_an_unknown_lesson_is_named(copy_of_course):
    with pytest.raises(CourseError, match=f'no lesson "42_nothing".*{LESSONS[0]}'):
        build(copy_of_course, ["42_nothing"])
