"""nbgrader's settings for this course, each with its reason."""

import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821

course = Path(__file__).resolve().parent

# nbgrader calls the program `alembic` by bare name when it makes a gradebook, and leaves a
# half-made one behind when it is not found: look in this environment first.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])

# A seed that is no number would fail every check of every learner.
seed = os.environ.get("POSENC_SEED", "0").strip()
if not seed.isdecimal():
    sys.exit(f"POSENC_SEED must be a whole number from 0, not {seed!r}. Nothing was graded.")

c.CourseDirectory.course_id = "word_order"
c.CourseDirectory.root = str(course)

# SQLite waits 5 seconds for another writer by default, then stops the whole batch.
c.CourseDirectory.db_url = f"sqlite:///{course / 'gradebook.db'}?timeout=60"

# A test cell that a learner deleted comes back and is graded, instead of waiting for ever for a
# manual grade.
c.OverwriteCells.add_missing_cells = True

# Anything on stderr costs a cell its marks. A warning from right code must not.
c.IgnorePattern.enabled = True
c.IgnorePattern.pattern = "Warning"

# Whatever kernel a notebook was saved with, it is graded in this environment's own.
c.ExecutePreprocessor.kernel_name = "python3"

# A check stops a call after 2 seconds by itself; this is for loops outside of the checks.
c.ExecutePreprocessor.timeout = 30

# nbgrader zip_collect: file names as Moodle, Canvas and Blackboard export them.
c.ZipCollectApp.collector_plugin = "posenc.grading.collecting.PlatformNames"

# The engine: submissions run behind a wall and are examined from outside of it. Without these lines
# nbgrader grades the same notebooks in its own way, in your account (docs/instructors.md).
c.Autograde.sanitize_preprocessors = ["posenc.grading.preprocessors.RepairSubmission"]
c.Autograde.autograde_preprocessors = [
    "posenc.grading.preprocessors.GradeBehindWall",
    "nbgrader.preprocessors.AssignLatePenalties",
]
c.GenerateFeedback.preprocessors = [
    "nbgrader.preprocessors.GetGrades",
    "posenc.grading.preprocessors.HideTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]
