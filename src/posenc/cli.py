"""The commands that nbgrader and Jupyter do not have already."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections import Counter
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

    grade = commands.add_parser("grade", help="grade a class on all cores, behind a wall")
    grade.add_argument("lesson", metavar="LESSON", help="such as 06_rotate")
    grade.add_argument("--figures", action="store_true", help="draw the pictures, too")
    grade.add_argument("--again", action="store_true", help="grade what is graded already, too")
    grade.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster, such as tcp://node1:8786"
    )
    grade.set_defaults(run=run_grade)

    report = commands.add_parser("report", help="print what a graded class got wrong, and why")
    report.add_argument("lesson", metavar="LESSON", help="such as 06_rotate")
    report.add_argument("--csv", type=Path, help="write it to this file, too")
    report.set_defaults(run=run_report)

    checks = commands.add_parser("checks", help="print what each check of the course tries")
    checks.set_defaults(run=run_checks)

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

    browser = commands.add_parser(
        "browser", help="lay out the notebooks for a JupyterLite site (make lite)"
    )
    browser.add_argument("folder", type=Path, help="is emptied first")
    browser.add_argument("--pyodide", type=Path, help="a Pyodide distribution to take along")
    browser.set_defaults(run=run_browser)

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


def run_grade(options: argparse.Namespace) -> None:
    from posenc.editions.building import CourseError
    from posenc.grading.batch import grade_class
    from posenc.grading.recording import Course
    from posenc.grading.seeds import class_seed

    course = Course.find()
    course.source(options.lesson)
    seed = class_seed(course.folder, options.lesson)
    say(f"Grading {options.lesson} on seed {seed}")
    with scheduler(options.scheduler) as executor:
        grading = grade_class(
            course,
            options.lesson,
            seed,
            figures=options.figures,
            again=options.again,
            executor=executor,
        )
    for status, count in Counter(grading.statuses.values()).most_common():
        say(f"{count} {status}")
    if grading.left:
        raise CourseError(
            f"{len(grading.left)} have no marks yet: {', '.join(grading.left)}. "
            "The same command goes on with them."
        )


@contextlib.contextmanager
def scheduler(address: str | None):
    """An executor of the Dask cluster at `address`; None without one."""
    if address is None:
        yield None
        return
    from posenc.editions.building import CourseError

    try:
        from distributed import Client
    except ImportError:
        raise CourseError(
            "Grading on a cluster needs Dask: pip install '.[cluster]' in the course's folder."
        ) from None
    try:
        client = Client(address, timeout=10)
    except OSError as error:
        raise CourseError(f"No Dask scheduler answers at {address}: {error}") from None
    with client:
        yield client.get_executor(pure=False)


def run_report(options: argparse.Namespace) -> None:
    from posenc.grading.recording import Course
    from posenc.grading.reporting import as_csv, read_rows, table

    rows = read_rows(Course.find(), options.lesson)
    for line in table(rows):
        say(line)
    if options.csv:
        options.csv.write_text(as_csv(rows), encoding="utf-8")
        say(f"Written to {options.csv}")


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


def run_browser(options: argparse.Namespace) -> None:
    from posenc.editions import find_course
    from posenc.editions.browser import lay_out_site

    lay_out_site(find_course(), options.folder, options.pyodide)


if __name__ == "__main__":
    sys.exit(main())
