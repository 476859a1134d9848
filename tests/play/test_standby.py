"""A playing process that starts before the plan: its output, its use, and its end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from forthgame.base.errors import ForthgameError, ScriptError
from forthgame.play.plan.plan import make_plan, survey_scripts
from forthgame.play.plan.survey import SurveyRequest
from forthgame.play.run.pool import ProcessPool, Standby
from tests.confine.test_confined_play import script
from tests.ui.test_cli import environment
from tests.waiting import HANGS_AFTER


@pytest.fixture
def standby() -> Iterator[Standby]:
    found = Standby(3)
    yield found
    found.close()


def test_it_says_what_a_survey_says(standby: Standby, tmp_path: Path) -> None:
    """This covers bundled and strangers' scripts, with openings and differences of rules."""
    ours = make_plan(["tictactoe", "random:"], games=1).referee
    theirs, other = script(tmp_path, "theirs"), script(tmp_path, "other", extra="{players")
    for request in (
        SurveyRequest((ours,), native=True),
        SurveyRequest((ours, theirs), native=False, compare=True),
        SurveyRequest((theirs,), native=False, openings=(("X man a1",), ("X man z9",))),
    ):
        assert standby.look(request) == survey_scripts(request)
        assert standby.look(request, False) == survey_scripts(request, False)
    with pytest.raises(ScriptError) as found:
        standby.look(SurveyRequest((other,), native=False))
    assert found.value.place is not None
    assert found.value.place.file == other


@pytest.mark.slow
def test_it_plays(standby: Standby, tmp_path: Path) -> None:
    """The games are those of a process that was started for the plan."""
    theirs = script(tmp_path, "theirs")
    plan = make_plan([theirs, theirs], games=4, seed=3, looking=standby.look)
    process = standby._worker
    assert process is not None
    with ProcessPool(plan, 2, standby=standby) as pool:
        found = {record.number: record.moves for record in pool.play(range(4))}
        assert pool._workers[0].process is process.process
        assert process.process.poll() is None
    assert process.process.poll() is not None
    with ProcessPool(plan, 2) as pool:
        assert found == {record.number: record.moves for record in pool.play(range(4))}


def test_it_is_for_its_own_scripts(standby: Standby, tmp_path: Path) -> None:
    """A plan with other scripts, or an unconfined one, does not get it, and closing ends it."""
    theirs = script(tmp_path, "theirs")
    plan = make_plan([theirs, "random:"], games=1, looking=standby.look)
    process = standby._worker
    assert process is not None
    assert standby.take(replace(plan, confined=False)) is None
    assert standby.take(replace(plan, referee="another")) is None
    standby.close()
    assert process.process.poll() is not None
    assert standby.take(plan) is None


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("sys.exit(3)", "the process that loads the scripts failed: its process ended with code 3"),
        ("out.write(b'nonsense' * 9); out.flush(); time.sleep(9)", "a message of"),
        ("messages.write(out, {'kind': 'survey', 'facts': []})", "scripts are missing"),
    ],
)
def test_what_it_says_is_not_trusted(
    standby: Standby, monkeypatch: pytest.MonkeyPatch, code: str, error: str
) -> None:
    start = (
        "import sys, time; from forthgame.play.processes import messages; out = sys.stdout.buffer; "
    )

    def launch(*given: object, errors: int, **options: object) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", start + code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=errors, env=environment(),
        )  # fmt: skip

    monkeypatch.setattr("forthgame.play.run.pool.launch", launch)
    with pytest.raises(ForthgameError, match=error):
        standby.look(SurveyRequest(("a",), native=False))


def test_somebody_sees_that_it_takes_long(tmp_path: Path) -> None:
    said: list[str] = []

    @contextmanager
    def waiting() -> Iterator[None]:
        said.append("begins")
        yield
        said.append("ends")

    standby = Standby(3, waiting)
    standby.look(SurveyRequest((script(tmp_path, "theirs"),), native=False))
    standby.close()
    assert said == ["begins", "ends"]


def test_the_command_loads_no_machine(tmp_path: Path) -> None:
    """Once something has been compiled, this also holds for bundled scripts."""
    code = """
import sys
from forthgame.ui.commands.autoplay import command
command(["tictactoe", "random:", "2", "--seed", "1", "--quiet"], standalone_mode=False)
machine = "forthgame.machine.memory.processor"
print("forthgame.api.game" in sys.modules, "llvmlite" in sys.modules, machine in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=HANGS_AFTER,
        env=environment(), check=True,
    )  # fmt: skip
    assert done.stdout.endswith("False False False\n")
    assert "2 game(s) played" in done.stdout
