"""The project's own files agree with each other."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from posenc.doctor import inside
from posenc.editions.building import COURSE_FACTS
from posenc.editions.table import checks_page, course_facts, lessons_table, update_readme

COURSE = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((COURSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIRED = ["notebooks", "solutions", "source", "release", "nbgrader_config.py", "environment.yml"]


def requirements() -> dict[str, str]:
    """Package to range, of the package itself and of what learning and teaching need."""
    extras = PROJECT["optional-dependencies"]
    lines = [*PROJECT["dependencies"], *extras["learn"], *extras["teach"]]
    return dict(split(line) for line in lines if not line.startswith("posenc["))


def split(requirement: str) -> tuple[str, str]:
    name, ranges = re.fullmatch(r"([\w-]+)(.*)", requirement).groups()
    return name, ranges


def test_environment_yml_has_the_same_packages_and_ranges():
    environment = yaml.safe_load((COURSE / "environment.yml").read_text(encoding="utf-8"))
    *conda, pip = environment["dependencies"]
    # Binder takes a version with "=" for its own, and starts from another when it finds a range.
    python = re.fullmatch(r"=(3\.\d+)", dict(split(line) for line in conda)["python"])
    assert inside(python[1], PROJECT["requires-python"])
    assert dict(split(line) for line in pip["pip"] if line != "-e .") == requirements()


def test_the_lock_pins_everything_inside_the_ranges():
    lock = (COURSE / "requirements.lock").read_text(encoding="utf-8")
    pins = re.findall(r"^([\w.-]+)==(\S+)", lock, re.MULTILINE)
    for name in requirements():
        assert name in dict(pins), f"{name} is not pinned"
    assert dict(pins)["nbgrader"].startswith("0.9.")
    assert not re.search(r"https?://", lock)


def test_a_learners_lock_is_a_part_of_the_lock():
    def pins(name):
        lock = (COURSE / name).read_text(encoding="utf-8")
        assert not re.search(r"https?://", lock)
        return set(re.findall(r"^([\w.-]+==\S+)", lock, re.MULTILINE))

    learners = pins("requirements-learn.lock")
    assert learners < pins("requirements.lock")
    for name in ("numpy", "matplotlib", "ipykernel", "jupyterlab"):
        assert any(pin.startswith(f"{name}==") for pin in learners)


@pytest.mark.parametrize("name", REQUIRED)
def test_what_the_course_promises_stands_at_the_top(name):
    assert (COURSE / name).exists()


def test_the_readmes_table_of_lessons_is_current():
    readme = (COURSE / "README.md").read_text(encoding="utf-8")
    assert lessons_table(COURSE) in readme
    assert update_readme(COURSE, readme) == readme


def test_the_table_of_checks_is_current():
    page = (COURSE / "docs" / "checks.md").read_text(encoding="utf-8")
    assert page == checks_page(COURSE), "run make build"


def test_what_progress_knows_of_the_lessons_is_current():
    assert (COURSE / COURSE_FACTS).read_text(encoding="utf-8") == course_facts(COURSE), "make build"


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_links_in_documents_lead_to_files(document):
    text = (COURSE / document).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!http|#)([^)#]+)\)", text):
        assert (COURSE / target).exists(), target


def test_every_make_target_in_the_readme_exists():
    readme = (COURSE / "README.md").read_text(encoding="utf-8")
    makefile = (COURSE / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"(?:`|^    )make ([a-z-]+)", readme, re.MULTILINE)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_ci_calls_what_the_readme_says():
    script = (COURSE / ".ci" / "run").read_text(encoding="utf-8")
    commands = [
        line for line in script.splitlines() if line and not line.startswith(("#", "set ", "cd "))
    ]
    readme = (COURSE / "README.md").read_text(encoding="utf-8")
    testing = readme.split("## Test\n")[1].split("\n## ")[0]
    told = re.findall(r"^    (make \S+)$", testing, re.MULTILINE)
    assert commands == told and commands[1] == "make test"


def test_posenc_itself_needs_numpy_alone():
    """A learner's process imports nothing of Jupyter, and no answers until a check needs them."""
    code = (
        "import sys, posenc; "
        "loaded = {name.split('.')[0] for name in sys.modules}; "
        "assert not loaded & {'IPython', 'nbformat', 'nbgrader', 'matplotlib', 'jupytext'}; "
        "assert not {name for name in sys.modules if name.startswith('posenc.exercises.')} "
        "- {'posenc.exercises.declaring'}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_imports_run_downwards():
    order = ["exercises", "standing", "checking", "editions", "grading", "cli"]
    allowed = {
        "exercises": {"exercises"},
        "standing": {"standing"},
        "checking": {"checking", "standing", "exercises"},
        "editions": {"editions", "checking", "exercises"},
        "grading": {"grading", "editions", "checking", "exercises"},
        "cli": set(order),
    }
    for part in order[:-1]:
        for path in (COURSE / "src" / "posenc" / part).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            used = set(re.findall(r"(?:from|import) posenc\.(\w+)", text))
            assert used <= allowed[part], f"{path.name} imports {used - allowed[part]}"


def test_the_style_is_clean():
    for words in (["check"], ["format", "--check"]):
        run = subprocess.run(
            [sys.executable, "-m", "ruff", *words, "."], cwd=COURSE, capture_output=True, text=True
        )
        assert run.returncode == 0, run.stdout
