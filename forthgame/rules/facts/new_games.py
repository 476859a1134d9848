"""Decide whether beginning a game leaves traces outside of its position.

A position that is read needs the random streams of a new game, and whatever OnNewGame does. If the
words of a new game store on the board only, that is nothing, and no game has to begin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.rules.fact_cache import fact

if TYPE_CHECKING:
    from forthgame.analysis.effect_summary import Summary
    from forthgame.rules.script import Script

BEGINNING = ("OnNewGame", "OnEditAdd")


@fact
def _beginning(game: Script) -> Summary:
    """Return what the words of a new game may do."""
    from forthgame.rules.facts.engine_roots import events, reached

    return reached(game.forth, game.forth.program, events(game.forth, BEGINNING), (), tokens=True)


@fact
def sets_up_alike(game: Script) -> bool:
    """Return whether each new game has the same board: its words only write, and draw nothing."""
    from forthgame.analysis.effect_summary import READING

    return sets_board_only(game) and not _beginning(game).may(READING)


@fact
def sets_board_only(game: Script) -> bool:
    """Return whether OnNewGame and OnEditAdd only write to the board, and draw nothing."""
    from forthgame.rules.facts.eager_lists import ANYWHERE, written_elsewhere

    found = _beginning(game)
    return not found.may(ANYWHERE) and not written_elsewhere(found, game.declaration)
