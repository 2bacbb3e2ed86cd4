"""The warm process behind the wall: all is imported, and a child is forked for each submission."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import socket
import sys
from typing import Any

from posenc.grading.learner.channel import Channel, ChannelError

NEWNS, NEWIPC, NEWUSER, NEWPID = 0x00020000, 0x08000000, 0x10000000, 0x20000000
NOSUID_NODEV = 2 | 4
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
NOBODY = 65534
MS_RDONLY, MS_REMOUNT, MS_BIND, MS_REC, MS_RELATIME = 1, 32, 4096, 16384, 1 << 21


def main() -> None:
    """Serve one control socket, whose number is the only argument, until it closes."""
    control = socket.socket(fileno=int(sys.argv[1]))
    from posenc.grading.learner import child

    shell = child.make_shell()
    channel = Channel(control)
    channel.send(warm=True)
    while True:
        # One byte that carries the child's own channel, then what it is for.
        more, handed, _, _ = socket.recv_fds(control, 1, 1)
        if not more:
            return
        order = channel.receive()
        supervisor = os.fork()
        if supervisor == 0:
            control.close()
            supervise(handed[0], shell, order)
        os.close(handed[0])
        # Whatever comes next is the word to end it.
        with contextlib.suppress(ChannelError):
            channel.receive()
        with contextlib.suppress(ProcessLookupError):
            os.kill(supervisor, signal.SIGTERM)
        os.waitpid(supervisor, 0)
        channel.send(ended=True)


def supervise(connection: int, shell: Any, order: dict[str, Any]) -> None:
    """Be the first process of a space of its own for the child, and end as it ends.

    On SIGTERM the child and all that came of it are ended first.
    """
    code = 70
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    try:
        walled = order["wall"] and separate()
        pid = os.fork()
        if pid == 0:
            os.setsid()
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
            attend(connection, shell, order, walled)
        os.close(connection)

        def end(number: int, frame: Any) -> None:
            with contextlib.suppress(ProcessLookupError):
                # Behind the wall it is the first of its space, and takes the others along.
                os.kill(pid, signal.SIGKILL) if walled else os.killpg(pid, signal.SIGKILL)

        signal.signal(signal.SIGTERM, end)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        code = 128 - code if code < 0 else code
    finally:
        os._exit(code)


def attend(connection: int, shell: Any, order: dict[str, Any], walled: bool) -> None:
    """Run a submission and end."""
    code = 71
    try:
        if walled:
            furnish(order["limits"], order["needed"])
        limit(order["limits"])
        close_everything_but(connection)
        from posenc.grading.learner import child

        channel = Channel(socket.socket(fileno=connection))
        channel.send(ready=True)
        child.serve(channel, shell, order["cell_seconds"])
    except ChannelError:
        code = 0
    finally:
        os._exit(code)


def separate() -> bool:
    """Leave for a user and a process namespace of one's own; True where the system has them.

    From there, killing all that can be seen kills what belongs to this submission.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    # Without this the files below belong to root after setuid.
    libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
    user, group = os.getuid(), os.getgid()
    if libc.unshare(NEWUSER | NEWPID | NEWNS | NEWIPC):
        raise OSError(ctypes.get_errno(), "the system gives no namespaces")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{NOBODY} {user} 1"),
        ("gid_map", f"{NOBODY} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    return True


def furnish(limits: dict[str, int], needed: list[str]) -> None:
    """A temporary folder of one's own, and no view of other processes; then no privileges.

    What is needed and lies in the temporary folder, an environment perhaps, is put back there.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    # Whoever wants memory beyond what there is must be the one to go, and not a neighbour.
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
    size = f"size={limits['disk']},mode=777".encode()
    hidden = [(os.open(folder, os.O_PATH), folder) for folder in needed if in_tmp(folder)]
    for place, options in ((b"/tmp", size), (b"/dev/shm", size)):
        mount(libc, b"tmpfs", place, b"tmpfs", NOSUID_NODEV, options)
    for number, folder in hidden:
        os.makedirs(folder)
        was = f"/proc/self/fd/{number}".encode()
        mount(libc, was, folder.encode(), None, MS_BIND | MS_REC, None)
    mount(libc, b"tmpfs", b"/proc", b"tmpfs", NOSUID_NODEV, b"size=4k")
    # What was given with the mount has to be given again.
    read_only = MS_RDONLY | MS_REMOUNT | MS_BIND | MS_RELATIME | NOSUID_NODEV
    mount(libc, None, b"/dev", None, read_only, None)
    os.makedirs("/tmp/work")
    os.chdir("/tmp/work")
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    drop_capabilities(libc)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def in_tmp(folder: str) -> bool:
    return folder.startswith("/tmp/")


def mount(libc: ctypes.CDLL, *what: bytes | int | None) -> None:
    if libc.mount(*what):
        raise OSError(ctypes.get_errno(), f"mount {what[1]!r}")


def drop_capabilities(libc: ctypes.CDLL) -> None:
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    if libc.capset(header, (ctypes.c_uint32 * 6)()):
        raise OSError(ctypes.get_errno(), "capabilities could not be dropped")


def limit(limits: dict[str, int]) -> None:
    """Hold this process and its children to limits; what is not there cannot be held to."""
    for name, amount in (
        ("RLIMIT_AS", limits["memory"]),
        ("RLIMIT_CPU", limits["cpu_seconds"]),
        ("RLIMIT_NPROC", limits["processes"]),
        ("RLIMIT_FSIZE", limits["disk"]),
        ("RLIMIT_NOFILE", limits["files"]),
        ("RLIMIT_CORE", 0),
    ):
        if hasattr(resource, name):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(getattr(resource, name), (amount, amount))


def close_everything_but(connection: int) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    os.closerange(3, connection)
    os.closerange(connection + 1, 4096)


if __name__ == "__main__":
    main()
