"""The set-up of a script that declares none, from the rule file beside it."""

from __future__ import annotations

from collections.abc import Callable, Set
from pathlib import Path
from typing import TYPE_CHECKING

from forthgame.base.source import Source, translators

if TYPE_CHECKING:
    from forthgame.rules.declaration.declaration import Declaration


def lacks_set_up(declared: Declaration) -> bool:
    """Return whether nothing in the declaration brings a piece onto the board."""
    if declared.setups or declared.levels or declared.hands:
        return False
    pieces = declared.pieces
    return any(piece.moves for piece in pieces) and not any(piece.drops for piece in pieces)


def set_up_for(declared: Declaration, script: Path, words: Callable[[], Set[str]]) -> Source | None:
    """Return a section with the set-up of the rule file beside a script, or None.

    Nothing is read for a script that has a set-up, or whose `words()` place pieces themselves.
    Raises ScriptError for a mistake in the rule file.
    """
    if not lacks_set_up(declared):
        return None
    path: Path | None = translators("rule_file_beside")(script)
    if path is None:
        return None
    from forthgame.words.effect_sets import PLACING_NEW

    if PLACING_NEW & words():
        return None
    players = [player.name for player in declared.players]
    pieces = [piece.name for piece in declared.pieces]
    section: Source | None = translators("set_up_in")(path, players, pieces, declared.positions)
    return section
