"""The processes that play for a tuner; their answers are checked."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.play.processes import messages
from forthgame.play.processes.child_process import (
    ERRORS,
    end,
    exit_description,
    killed_after,
    last_words,
    launch_in,
    read_confinement,
    send_request,
)
from forthgame.play.tuning.training_data import (
    GameFeatures,
    Samples,
    joined,
    read_features,
    samples_of,
)

MODULE = "forthgame.play.tuning.tuning_worker"
MACHINES = 6  # that a process may load at a time
LARGEST = 64 << 20  # bytes of a block of numbers
SILENT = 600.0  # seconds without an answer after which a process is given up


class Crew:
    """Processes that have loaded a script and receive the same kinds of requests."""

    def __init__(self, script: Path, jobs: int, *, confined: bool, native: bool) -> None:
        self._script, self._confined, self._native = script, confined, native
        self._folder = tempfile.TemporaryDirectory(prefix="forthgame-")
        self._members: list[_Member] = []
        self.facts: GameFeatures
        self.confinement = ""
        try:
            for number in range(jobs):
                place = Path(self._folder.name, f"job{number}")
                self._members.append(_Member(place, script, confined))
            for document, _ in self._ask([("load", (str(script), native))] * jobs):
                self.confinement = read_confinement(document.get("confinement")).line
                self.facts = read_features(messages.as_object(document.get("facts")))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        for member in self._members:
            end(member.process)
        self._members = []
        with suppress(OSError):
            self._folder.cleanup()

    def fresh(self) -> Crew:
        return Crew(self._script, 1, confined=self._confined, native=self._native)

    @property
    def jobs(self) -> int:
        return len(self._members)

    def _ask(self, requests: Sequence[tuple[str, tuple[Any, ...]]]) -> list[Any]:
        """Send one request to each of the first processes; return answers or raise their error."""
        sent = list(zip(self._members, requests, strict=False))
        for member, request in sent:
            send_request(member.process, request)
        answers = [member.read() for member, _ in sent]
        for document, _ in answers:
            messages.raise_error_in(document)
        return answers

    # -- requests -------------------------------------------------------------------------------

    def learn(self, text: str) -> None:
        """Load the script in all processes with an evaluation whose numbers can be changed."""
        self._ask([("learn", (text,))] * self.jobs)

    def play(self, plays: Sequence[Any], setting: Any = None) -> Samples:
        """Return samples from games of each process."""
        answers = self._ask([("play", (play, setting)) for play in plays])
        return joined([samples_of(blocks, self.facts) for _, blocks in answers])

    def points(self, name: str, requests: Sequence[tuple[Any, ...]]) -> list[float]:
        """Return the points of matches, one in each process."""
        found: list[float] = [
            points
            for document, _ in self._ask([(name, request) for request in requests])
            for points in messages.as_type(list[float], document.get("points"))
        ]
        if any(not 0 <= value <= 1 for value in found):
            raise messages.BadMessage("an invalid number of points")
        return found

    def verify(self, text: str, word: str, cells: int) -> tuple[int, list[str], bytes]:
        """Return the score of the opening, the checker's findings, and a word's cells."""
        document, blocks = self._ask([("verify", (text, word, cells))])[0]
        findings = messages.as_type(list[str], document.get("findings"))
        return messages.as_whole(document.get("score")), findings, blocks[0] if blocks else b""


class _Member:
    def __init__(self, place: Path, script: Path, confined: bool) -> None:
        self.errors = place / ERRORS
        self.process = launch_in(place, MODULE, [], [str(script)], MACHINES, confined=confined)

    def read(self) -> tuple[dict[str, Any], list[bytes]]:
        stream = self.process.stdout
        if stream is None:
            raise RuntimeError("the process has no streams")
        with killed_after(self.process, SILENT):
            document = messages.read(stream)
            blocks = []
            for length in messages.as_list((document or {}).get("blocks", [])):
                if not 0 <= messages.as_whole(length) <= LARGEST:
                    raise messages.BadMessage(f"a block of {length} bytes")
                data = stream.read(length)
                if len(data) < length:
                    document = None
                blocks.append(data)
        if document is None:
            self.process.wait()
            how = f"{exit_description(self.process.returncode)}\n{last_words(self.errors)}"
            raise ForthgameError(f"the process that plays has failed: {how}")
        return document, blocks
