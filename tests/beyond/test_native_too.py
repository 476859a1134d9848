"""All tests of this folder once more, with every game in machine code as well."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_in_machine_code() -> None:
    given = [sys.executable, "-m", "pytest", "-q", "-n", "2", str(Path(__file__).parent)]
    result = subprocess.run(
        given,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "FORTHGAME_BOTH_TIERS": "1"},
    )
    assert result.returncode == 0, result.stdout[-4000:]
