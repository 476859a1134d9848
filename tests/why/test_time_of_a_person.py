"""The time that a person takes at a prompt counts against no limit of the script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from small import SCRIPT

import forthgame
from forthgame.base.limits import DEFAULT_LIMITS, ScriptLimits
from forthgame.machine.memory import call_restrictions, processor
from forthgame.rules import word_execution
from forthgame.ui.commands import repl  # noqa: F401  it enters the commands
from forthgame.ui.repl.session import Session
from forthgame.why.debugger.debugger import Debugger, Pause

AN_HOUR = 3600.0


class Clock:
    """A clock that can be put forward."""

    def __init__(self) -> None:
        self.ahead = self.cost = 0.0  # cost of each reading

    def monotonic(self) -> float:
        """Seconds."""
        self.ahead += self.cost
        return 1000.0 + self.ahead

    def thread_time(self) -> float:
        """Seconds of processor time, put forward as much."""
        self.ahead += self.cost
        return 1000.0 + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that limits of scripts look at."""
    found = Clock()
    monkeypatch.setattr(call_restrictions, "monotonic", found.monotonic)
    monkeypatch.setattr(call_restrictions, "thread_time", found.thread_time)
    monkeypatch.setattr(word_execution, "monotonic", found.monotonic)
    monkeypatch.setattr(processor, "time", SimpleNamespace(monotonic=found.monotonic))
    return found


@pytest.fixture(params=[None, 5.0], ids=["turn", "seconds"])
def game(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[forthgame.Game]:
    """A game with the usual limit of a turn, or one for each call."""
    path = tmp_path / "small.4th"
    path.write_text(SCRIPT)
    limits = DEFAULT_LIMITS if request.param is None else ScriptLimits(seconds=request.param)
    with forthgame.load(path, limits=limits) as found:
        yield found


class Thinking:
    """A user who thinks for an hour at each pause."""

    def __init__(self, clock: Clock, *answers: str) -> None:
        self.clock, self.answers, self.count = clock, list(answers), 0

    def __call__(self, pause: Pause) -> str:
        self.clock.ahead += AN_HOUR
        self.count += 1
        return self.answers.pop(0) if self.answers else "continue"


def moves(game: forthgame.Game) -> list[str]:
    """The moves of a new game."""
    return [move.text for move in game.new_game(seed=1).moves()]


def test_at_a_breakpoint(game: forthgame.Game, clock: Clock) -> None:
    known, person = moves(game), Thinking(clock)
    Debugger(game, person).break_at("slide")
    assert moves(game) == known
    assert person.count == 2


def test_at_a_breakpoint_while_something_is_watched(game: forthgame.Game, clock: Clock) -> None:
    known, person = moves(game), Thinking(clock)
    debugger = Debugger(game, person)
    debugger.break_at("slide")
    debugger.watch("counter")
    assert moves(game) == known
    assert person.count > 1


def test_between_steps(game: forthgame.Game, clock: Clock) -> None:
    known, person = moves(game), Thinking(clock, "step", "next", "step", "finish")
    Debugger(game, person).break_at("slide")
    assert moves(game) == known
    assert person.count > 4


def test_while_a_reader_makes_output_wait(game: forthgame.Game, clock: Clock) -> None:
    path = game.path.with_name("talking.4th")
    path.write_text(
        SCRIPT + ": OnGameBegins ; : talk 30000 0 DO I . LOOP ; : OnNewGame talk talk ;"
    )
    with forthgame.load(path, limits=game.limits) as talking:
        parts = list[str]()

        def slow(text: str) -> None:
            parts.append(text)
            clock.ahead += AN_HOUR

        talking.forth.output = slow
        talking.new_game(seed=1)
        assert len(parts) > 1


def test_what_a_script_takes_itself_still_counts(game: forthgame.Game, clock: Clock) -> None:
    debugger = Debugger(game, Thinking(clock))
    debugger.watch("counter")
    debugger.break_at("slide")
    clock.cost = 0.5
    with pytest.raises(forthgame.ScriptError) as caught:
        moves(game)
    assert caught.value.number == -266


def test_at_the_prompt(tmp_path: Path, clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.4th"
    path.write_text(SCRIPT)
    session = Session(str(path))
    lines = ["break slide", "watch counter", "moves", "where", "next", "step", "finish", "delete",
             "continue"]  # fmt: skip

    def read(prompt: str) -> str | None:
        clock.ahead += AN_HOUR
        return lines.pop(0) if lines else None

    session.read = read
    session.converse(lambda: False)
    assert session.failures == 0
    assert "break 1" in capsys.readouterr().out
    session.close()


def test_a_search_is_ended_by_another_thread_while_its_script_prints() -> None:
    holder: Any = SimpleNamespace(deadline=5.0, turn=call_restrictions.TurnClock())

    def write(text: str) -> None:
        holder.deadline = 0.0

    call_restrictions.handing_out(holder, write, "text")
    assert holder.deadline == 0.0
