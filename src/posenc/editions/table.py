"""The README's table of lessons, made from the lessons themselves."""

from __future__ import annotations

import re
from pathlib import Path

from posenc.editions.text import read_text

BEGIN, END = "<!-- lessons: made by make build -->", "<!-- end of lessons -->"


def lessons_table(course: Path) -> str:
    """A Markdown table: lesson, minutes, exercises, points, with totals."""
    rows, totals = [], [0, 0, 0]
    for path in sorted((course / "lessons").glob("*/*.md")):
        cells = read_text(path.read_text(encoding="utf-8")).cells
        title = re.search(r"^# (.+)$", cells[0].source, re.MULTILINE)[1]
        grading = [cell.metadata.get("nbgrader", {}) for cell in cells]
        numbers = [
            int(re.search(r"^(\d+) minutes", cells[0].source, re.MULTILINE)[1]),
            sum(bool(each.get("solution")) for each in grading),
            sum(each.get("points", 0) for each in grading),
        ]
        totals = [total + number for total, number in zip(totals, numbers)]
        rows.append([f"[{title}](notebooks/{path.parent.name}.ipynb)", *map(str, numbers)])
    head = ["lesson", "minutes", "exercises", "points"]
    lines = [head, ["---", "---:", "---:", "---:"], *rows, ["in all", *map(str, totals)]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def update_readme(course: Path, readme: str) -> str:
    """`readme` with the table between its two marks made anew; unchanged if it has no marks."""
    if BEGIN not in readme:
        return readme
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{lessons_table(course)}\n\n{END}{after}"
