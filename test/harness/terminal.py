"""Runs a program on a terminal and types one answer whenever it has asked something: terminal.py ANSWERS PROGRAM ARGUMENT..."""

import os
import pty
import re
import sys

answers = sys.argv[1].split("|") if sys.argv[1] else []
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])

seen = ""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # The program has ended.
        break
    if not piece:
        break
    sys.stdout.buffer.write(piece)
    seen += re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", piece.decode("utf-8", "replace"))
    if answers and re.search(r"[\]?？] $", seen):
        seen = ""
        answer = answers.pop(0)
        os.write(terminal, answer.encode() + (b"" if answer == "\x03" else b"\r"))
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
