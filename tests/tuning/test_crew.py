"""Processes that play for a tuner: whatever they do, none remains."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from forthgame.base.errors import ForthgameError
from forthgame.play.tuning import crew

NONSENSE = """
import sys
sys.stdout.buffer.write(bytes([2, 0, 0, 0]) + b'{}')
sys.stdout.flush()
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (NONSENSE, ""),  # and it goes on
        ("import sys; sys.exit('no such thing')", "ended with code 1\nno such thing"),
    ],
    ids=["nonsense", "an end"],
)
def test_a_process_that_is_none_of_ours_is_ended(
    program: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    places: list[Path] = []

    def launch(
        module: str, arguments: Any, scripts: Any, machines: int, scratch: Path, *,
        confined: bool, errors: IO[bytes],
    ) -> subprocess.Popen[bytes]:  # fmt: skip
        places.append(scratch)
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=pipe, stdout=pipe, stderr=errors
        )
        started.append(process)
        return process

    monkeypatch.setattr("forthgame.play.processes.child_process.launch", launch)
    with pytest.raises(ForthgameError) as raised:
        crew.Crew(tmp_path / "some.4th", 2, confined=False, native=False)
    assert said in str(raised.value)
    assert len(started) == 2
    assert all(process.poll() is not None for process in started)
    assert not any(place.exists() for place in places)
