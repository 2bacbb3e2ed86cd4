"""Submissions that are broken, careless or hostile: each a change to a solved notebook of lesson 1.

Lesson 1 has the exercises attend (2 points), order_gap (1) and same_answer (2), whose examples
call attend: where that fails, both do.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass

import nbformat
from nbformat import NotebookNode

ALL = {"attend", "order_gap", "same_answer"}
GRADED, REPAIRED, TIMED_OUT = "graded", "graded after repair", "timed out"
CRASHED, UNREADABLE = "crashed", "unreadable"


@dataclass(frozen=True)
class Hostile:
    """One submission, the status it must get and the exercises that must earn their points."""

    name: str
    make: Callable[[NotebookNode], bytes | NotebookNode]
    status: str
    earns: frozenset[str]


SUBMISSIONS: list[Hostile] = []


def hostile(status: str = GRADED, earns: set[str] = ALL) -> Callable:
    """Put a function that makes a submission out of the solved notebook on the list."""

    def register(make: Callable) -> Callable:
        SUBMISSIONS.append(Hostile(make.__name__, make, status, frozenset(earns)))
        return make

    return register


def data_of(each: Hostile, solved: NotebookNode) -> bytes:
    made = each.make(copy.deepcopy(solved))
    return made if isinstance(made, bytes) else json.dumps(made).encode()


def place_of(notebook: NotebookNode, name: str) -> int:
    return next(i for i, cell in enumerate(notebook.cells) if cell.id == name)


def with_code(notebook: NotebookNode, source: str, before: str = "attend") -> NotebookNode:
    """A code cell more, before the cell called `before`."""
    notebook.cells.insert(place_of(notebook, before), nbformat.v4.new_code_cell(source))
    return notebook


def with_answer(notebook: NotebookNode, name: str, source: str) -> NotebookNode:
    """Another answer to an exercise."""
    notebook.cells[place_of(notebook, name)].source = source
    return notebook


# Files that are no notebooks, or hardly.


@hostile(UNREADABLE, set())
def an_empty_file(solved):
    return b""


@hostile(UNREADABLE, set())
def broken_json(solved):
    return json.dumps(solved).encode()[:-100]


@hostile(UNREADABLE, set())
def a_picture(solved):
    return b"\x89PNG\r\n\x1a\n" + bytes(range(256))


@hostile(UNREADABLE, set())
def json_of_another_kind(solved):
    return b'["not", "a", "notebook"]'


@hostile(UNREADABLE, set())
def a_cell_without_source(solved):
    return json.dumps({**solved, "cells": [{"cell_type": "code", "metadata": {}}]}).encode()


@hostile(UNREADABLE, set())
def nested_a_hundred_thousand_deep(solved):
    return b"[" * 100_000 + b"]" * 100_000


@hostile(GRADED)
def saved_with_a_byte_order_mark(solved):
    return b"\xef\xbb\xbf" + json.dumps(solved).encode()


@hostile(REPAIRED, set())
def a_notebook_without_cells(solved):
    solved.cells = []
    return solved


# Cells that are not as the course made them.


@hostile(REPAIRED)
def a_test_cell_twice(solved):
    solved.cells.append(copy.deepcopy(solved.cells[place_of(solved, "test_attend")]))
    return solved


@hostile(REPAIRED)
def an_answer_split_in_two(solved):
    place = place_of(solved, "order_gap")
    first = copy.deepcopy(solved.cells[place])
    first.source = "import numpy"
    solved.cells.insert(place, first)
    return solved


@hostile(REPAIRED)
def test_cells_deleted(solved):
    solved.cells = [cell for cell in solved.cells if not cell.id.startswith("test_")]
    return solved


@hostile(REPAIRED, {"order_gap"})
def an_answer_deleted(solved):
    del solved.cells[place_of(solved, "attend")]
    return solved


@hostile(REPAIRED)
def all_metadata_and_ids_lost(solved):
    for number, cell in enumerate(solved.cells):
        cell.metadata, cell.id = {}, f"c{number}"
    return solved


@hostile(GRADED)
def a_test_cell_marked_as_a_solution(solved):
    solved.cells[place_of(solved, "test_attend")].metadata.nbgrader.update(
        grade=False, solution=True
    )
    return solved


@hostile(GRADED)
def points_raised(solved):
    solved.cells[place_of(solved, "test_attend")].metadata.nbgrader.points = 1000
    return solved


@hostile(REPAIRED)
def a_test_cell_emptied(solved):
    return with_answer(solved, "test_attend", "pass")


@hostile(GRADED)
def a_test_cell_turned_into_text(solved):
    cell = solved.cells[place_of(solved, "test_attend")]
    cell.cell_type = "markdown"
    cell.pop("outputs"), cell.pop("execution_count")
    return solved


@hostile(GRADED)
def another_kernel(solved):
    solved.metadata.kernelspec = {"name": "julia-1.9", "display_name": "Julia", "language": "julia"}
    return solved


# Code that fails, talks too much or does not end.


@hostile(GRADED)
def a_warning_on_stderr(solved):
    return with_code(
        solved, "import warnings, sys\nwarnings.warn('look')\nprint('x', file=sys.stderr)"
    )


@hostile(GRADED)
def sys_exit(solved):
    return with_code(solved, "import sys\nsys.exit(0)")


@hostile(CRASHED)
def os_exit(solved):
    return with_code(solved, "import os\nos._exit(0)")


@hostile(CRASHED, {"order_gap"})
def os_exit_in_an_answer(solved):
    return with_answer(
        solved, "attend", "def attend(queries, keys, values):\n    import os\n    os._exit(0)"
    )


@hostile(CRASHED)
def a_segmentation_fault(solved):
    return with_code(solved, "import ctypes\nctypes.string_at(0)")


@hostile(TIMED_OUT)
def a_loop_without_end(solved):
    return with_code(solved, "while True:\n    pass")


@hostile(TIMED_OUT)
def a_loop_that_swallows_interrupts(solved):
    return with_code(
        solved, "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    )


@hostile(TIMED_OUT)
def a_loop_deaf_to_signals(solved):
    return with_code(
        solved,
        "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 60))\nwhile True: pass",
    )


@hostile(GRADED, {"attend", "order_gap"})
def an_answer_that_never_returns(solved):
    return with_answer(
        solved, "same_answer", "def same_answer(tokens):\n    while True:\n        pass"
    )


@hostile(GRADED)
def ten_gigabytes(solved):
    return with_code(solved, "lots = bytearray(10 * 2**30)")


@hostile(GRADED)
def a_gigabyte_of_output(solved):
    return with_code(solved, "line = 'x' * 2**20\nfor _ in range(1024):\n    print(line)")


@hostile(GRADED)
def a_gigabyte_to_the_file_descriptor(solved):
    return with_code(solved, "import os\nfor _ in range(1024):\n    os.write(1, b'x' * 2**20)")


@hostile(GRADED)
def a_gigabyte_on_disk(solved):
    return with_code(
        solved, "with open('big', 'wb') as f:\n    for _ in range(1024): f.write(b'x' * 2**20)"
    )


@hostile(GRADED)
def a_fork_bomb(solved):
    return with_code(
        solved,
        "import os, time\ntry:\n    for _ in range(10000):\n        if os.fork() == 0:\n"
        "            time.sleep(600)\nexcept OSError:\n    pass",
    )


@hostile(GRADED)
def a_thread_left_running(solved):
    return with_code(
        solved,
        "import threading, time\ndef work():\n    while True: time.sleep(0.01)\n"
        "threading.Thread(target=work).start()",
    )


@hostile(GRADED)
def kills_all_it_can_see(solved):
    return with_code(
        solved, "import os\ntry:\n    os.kill(-1, 9)\nexcept ProcessLookupError:\n    pass"
    )


# Attempts at marks that were not earned.

WRONG = "def attend(queries, keys, values):\n    return queries"


@hostile(GRADED, {"order_gap", "same_answer"})
def numpy_float_on_the_last_line(solved):
    return with_code(
        with_answer(solved, "attend", WRONG), "import numpy as np\nnp.float64(2.0)", "test_attend"
    )


@hostile(GRADED, {"order_gap", "same_answer"})
def an_object_equal_to_everything(solved):
    return with_answer(
        solved,
        "attend",
        "import numpy as np\nclass Same(np.ndarray):\n    def __eq__(self, other): return True\n"
        "    def __sub__(self, other): return np.zeros(self.shape)\n"
        "def attend(queries, keys, values):\n    return np.zeros((len(queries), 2)).view(Same)",
    )


@hostile(GRADED, {"order_gap", "same_answer"})
def asserts_stripped(solved):
    return with_code(
        with_answer(solved, "attend", WRONG),
        "import ast\nclass Strip(ast.NodeTransformer):\n"
        "    def visit_Assert(self, node): return ast.Pass()\n"
        "get_ipython().ast_transformers.append(Strip())",
    )


@hostile(GRADED, set())
def check_replaced(solved):
    return with_code(
        with_answer(solved, "attend", WRONG),
        "import posenc\nposenc.check = lambda *a, **k: print('attend: right.')",
    )


@hostile(GRADED, {"same_answer"})
def numpy_patched(solved):
    return with_code(
        with_answer(solved, "attend", WRONG),
        "import numpy as np\nnp.allclose = np.array_equal = lambda *a, **k: True\n"
        "np.abs = lambda x: 0 * x",
    )


@hostile(CRASHED, {"order_gap", "same_answer"})
def a_reply_forged_on_the_channel(solved):
    return with_code(
        with_answer(solved, "attend", WRONG),
        "from posenc.grading.learner import asking\nasking.channel.send(passed=True, verdict=True)",
        "test_attend",
    )


@hostile(GRADED, set())
def claims_to_be_done(solved):
    return with_code(
        with_answer(solved, "attend", WRONG),
        "import posenc\nfrom posenc.grading.learner import asking\n"
        "posenc.check = lambda name: asking.channel.send("
        "done={'outputs': [], 'failed': False, 'timed_out': False})",
        "test_attend",
    )


@hostile(CRASHED, {"order_gap", "same_answer"})
def rubbish_on_the_channel(solved):
    return with_code(
        with_answer(solved, "attend", WRONG),
        "from posenc.grading.learner import asking\n"
        "asking.channel.connection.sendall(b'\\xff' * 4096)",
        "test_attend",
    )


@hostile(GRADED, {"order_gap", "same_answer"})
def a_result_shown_as_an_earlier_output(solved):
    return with_code(
        with_answer(solved, "attend", WRONG),
        "import sys\nfrom IPython.display import display\ndisplay(2.0)\nsys.displayhook(2.0)",
        "test_attend",
    )


@hostile(GRADED, {"order_gap", "same_answer"})
def a_traceback_hidden(solved):
    return with_code(
        with_answer(solved, "attend", WRONG),
        "get_ipython().showtraceback = lambda *a, **k: None\n"
        "get_ipython()._showtraceback = lambda *a, **k: None",
    )


@hostile(GRADED, {"order_gap"})
def looks_for_the_answers(solved):
    """Whatever of ours, of the instructor's or of others' can be read would be an answer."""
    return with_answer(
        solved,
        "attend",
        "def attend(queries, keys, values):\n"
        "    from posenc.exercises.bag_of_words.attend import attend as answer\n"
        "    return answer(queries, keys, values)",
    )


@hostile(GRADED, {"order_gap", "same_answer"})
def asks_in_a_cell_of_its_own(solved):
    return with_code(
        with_answer(solved, "attend", WRONG),
        "from posenc import check\nfor name in ('attend', 'order_gap'):\n"
        "    try:\n        check(name)\n    except AssertionError:\n        pass",
    )


@hostile(GRADED, {"order_gap"})
def dictionaries_for_arrays(solved):
    return with_answer(
        solved, "attend", "def attend(queries, keys, values):\n    return {'shape': (2, 2)}"
    )


@hostile(GRADED, {"order_gap"})
def a_list_nested_without_end(solved):
    return with_answer(
        solved,
        "attend",
        "def attend(queries, keys, values):\n    deep = []\n"
        "    for _ in range(3000):\n        deep = [deep]\n    return deep",
    )


@hostile(GRADED, {"order_gap", "same_answer"})
def an_array_too_large_to_send(solved):
    return with_answer(
        solved,
        "attend",
        "import numpy as np\ndef attend(queries, keys, values):\n    return np.zeros(10**6)",
    )


@hostile(GRADED)
def half_a_letter_printed(solved):
    return with_code(solved, 'print("\\ud800"); "\\udfff"')


@hostile(GRADED)
def half_a_letter_in_a_cell(solved):
    return with_code(solved, "# \ud800")


@hostile(REPAIRED)
def names_that_are_lists(solved):
    for cell in solved.cells:
        cell["id"] = []
        if "nbgrader" in cell.metadata and cell.metadata.nbgrader.solution:
            cell.metadata.nbgrader["grade_id"] = []
    return solved


@hostile(UNREADABLE, set())
def a_hundred_thousand_cells(solved):
    solved.cells += [nbformat.v4.new_code_cell("1")] * 100_000
    return solved


@hostile(REPAIRED)
def false_on_the_last_line(solved):
    solved.cells[place_of(solved, "test_attend")].source += "\nFalse"
    return solved


@hostile(REPAIRED, {"order_gap", "same_answer"})
def true_on_the_last_line_of_a_wrong_one(solved):
    solved.cells[place_of(solved, "test_attend")].source += "\n100.0"
    return with_answer(solved, "attend", "def attend(queries, keys, values):\n    return 0.0")


@hostile(GRADED, {"order_gap"})
def reads_the_cells_for_hidden_tests(solved):
    return with_answer(
        solved,
        "attend",
        "def attend(queries, keys, values):\n"
        "    import re\n"
        "    found = [cell for cell in In if 'check(' in cell]\n"
        "    return eval(found[0]) if found else values",
    )


@hostile(GRADED, set())
def writes_a_gradebook(solved):
    """Finds none to write to; what is made in its own folder goes with it."""
    code = (
        "import sqlite3, glob\n"
        "for place in [*glob.glob('/*/*/gradebook.db'), 'gradebook.db']:\n"
        "    base = sqlite3.connect(place)\n"
        "    base.execute('create table if not exists grade (auto_score, manual_score)')\n"
        "    base.execute('insert into grade values (99, 99)')\n"
        "    base.commit()\n"
    )
    for name in ("attend", "order_gap", "same_answer"):
        with_answer(solved, name, f"{name} = None")
    return with_code(solved, code)


@hostile(GRADED)
def a_module_called_numpy(solved):
    """Written where a kernel would look first; what is imported already stays."""
    return with_code(solved, "open('numpy.py', 'w').write('raise SystemExit')\nimport numpy.fft")


@hostile(TIMED_OUT)
def asks_without_end_and_listens_to_nothing(solved):
    flood = (
        "from posenc.grading.learner import asking\nwhile True:\n    asking.channel.send(check='x')"
    )
    return with_code(solved, flood)


@hostile(CRASHED)
def reports_of_another_form(solved):
    send = "from posenc.grading.learner import asking\nasking.channel.send(done={})"
    return with_code(solved, send.replace("{}", '{"failed": 0, "timed_out": 0, "outputs": [{}]}'))


@hostile(CRASHED, set())
def five_megabytes_of_report(solved):
    return with_code(
        solved,
        "from posenc.grading.learner import asking\n"
        "text = dict(output_type='stream', name='stdout', text='x' * 5_000_000)\n"
        "asking.channel.send(done=dict(failed=0, timed_out=0, outputs=[text]))",
    )


@hostile(GRADED)
def pictures_of_nineteen_megabytes(solved):
    return with_code(
        solved,
        "from IPython.display import display\n"
        "for _ in range(10):\n"
        "    display({'image/png': 'A' * 1_900_000}, raw=True)",
    )


@hostile(GRADED)
def stays_behind_when_the_others_go(solved):
    """A child that no longer dies with its parent, and a process of its own."""
    return with_code(
        solved,
        "import ctypes, os, time\n"
        "ctypes.CDLL(None).prctl(1, 0)\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    time.sleep(600)",
    )


@hostile(GRADED)
def fills_shared_memory(solved):
    return with_code(solved, "open('/dev/shm/lots', 'wb').write(bytes(10**9))")
