"""Passes that are there only as long as a player has a piece in hand."""

from __future__ import annotations

from forthgame.check.effects import Effects
from forthgame.check.reach import may_reach
from forthgame.check.script import Script
from forthgame.lang.dictionary import Word
from forthgame.lang.doing import PASSING

OFFERING = "$passTurnForced"  # with it the engine adds a pass where there is no other move


def check_passes(script: Script, effects: Effects) -> None:
    """Report the first word that passes, where all of them stand in {drops} of pieces in hand.

    Without such a piece in hand its drops are not tried. A word of {moves}, of a deferred word or
    of what cannot be followed may pass too, which says nothing against the game.
    """
    declared = script.declared
    if not declared.hands or any(
        use.word.name == OFFERING and use.word.index < script.reader.fence for use in script.uses
    ):
        return
    moves = [word for piece in declared.pieces for word, _ in _entries(script, piece.moves)]
    if any(may_reach(effects, word, PASSING) for word in moves):
        return
    passing = [
        (word, owner, piece)
        for piece in declared.pieces
        for word, owner in _entries(script, piece.drops)
        if effects.program.comes_to(word.entry, PASSING)
    ]
    if passing:
        word, owner, _ = passing[0]
        names = " or ".join(dict.fromkeys(piece.name for _, _, piece in passing))
        _report(script, word, owner, names)


def _entries(script: Script, address: int) -> list[tuple[Word, str]]:
    """The words of a list of moves, each with the name of the list."""
    listed = script.declared.lists.get(address)
    return [] if listed is None else [(word, listed.name) for word, _ in listed.entries]


def _report(script: Script, word: Word, owner: str, pieces: str) -> None:
    place = script.declared.declared.place("moves", "{move}", word.name, owner)
    script.report(
        "FG555",
        f"`{word.name}` passes, and only {{drops}} of pieces in hand have such a word: the pass "
        f"disappears with the last {pieces} in hand; put it in a list of {{moves}} too, or "
        f"turn {OFFERING} ON",
        place or word.place,
        word.name,
    )
