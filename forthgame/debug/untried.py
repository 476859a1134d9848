"""Move words that pass and were not tried, because the player lacks the piece they belong to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.debug.candidate import entries
from forthgame.debug.moves import contents
from forthgame.debug.places import brief
from forthgame.debug.question import passing_word
from forthgame.lang import layout as at

if TYPE_CHECKING:
    from forthgame.debug.generation import Generation
    from forthgame.debug.removed import Removed
    from forthgame.lang.dictionary import Word


@dataclass(frozen=True)
class Untried:
    """A word that would pass, where its list is said, and why it was not tried."""

    word: Word
    entry: str
    reason: str

    def told(self) -> str:
        """The line that `why Pass` shows."""
        place = f" ({brief(self.word.place)})" if self.word.place else ""
        return f"`{self.word.name}`{place} passes, but was not tried{self.entry}: {self.reason}"


def passes_untried(removed: Removed, found: Generation) -> list[Untried]:
    """Words of the script's lists that could pass and were tried nowhere, each once.

    A generation that has ended with an error has tried what it could: nothing is said of it.
    """
    if found.error is not None:
        return []
    game = removed.game
    passes = passing_word(game)
    tried = {trial.word.token for trial in found.trials}
    missing: dict[int, Untried] = {}
    for number, piece in enumerate(game.declaration.pieces, 1):
        for address, what in ((piece.moves, "moves"), (piece.drops, "drops")):
            listed = game.declaration.lists.get(address)
            for word, _ in entries(game, address):
                if word.token in tried or word.token in missing or not passes(word):
                    continue
                if what == "drops":
                    reasons = removed.hand(number)
                else:
                    reasons = _nowhere(removed, number)
                reasons = reasons or removed.filtered_word(word, address, what)
                if reasons:
                    owner = listed.name if listed else ""
                    missing[word.token] = Untried(word, removed.entry(word, owner), reasons[0])
    return list(missing.values())


def _nowhere(removed: Removed, number: int) -> list[str]:
    """That the player has no piece of a type on the board."""
    game = removed.game
    owner = removed.processor.cell(at.A_FOR_PLAYER)
    player, piece = game.player_by_code(owner), game.pieces[number - 1]
    standing = (contents(game, place) for place in range(len(game.declaration.positions)))
    wanted = (owner & at.PLAYER_MASK) | number
    masked = at.PLAYER_MASK | at.PIECE_MASK
    if player is None or any(cell & masked == wanted for cell in standing):
        return []
    where = removed.declared.place("pieces", "{piece}", piece)
    told = f" ({brief(where)})" if where else ""
    return [f"{player.name} has no {piece} on the board, so its {{moves}} are not tried{told}"]
