"""A guard that ends a started program if this process dies.

A busy program does not notice that its reader is gone. It may also be a script that has started
other programs, and a signal at the parent's death would not reach them all.
"""

from __future__ import annotations

import os
import subprocess

# the input ends in any case when this process ends
WAIT = 'read -r _; kill -s KILL -- "-$1"'


class Guard:
    """A shell that waits for the end of this process, then kills a group of processes.

    Raises OSError if it cannot be started. It does nothing on Windows, which lacks process groups.
    """

    def __init__(self, group: int) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if os.name == "posix":
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", WAIT, "guard", str(group)],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True,  # keeps Ctrl-C at a terminal from it
            )  # fmt: skip

    def dismiss(self) -> None:
        """End the guard without killing the group."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if self._process.stdin is not None:
                self._process.stdin.close()
