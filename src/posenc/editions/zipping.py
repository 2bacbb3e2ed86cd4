"""All that a learner needs, in one zip: notebooks, posenc, and the packages it was tried with."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from posenc.editions.building import CourseError, behind

FOLDER = "word_order_workshop"


def zip_workshop(course: Path) -> Path:
    """Write ``dist/word_order_workshop.zip``; where it lies.

    Raises
    ------
    CourseError
        If a notebook is behind its text, or `posenc` cannot be packed.
    """
    late = behind(course)
    if late:
        raise CourseError("\n".join(late))
    place = course / "dist" / f"{FOLDER}.zip"
    place.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(course, Path(folder))
        files = {
            "README.md": (course / "docs" / "workshop_readme.md").read_bytes(),
            "requirements.txt": requirements(course, wheel).encode(),
            wheel.name: wheel.read_bytes(),
        }
    for path in [*course.glob("LICENSE*"), *course.glob("notebooks/*.ipynb")]:
        files[path.relative_to(course).as_posix()] = path.read_bytes()
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in sorted(files):
            packed.writestr(f"{FOLDER}/{name}", files[name])
    return place


def build_wheel(course: Path, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    run = subprocess.run(
        [*command, "--directory", str(folder)], cwd=course, capture_output=True, text=True
    )
    if run.returncode:
        raise CourseError(f"posenc could not be packed:\n{run.stderr.strip()}")
    return next(folder.glob("*.whl"))


def requirements(course: Path, wheel: Path) -> str:
    """The locked packages of a learner, and `posenc` itself from the file beside them."""
    locked = (course / "requirements-learn.lock").read_text(encoding="utf-8")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return f"{locked.rstrip()}\n./{wheel.name} \\\n    --hash=sha256:{digest}\n"
