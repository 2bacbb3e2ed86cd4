"""A learning platform's archive, brought to where it is graded by nbgrader's own command."""

import re
import zipfile

import pytest
from course import FULL, LESSON, NAME, hand_in, make_course, marks, solved

from posenc.grading.batch import grade_class
from posenc.grading.demo import nbgrader

pytestmark = pytest.mark.xdist_group("batch")

EXPORTED = {
    f"Ada Lovelace_1234567_assignsubmission_file_{NAME}.ipynb": "Ada_Lovelace_1234567",
    f"Emmy Noether_7654321_assignsubmission_file_/{NAME} (2).ipynb": "Emmy_Noether_7654321",
    f"turingalan_LATE_12345_678901_{NAME}-1.ipynb": "turingalan",
    f"{LESSON}_ghopper_attempt_2026-11-30-10-15-00_{NAME}.ipynb": "ghopper",
    f"Grüße, Müller_42_assignsubmission_file_{NAME}(3).ipynb": "Grüße,_Müller_42",
    f"Li Wei_77_assignsubmission_file_work/{NAME}.ipynb": "Li_Wei_77",
    "my notes.ipynb": "",
}


def test_messy_names_become_learners_and_the_rest_is_told(tmp_path):
    course = make_course(tmp_path / "course")
    file = hand_in(course, "somebody", solved())
    archive = course.folder / "downloaded" / LESSON / "archive"
    archive.mkdir(parents=True)
    with zipfile.ZipFile(archive / "export.zip", "w") as export:
        for name in EXPORTED:
            export.writestr(name, file.read_bytes())
    file.unlink()
    file.parent.rmdir()
    nbgrader(course.folder, "zip_collect", LESSON)
    log = (course.folder / "nbgrader.log").read_text(encoding="utf-8")
    assert re.search(r"Skipped submission with no match .*my notes.ipynb", log)
    found = {place.parts[-3] for place in course.folder.glob(f"submitted/*/*/{NAME}.ipynb")}
    assert found == set(filter(None, EXPORTED.values()))
    stamp = course.folder / "submitted" / "ghopper" / LESSON / "timestamp.txt"
    assert stamp.read_text().startswith("2026-11-30 10:15:00")
    grade_class(course, LESSON, 1, say=lambda line: None)
    assert marks(course) == dict.fromkeys(found, FULL)
