"""List the counting path of each move word, with the reason for slower paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.instruction import place_of
from forthgame.game.countable import why_listed
from forthgame.vm.compiler.generation import LISTED, Path

if TYPE_CHECKING:
    from forthgame.game.script import Script
    from forthgame.vm.compiler.module import Module

Way = tuple[str, str, Path, str]


def ways_to_count(game: Script, module: Module) -> list[Way]:
    """Return list, word, path and place of the reason, for each entry of the move lists.

    `module` is the one that plays the game.
    """
    found, code, ways = list[Way](), game.forth.code, module.paths()
    of_all: Path | None = None  # reason for all words, found when needed
    for address, moves in game.declaration.lists.items():
        for k, (word, _) in enumerate(moves.entries):
            path = ways[address + 8 * k]
            if path.kind == LISTED and not path.why:
                of_all = of_all or Path(LISTED, *why_listed(game.forth, game.declaration))
                path = of_all
            token = code.token(place_of(path.cell)) if path.cell >= 0 else None
            found.append((moves.name, word.name, path, str(token.place) if token else ""))
    return found
