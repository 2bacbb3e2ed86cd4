"""The time that a call may take is its own, whatever the calls before it took."""

import time

import pytest

from posenc.checking.calling import TimeIsUp, time_limits


def compute(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_many_calls_may_take_longer_together_than_one_may():
    with time_limits(0.2) as limited:
        for _ in range(6):
            with limited():
                compute(0.06)


def test_a_call_after_others_is_stopped_at_its_own_limit():
    with time_limits(0.2) as limited:
        for _ in range(3):
            with limited():
                compute(0.05)
        computed, by_the_clock = time.process_time(), time.monotonic()
        with pytest.raises(TimeIsUp), limited():
            compute(60)
    computed = time.process_time() - computed
    by_the_clock = time.monotonic() - by_the_clock
    assert computed >= 0.19 or by_the_clock >= 0.99
    assert computed < 2 and by_the_clock < 5


def test_nothing_is_stopped_after_the_last_call():
    with time_limits(0.1) as limited, limited():
        pass
    compute(0.3)
