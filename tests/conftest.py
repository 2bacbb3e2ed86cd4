"""What the tests share: on how many seeds the bank is tried."""

import pytest


def pytest_addoption(parser):
    parser.addoption(
        "--seeds", type=int, default=20, help="seeds on which each known answer is tried"
    )


@pytest.fixture
def seeds(request) -> range:
    return range(request.config.getoption("--seeds"))
