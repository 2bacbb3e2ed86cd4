"""What the tests share: on how many seeds the bank is tried."""

import os

import pytest

# Two workers share the cores: more threads in each would only wait for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def pytest_addoption(parser):
    parser.addoption(
        "--seeds", type=int, default=20, help="seeds on which each known answer is tried"
    )
    parser.addoption(
        "--pictures", action="store_true", help="take the pictures in docs/pictures anew"
    )


@pytest.fixture
def seeds(request) -> range:
    return range(request.config.getoption("--seeds"))
