"""What the tests share: the course's folder, and how many seeds the bank is tried on."""

from pathlib import Path

import pytest


def pytest_addoption(parser):
    parser.addoption(
        "--seeds", type=int, default=20, help="seeds on which each known answer is tried"
    )


@pytest.fixture(scope="session")
def course() -> Path:
    return Path(__file__).resolve().parents[1]


@pytest.fixture
def seeds(request) -> range:
    return range(request.config.getoption("--seeds"))
