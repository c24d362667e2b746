#!/usr/bin/env python3
"""Talks to `strata lesson` over a pseudo-terminal: sends lines, prints what comes back.

    lesson_talk.py COLUMNS STRATA ARGUMENTS... < lines
"""
import fcntl
import os
import pty
import select
import struct
import sys
import termios


def main():
    columns, command = int(sys.argv[1]), sys.argv[2:]
    lines = sys.stdin.read().splitlines()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    told = b""
    while True:
        ready, _, _ = select.select([terminal], [], [], 60)
        try:
            part = os.read(terminal, 1 << 16) if ready else b""
        except OSError:  # the other end is closed
            part = b""
        if not part:
            break
        told += part
        if told.endswith(b"> "):
            if not lines:
                os.write(terminal, b"\x04")
            else:
                os.write(terminal, lines.pop(0).encode() + b"\n")
    sys.stdout.buffer.write(told.replace(b"\r\n", b"\n"))
    _, status = os.waitpid(pid, 0)
    sys.exit(os.waitstatus_to_exitcode(status))


main()
