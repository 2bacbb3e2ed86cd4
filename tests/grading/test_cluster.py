"""`posenc grade --scheduler`: a real Dask scheduler and workers, one of which is killed."""

import os
import signal
import socket
import subprocess
import sys
import time

import pytest
from course import FULL, LESSON, hand_in, make_course, marks, solved

pytest.importorskip("distributed", reason="Dask (posenc[cluster]) is not installed")

pytestmark = pytest.mark.xdist_group("batch")

LEARNERS = 12


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    made = make_course(tmp_path_factory.mktemp("cluster"))
    for number in range(LEARNERS):
        # Slow enough that one of the workers is at work when it is killed.
        hand_in(made, f"learner_{number:02}", solved(attend=SLOWLY))
    return made


SLOWLY = """
import time
time.sleep(1)
def attend(queries, keys, values):
    scores = queries @ keys.T / np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True) @ values
"""


@pytest.fixture
def cluster(tmp_path):
    """The address of a scheduler, and two workers of one process each, started as people do."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    dask = [sys.executable, "-m", "dask"]
    started = [
        subprocess.Popen(
            [*dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"],
            **quiet,
        )
    ]
    worker = [*dask, "worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    workers = [subprocess.Popen(worker, **quiet) for _ in range(2)]
    yield address, workers
    for process in [*workers, *started]:
        process.kill()
        process.wait()


def test_on_a_cluster_of_which_a_worker_is_killed_nothing_is_lost(course, cluster):
    address, workers = cluster
    grading = subprocess.Popen(
        [sys.executable, "-m", "posenc.cli", "grade", LESSON, "--scheduler", address],
        cwd=course.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    end = time.monotonic() + 200
    while not len(list(course.folder.glob("autograded/*/*/*.ipynb"))) >= 2:
        assert time.monotonic() < end and grading.poll() is None, grading.stdout.read()
        time.sleep(0.05)
    os.kill(workers[0].pid, signal.SIGKILL)
    said, _ = grading.communicate(timeout=200)
    assert grading.returncode == 0, said
    assert f"{LEARNERS} graded" in said
    assert marks(course) == {f"learner_{number:02}": FULL for number in range(LEARNERS)}


def test_a_scheduler_that_is_not_there_is_named(course):
    run = subprocess.run(
        [sys.executable, "-m", "posenc.cli", "grade", LESSON, "--scheduler", "tcp://127.0.0.1:9"],
        cwd=course.folder,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert "No Dask scheduler answers at tcp://127.0.0.1:9" in run.stderr
    assert "Traceback" not in run.stderr
