"""Calls and arrays as text, small enough to read, the first difference marked."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from posenc.exercises.declaring import Arguments, Handed, Steps

COLUMNS = 8
ROWS = 6
STEPS = 14
LINE = 84


def show_number(number: float) -> str:
    """Four figures, whole numbers in full."""
    if not np.isfinite(number):
        return {"nan": "NaN", "inf": "inf", "-inf": "-inf"}[str(float(number))]
    if float(number).is_integer() and abs(number) < 1e9:
        return str(int(number))
    size = abs(number)
    if 1e-3 <= size < 1e5:
        return f"{number:.{max(0, 3 - max(0, int(np.floor(np.log10(size)))))}f}"
    return f"{number:.3e}"


def show_value(value: Any) -> str:
    """An argument or a result on one line, long ones cut short; floats keep their point."""
    if isinstance(value, Handed):
        return f"<{value.shown}>"
    if isinstance(value, np.bool_):
        return repr(bool(value))
    if isinstance(value, (bool, str, int)):
        return repr(value)
    if isinstance(value, float) and len(repr(value)) <= 8:
        return repr(value)
    array = np.asarray(value)
    if array.size == 0:
        return f"an empty array of shape {array.shape}"
    if array.ndim == 0:
        shown = show_number(float(array))
        return f"{shown}.0" if array.dtype.kind == "f" and shown.lstrip("-").isdigit() else shown
    rest = f", … {len(array)} in all" if len(array) > COLUMNS else ""
    return "[" + ", ".join(map(show_value, array[:COLUMNS])) + rest + "]"


def show_call(name: str, names: list[str], arguments: Arguments) -> list[str]:
    """The call on one line if it fits, otherwise an argument a line; steps below it."""
    if arguments and isinstance(arguments[-1], Steps):
        variable = re.findall("[A-Z][a-z]*", name)[-1].lower()
        made = show_call(name, names, arguments[:-1])
        steps = [
            f"{variable}.{method}({show_value(value)})" for method, value in arguments[-1].taken
        ]
        if len(steps) > STEPS:
            left = len(steps) - STEPS
            steps = [*steps[: STEPS // 2], f"… {left} steps more", *steps[-STEPS // 2 :]]
        return [f"{variable} = {made[0]}", *made[1:], *steps]
    shown = [f"{word}={show_value(value)}" for word, value in zip(names, arguments)]
    line = f"{name}({', '.join(shown)})"
    if len(line) <= LINE and not any(is_table(value) for value in arguments):
        return [line]
    lines = [f"{name}("]
    for word, value in zip(names, arguments):
        block = show_block(value)
        lines.append(f"    {word} = {block[0]}")
        lines += [" " * (len(word) + 7) + row for row in block[1:]]
        lines[-1] += ","
    return [*lines, ")"]


def is_table(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim > 1


def show_block(value: Any) -> list[str]:
    """A value on as many lines as it has rows; of many rows the first ones."""
    if not is_table(value) or value.size == 0:
        return [show_value(value)]
    rows = [show_value(row) for row in value[:ROWS]]
    lines = [("[" if number == 0 else " ") + row for number, row in enumerate(rows)]
    if len(value) > ROWS:
        return [*lines, f" … {len(value)} rows in all]"]
    return [*lines[:-1], lines[-1] + "]"]


def indent_after(word: str, lines: list[str]) -> list[str]:
    """The first line behind `word`, the others below it."""
    return [word + lines[0], *(" " * len(word) + line for line in lines[1:])]


def show_comparison(
    expected: np.ndarray | None, given: np.ndarray | None, where: tuple[int, ...] | None
) -> list[str]:
    """Expected and given one below the other, a row each, with a mark under the difference.

    Arrays with rows are shown at the first row that differs, long rows around the first
    component that differs.
    """
    if expected is None or given is None or expected.shape != given.shape:
        sides = (("expected", expected), ("you gave", given))
        return [
            line
            for word, side in sides
            if side is not None
            for line in indent_after(f"{word}  ", show_block(whole_where_whole(side)))
        ]
    where = where or (0,) * expected.ndim
    row, column = where[:-1], where[-1] if where else 0
    expected_row = without_dust(np.atleast_1d(expected[row]))
    given_row = without_dust(np.atleast_1d(given[row]))
    start = max(0, min(column - COLUMNS // 2, len(expected_row) - COLUMNS))
    part = slice(start, start + COLUMNS)
    pairs = [
        [show_number(side) for side in sides]
        for sides in zip(expected_row[part], given_row[part], strict=True)
    ]
    sizes = [max(map(len, pair)) for pair in pairs]
    before = "… " if start else ""
    after = " …" if start + COLUMNS < len(expected_row) else ""

    def line(word: str, side: int) -> str:
        numbers = [pair[side].rjust(size) for pair, size in zip(pairs, sizes, strict=True)]
        return f"{word}  {before}{'  '.join(numbers)}{after}"

    place = column - start
    indent = len("expected  " + before) + sum(size + 2 for size in sizes[:place])
    mark = " " * indent + "^" * sizes[place]
    return [line("expected", 0), line("you gave", 1), f"{mark}  {describe_place(where)}".rstrip()]


def whole_where_whole(values: np.ndarray) -> np.ndarray:
    """As integers if all of them are: indices and counts read better without a point."""
    whole = np.all(np.abs(values) < 2**53) and np.array_equal(values, np.round(values))
    return values.astype(int) if whole else values


def without_dust(row: np.ndarray) -> np.ndarray:
    """The row with what is only rounding, such as the cosine of a quarter turn, as 0."""
    finite = np.abs(row[np.isfinite(row)])
    return np.where(np.abs(row) < 1e-12 * finite.max(initial=0), 0.0, row)


def describe_place(where: tuple[int, ...]) -> str:
    if not where:
        return "differs"
    if len(where) == 1:
        return f"component {where[0]} differs"
    if len(where) == 2:
        return f"row {where[0]}, component {where[1]} differs"
    return f"[{', '.join(map(str, where))}] differs"
