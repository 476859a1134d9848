"""A guard beside a program: it ends the program when the process that started it is gone.

A program that is busy does not notice that nobody is left to read it. It may be a script that has
started others, so no signal that the system sends at a parent's death would reach them all.
"""

from __future__ import annotations

import os
import subprocess

# the input ends when this process does, however it ends
WAIT = 'read -r _; kill -s KILL -- "-$1"'


class Guard:
    """A shell that waits for the end of this process, then ends a group of processes.

    Raises OSError if it cannot be started. On Windows, which has no such groups, there is none.
    """

    def __init__(self, group: int) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if os.name == "posix":
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", WAIT, "guard", str(group)],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C at a terminal is not for it
            )  # fmt: skip

    def dismiss(self) -> None:
        """Have it end nothing any more."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()
