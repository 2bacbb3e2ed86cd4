"""`posenc doctor` in environments that are sound, poor and broken: real ones, set up for it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from posenc.doctor import inside
from posenc.editions.zipping import build_wheel

pytestmark = pytest.mark.xdist_group("doctor")

COURSE = Path(__file__).resolve().parents[1]
UV = str(Path(sys.executable).with_name("uv"))
POSENC = "bin/posenc" if os.name == "posix" else "Scripts/posenc.exe"


def environment(folder: Path, *packages: str) -> Path:
    """A new environment with posenc and these packages of the lock file; its `posenc`."""
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    wheel = build_wheel(COURSE, folder)
    install = [UV, "pip", "install", "--quiet", "--python", str(folder)]
    locked = ["--constraints", str(COURSE / "requirements.lock")]
    subprocess.run([*install, *locked, str(wheel), *packages], check=True)
    return folder / POSENC


def doctor(posenc: Path, folder: Path, **surroundings: str) -> tuple[int, str]:
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    run = subprocess.run(
        [str(posenc), "doctor"],
        cwd=folder,
        env=kept | surroundings,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert run.stderr == ""
    return run.returncode, run.stdout


@pytest.fixture(scope="session")
def bare(tmp_path_factory) -> Path:
    return environment(tmp_path_factory.mktemp("bare") / "venv")


@pytest.fixture(scope="session")
def learners(tmp_path_factory) -> Path:
    """All that a learner has but JupyterLab."""
    folder = tmp_path_factory.mktemp("learners") / "venv"
    return environment(folder, "matplotlib", "ipykernel")


def test_a_sound_environment_is_well(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "posenc.cli", "doctor"], cwd=tmp_path, capture_output=True, text=True
    )
    states = {line[:10].strip() for line in run.stdout.splitlines() if "  " in line}
    assert run.returncode == 0, run.stdout
    assert "kernel python3 runs" in run.stdout and "told what is wrong: clockwise" in run.stdout
    assert states <= {"ok", "not needed", "to mend"}
    assert f"{tmp_path} can be written to" in run.stdout


def test_numpy_alone_is_enough_to_ask_and_all_else_is_named(bare, tmp_path):
    code, said = doctor(bare, tmp_path)
    assert code == 1
    for name, ranges in (("matplotlib", ">=3.8"), ("ipykernel", ">=6.29")):
        assert f'to mend     {name} is missing:  python -m pip install "{name}{ranges}"' in said
    assert "to mend     jupyterlab is missing" in said
    assert "ok          a right rotate_pair passes its check" in said
    assert "not needed  ipywidgets, to move pictures with sliders" in said
    assert "not needed  nbgrader" in said
    assert "jupytext" not in said and "bubblewrap" not in said
    assert said.endswith("To mend before a lesson can be done: 3, marked above.\n")


def test_a_learner_without_nbgrader_lacks_what_is_missing_and_no_more(learners, tmp_path):
    code, said = doctor(learners, tmp_path)
    assert code == 1
    assert [line for line in said.splitlines() if line.startswith("to mend")] == [
        'to mend     jupyterlab is missing:  python -m pip install "jupyterlab<5,>=4.2"'
    ]
    assert "kernel python3 runs, in this environment" in said


def test_a_kernel_of_another_environment_is_found_out(learners, tmp_path):
    """What is left in a home folder from an earlier course: the kernel that lacks the packages."""
    spec = tmp_path / "kernels" / "python3"
    spec.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(
        json.dumps({"argv": argv, "display_name": "old", "language": "python"})
    )
    surroundings = {"JUPYTER_PATH": str(tmp_path), "JUPYTER_PREFER_ENV_PATH": "0"}
    code, said = doctor(learners, tmp_path, **surroundings)
    assert code == 1
    assert f"the kernel python3 belongs to {sys.prefix}, not to here" in said
    assert "ipykernel install --sys-prefix --name python3" in said


def test_a_kernel_that_does_not_start_is_found_out(learners, tmp_path):
    spec = tmp_path / "kernels" / "python3"
    spec.mkdir(parents=True)
    argv = [str(tmp_path / "no_python_here"), "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(
        json.dumps({"argv": argv, "display_name": "gone", "language": "python"})
    )
    surroundings = {"JUPYTER_PATH": str(tmp_path), "JUPYTER_PREFER_ENV_PATH": "0"}
    code, said = doctor(learners, tmp_path, **surroundings)
    assert code == 1 and "the kernel python3 does not start" in said


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs a folder nobody can write to")
def test_a_folder_that_cannot_be_written_to_is_named(bare):
    code, said = doctor(bare, Path("/proc"))
    assert code == 1
    assert "to mend     /proc cannot be written to" in said
    assert "copy the notebooks to a folder of your own" in said


def test_a_package_out_of_range_is_named_with_the_range(tmp_path, bare):
    """The metadata of an older NumPy, found first; NumPy itself is sound."""
    old = tmp_path / "old" / "numpy-1.26.4.dist-info"
    old.mkdir(parents=True)
    (old / "METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 1.26.4\n")
    code, said = doctor(bare, tmp_path, PYTHONPATH=str(tmp_path / "old"))
    assert code == 1
    assert 'numpy 1.26.4 is not in >=2.0:  python -m pip install "numpy>=2.0"' in said


def test_a_teacher_without_bubblewrap_is_told_and_may_begin(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "posenc.cli", "doctor"],
        cwd=tmp_path,
        env=os.environ | {"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    if sys.platform == "linux":
        assert "to mend     bubblewrap is missing" in run.stdout
        assert run.stdout.endswith("Learners can begin. To mend for teachers: 1, marked above.\n")
    assert run.returncode == 0, run.stdout


def test_a_teachers_command_says_what_it_needs(bare, tmp_path):
    run = subprocess.run([str(bare), "build"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1
    assert re.match(r"posenc build needs \w+:  python -m pip install", run.stderr)
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("version", "ranges", "fits"),
    [
        ("2.0.0", ">=2.0", True),
        ("2", ">=2.0", True),
        ("1.26.4", ">=2.0", False),
        ("4.10.1", "<5,>=4.2", True),
        ("5.0.0a1", "<5,>=4.2", False),
        ("3.15.0rc1", "<3.15,>=3.11", False),
        ("3.14.2+local", "<3.15,>=3.11", True),
        ("0.9.10", "<0.10,>=0.9.6", True),
        ("1.0", "", True),
    ],
)
def test_versions_are_compared_by_their_numbers(version, ranges, fits):
    assert inside(version, ranges) is fits
