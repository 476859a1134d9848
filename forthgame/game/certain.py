"""What the rules of a game have to be like for a search to prove a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forthgame.code.function import Function
from forthgame.code.program import Program
from forthgame.game.lists import meets, meets_turns
from forthgame.game.result import competitors
from forthgame.lang import beyond as more
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.api.game import Game

OWN_HISTORY = frozenset(("repetition-push-position", "repetition-pop-position"))
NO_CELL = 1 << 32  # no literal is as large


def own_functions(game: Game) -> list[Function] | None:
    """All words that the script defines, decoded; None if one cannot be read."""
    forth = game._forth
    program = Program(forth.code.cells, forth.code.top)
    words = [w for w in forth.dictionary.words[forth.fence :] if w.kind in ("colon", "does")]
    found = [program.function(word.entry) for word in words]
    return None if any(function.refused for function in found) else found


def counts_turns(game: Game) -> bool:
    """Whether rules may depend on the number of the turn."""
    found = own_functions(game)
    return found is None or meets_turns(found)


def keeps_history(game: Game) -> bool:
    """Whether the script keeps a history of positions outside of them."""
    found = own_functions(game)
    return found is None or meets(found, OWN_HISTORY, NO_CELL)


def without_proof(game: Game) -> str:
    """Why nothing can be proven of the game, in a sentence; empty if it can."""
    found = game._known_facts.get("without proof")
    if found is None:
        found = game._known_facts["without proof"] = _obstacle(game)
    return str(found)


def _obstacle(game: Game) -> str:
    register = game._forth.processor.register
    if register(more.CHOICE_CELL):
        return f"nothing is proven of {game.name}, because players choose at the same time"
    if register(more.CHOICES):
        return f"nothing is proven of {game.name}, because chance chooses moves"
    if keeps_history(game):
        return (
            f"nothing is proven of {game.name}, because its script keeps positions of the past "
            "outside of the board"
        )
    return ""


def certain(game: Game) -> bool:
    """Whether a score that a search gives to the end of a game is one that play can force."""
    found = game._known_facts.get("certain")
    if found is None:
        register = game._forth.processor.register
        unclear = register(at.CHANCE_PLAYERS) or register(more.PLAYED_USED)
        allied = register(at.COALITIONS) and not by_two(game)  # friends need not play along
        found = not unclear and not allied and not without_proof(game)
        game._known_facts["certain"] = found
    return bool(found)


def by_two(game: Game) -> bool:
    """Whether what one loses is won by the other."""
    return len(competitors(game)) == 2
