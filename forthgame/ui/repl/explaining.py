"""Commands that explain the script: why a move is legal or not, what a word became, where time goes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from forthgame.debug.coverage import coverage as measure_coverage
from forthgame.debug.listing import see as listing
from forthgame.debug.profile import profile as measure_profile
from forthgame.errors import ForthgameError
from forthgame.play.gamefile import write_whole
from forthgame.ui.repl.commands import command
from forthgame.ui.repl.inspecting import found_word

if TYPE_CHECKING:
    from forthgame.ui.repl.session import Session

PROFILED = ("generation", "playout", "search")
GAMES = 10
ROWS = 20


@command("why MOVE|POSITION POSITION", "Debug", "Why this is legal or not: the words that could "
         "have made it, and the test that ended each.", completes="move")  # fmt: skip
def why(session: Session, question: str) -> None:
    if not question:
        raise ForthgameError("ask about a move: its text, or two positions as in `why e2 e4`")
    session.say(session.position.explain(question).text())


@command("why-not POSITION", "Debug", "The same for all that a piece tries.", completes="position")
def why_not(session: Session, position: str) -> None:
    if not position:
        raise ForthgameError("ask about a piece: the position where it stands")
    session.say(session.position.explain(position).text())
