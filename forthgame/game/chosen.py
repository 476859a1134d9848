"""The engine that a name means: a built-in one, the script's own, or one that suits the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.game.automatic import choose, share_of_proof
from forthgame.game.engines import AUTO, ENGINES, SCRIPT, Engine, Limits, find_engine

if TYPE_CHECKING:
    from forthgame.game.playthrough import Playthrough


@dataclass(frozen=True)
class Chosen:
    """An engine for a search.

    engine  the built-in engine; None if the script's `word` is run
    reason  why `auto` has chosen it
    proof   share of the search for a proof before it, if the limits do not give one
    """

    engine: Engine | None
    word: str
    reason: str = ""
    proof: float = 0.0

    @property
    def name(self) -> str:
        return self.engine.name if self.engine else SCRIPT


def choose_engine(state: Playthrough, name: str, limits: Limits) -> Chosen:
    """Return the engine that a name means for a position.

    Raises ForthgameError for an unknown name.
    """
    if name != SCRIPT:
        return _named(state, find_engine(name), limits)
    forth = state.game.forth
    if forth.word("OnSearch").index >= forth.fence:
        return Chosen(None, "OnSearch")
    player = next((p for p in state.game.declaration.players if p.name == state.player), None)
    if player is None or not player.word:
        return _named(state, ENGINES[AUTO], limits)
    by_word = {known.word: known for known in ENGINES.values()}
    if player.word in by_word:
        return _named(state, by_word[player.word], limits)
    return Chosen(None, player.word)


def _named(state: Playthrough, engine: Engine, limits: Limits) -> Chosen:
    if engine.name != AUTO:
        return Chosen(engine, engine.word)
    with state.game.lock:
        choice = choose(state.game, limits)
        state.enter()
    suited = ENGINES[choice.engine]
    return Chosen(suited, suited.word, choice.reason, share_of_proof(state.game))
