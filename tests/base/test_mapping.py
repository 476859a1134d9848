"""Memory for machines."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.ui.test_cli import environment
from tests.waiting import HANGS_AFTER

PROGRAM = """
import os
from forthgame.words.registers import memory_layout as at
from forthgame.base.memory_mapping import block

memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
blocks = [block(at.BLOCK_SIZE) for _ in range(2 * memory // at.BLOCK_SIZE)]
process = os.fork()
if process == 0:
    blocks[0][0] = 1
    os._exit(3)
print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), blocks[0][0])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux counts what a process could take")
def test_a_process_with_more_machines_than_memory_forks() -> None:
    """Machines take no memory until they are used."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=HANGS_AFTER,
        env=environment(), check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("3 0\n", "")
