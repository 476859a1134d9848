"""Whatever is typed, a session continues: errors have messages, and none is a Python exception."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from rich.console import Console
from transcripts import ROOT

from forthgame.ui.repl.command_table import COMMANDS
from forthgame.ui.repl.completion import completions
from forthgame.ui.repl.session import Session
from forthgame.words.registers import memory_layout as at

GAMES = (None, "breakthrough", "tictactoe", "splut/duel", str(ROOT / "tests/repl/hexagons.4th"))
JUNK = (
    "0", "1", "-1", "99999999999", "at", "save", "load", "x.json", "flame.svg", "é", "\0", "*", "?",
    "[", "%", "a:b", "breakthrough.4th:48", "breakthrough.4th:0", '"', "(", "\\", "1.5", "|", "=",
    "#", ":", ";", "{board", "board}", "generation", "..", "/", "a " * 50,
)  # fmt: skip
ENGINES = ("first", "random", "negamax:depth=1", "uct:playouts=5", "negamax:depth=x", "nobody")
COUNTED = ("stats", "coverage")
SECONDS = 2.0  # allowed for a line


class Typist:
    """Type lines at random, determined by the seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        screen = Console(file=io.StringIO())
        self.session = Session(
            GAMES[seed % len(GAMES)], native=False, console=screen, errors=screen
        )
        self.session.read = lambda prompt: self.line() if self.random.random() < 0.7 else "continue"
        game = self.session.game
        words = [w.name for w in self.session.forth.dictionary.words if not w.hidden]
        names = game.positions + game.pieces + game.players if game else words
        self.kinds = (words, names, JUNK)

    def text(self) -> str:
        """A word, a name, something odd."""
        return self.random.choice(self.random.choice(self.kinds))

    def line(self) -> str:
        """A command with arguments that may fit, or some words."""
        draw = self.random
        kind = draw.random()
        if kind < 0.15:
            return f"play {draw.randint(1, 9)}"
        if kind < 0.5:
            return " ".join(self.text() for _ in range(draw.randint(1, 6)))
        name = draw.choice([name for name in COMMANDS if name not in ("quit", "bye")])
        if name == "go":
            return f"go {draw.choice(ENGINES)}"
        if name in COUNTED:
            return f"{name} {draw.choice(('1', '2 3', 'x', '0'))}"
        slash = draw.choice(("", "/"))
        return " ".join([slash + name, *(self.text() for _ in range(draw.choice((0, 1, 1, 2, 3))))])


def type_lines(seed: int, lines: int) -> Session:
    """Type lines into a session, and complete some half-typed ones."""
    typist = Typist(seed)
    session = typist.session
    for _ in range(lines):
        line = typist.line()
        session.forth.processor.limit(seconds=SECONDS)
        session.execute(line)
        completions(session, line[: typist.random.randint(0, len(line))])
        session.done = False
        if session.is_open and typist.random.random() < 0.3:
            session.abandon()
    return session


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.sampled(8)
def test_a_session_survives(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some lines succeed, most fail, and afterwards the session works as before."""
    monkeypatch.chdir(tmp_path)
    session = type_lines(seed, 200)
    assert 0 < session.failures < session.number
    session.abandon()
    session.execute("/delete")
    failures = session.failures
    session.forth.processor.limit()
    session.forth.processor.set_cell(at.A_BASE, 10)
    session.execute(": survived 42 ; survived")
    assert session.failures == failures
    assert session.stacks.items[-1] == 42


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_a_session_survives_long(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session is longer."""
    monkeypatch.chdir(tmp_path)
    type_lines(seed, 1500)
