"""Messages between the examiner and a learner's process."""

import os
import socket
import time

from posenc.grading.learner.channel import Channel


def test_a_socket_with_a_high_number_is_heard():
    """An examiner with more than 1024 files open was told that nobody had answered."""
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        ours, theirs = map(Channel, socket.socketpair())
        assert ours.connection.fileno() > 1024
        theirs.send(warm=True)
        assert ours.receive(time.monotonic() + 1) == {"warm": True}
    finally:
        for number in held:
            os.close(number)
    ours.close()
    theirs.close()
