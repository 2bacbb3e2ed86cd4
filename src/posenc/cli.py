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
        "lessons", nargs="*", metavar="LESSON", help="such as 06_rotate; all if none"
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

    browser = commands.add_parser(
        "browser", help="lay out the notebooks for a JupyterLite site (make lite)"
    )
    browser.add_argument("folder", type=Path, help="is emptied first")
    browser.add_argument("--pyodide", type=Path, help="a Pyodide distribution to take along")
    browser.set_defaults(run=run_browser)

    options = parser.parse_args(arguments)
    from posenc.editions.building import CourseError

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


def run_browser(options: argparse.Namespace) -> None:
    from posenc.editions import find_course
    from posenc.editions.browser import lay_out_site

    lay_out_site(find_course(), options.folder, options.pyodide)


if __name__ == "__main__":
    sys.exit(main())
