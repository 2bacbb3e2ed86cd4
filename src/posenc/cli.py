"""The commands that nbgrader and Jupyter do not have already."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code is 0 if it did what it was asked."""
    parser = argparse.ArgumentParser(
        prog="posenc", description="Build and grade the course on how transformers know word order."
    )
    commands = parser.add_subparsers(dest="command", required=True)

    build = commands.add_parser("build", help="make the four editions from the lessons' text")
    build.add_argument(
        "lessons",
        nargs="*",
        metavar="LESSON",
        help="such as 06_rotate or workshop_90; all if none",
    )
    build.set_defaults(run=run_build)

    adopt = commands.add_parser("adopt", help="bring an edit in source/ home to the lesson's text")
    adopt.add_argument("folder", type=Path, help="such as source/06_rotate")
    adopt.set_defaults(run=run_adopt)

    report = commands.add_parser("checks", help="print what each check of the course tries")
    report.set_defaults(run=run_checks)

    demo = commands.add_parser(
        "demo", help="take a class through: release, hand-in, marks, feedback"
    )
    demo.add_argument("--folder", type=Path, help="an empty folder to work in; a new one if none")
    demo.set_defaults(run=run_demo)

    doctor = commands.add_parser(
        "doctor", help="test whether the course runs here, and say how to mend what does not"
    )
    doctor.set_defaults(run=run_doctor)

    pack = commands.add_parser("workshop", help="put all that learners need into one zip, in dist/")
    pack.set_defaults(run=run_workshop)

    options = parser.parse_args(arguments)
    if options.run is run_doctor:
        # It has to work where what the other commands need is missing.
        return run_doctor()
    try:
        from posenc.editions.building import CourseError
    except ModuleNotFoundError as error:
        from posenc.doctor import INSTALL_TO_TEACH

        print(f"posenc {options.command} needs {error.name}:  {INSTALL_TO_TEACH}", file=sys.stderr)
        return 1

    try:
        options.run(options)
    except CourseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def say(line: str) -> None:
    print(line, flush=True)


def run_build(options: argparse.Namespace) -> None:
    from posenc.editions import build, find_course

    build(find_course(), options.lessons, say)


def run_adopt(options: argparse.Namespace) -> None:
    from posenc.editions import adopt, find_course

    adopt(find_course(), options.folder, say)


def run_checks(options: argparse.Namespace) -> None:
    from posenc.editions import find_course
    from posenc.editions.table import checks_page

    say(checks_page(find_course()).rstrip())


def run_demo(options: argparse.Namespace) -> None:
    from posenc.editions import find_course
    from posenc.grading.demo import take_a_class_through

    take_a_class_through(find_course(), options.folder, say)


def run_workshop(options: argparse.Namespace) -> None:
    from posenc.editions import find_course
    from posenc.editions.zipping import zip_workshop

    say(f"{zip_workshop(find_course())} written")


def run_doctor() -> int:
    from posenc.doctor import report

    return 0 if report(Path.cwd(), say) else 1


if __name__ == "__main__":
    sys.exit(main())
