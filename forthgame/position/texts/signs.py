"""Positions after moves: whether a word of the script is true there, and how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from forthgame.rules.checkpoint import looking_ahead

if TYPE_CHECKING:
    from forthgame.position.playthrough import Playthrough


def outcomes_after(
    state: Playthrough, numbers: Sequence[int], word: str, always: bool
) -> list[tuple[bool, str | None]]:
    """Return for each move of a position what a `word` returns after it, and the outcome there.

    Without `always` the outcome is computed only if the word returns true. An empty word is false.
    """
    game, before, twin = state.game, state.position, state.ahead()
    entry = game.forth.word(word).entry if word else 0
    found: list[tuple[bool, str | None]] = []
    with game.lock, looking_ahead(game):
        for number in numbers:
            twin.position = before
            twin.position = twin.without_list(number)
            holds = entry != 0 and game.short.run(entry, 0) != 0
            found.append((holds, twin.outcome if holds or always else None))
    return found
