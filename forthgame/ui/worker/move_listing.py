"""Moves of a position as JSON for the page.

Most moves recur within a few plies, so their JSON is cached by move record and by the occupation of
the positions where they capture. Moves with choices, and games with a notation, depend on other
moves and are not cached.
"""

from __future__ import annotations

import json
from typing import Any

from forthgame.api.game import Game
from forthgame.api.state import State
from forthgame.position.moves import Moves, has_choice
from forthgame.ui.worker.position_data import LISTED, move_document, position_document
from forthgame.words.registers import memory_layout as at

KNOWN = 1 << 15  # cached moves

Written = tuple[str, str]  # text of the move, and the rest of its document


class Listing:
    """Writes the moves of one game's positions."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[tuple[bytes, tuple[bool, ...]], Written] = {}
        self._taking: dict[bytes, tuple[int, ...] | None] = {}

    def of(self, state: State) -> list[Written]:
        moves = state.moves()
        if not self._game.declaration.notation:
            records = moves._records()[:LISTED]
            takings = [self._positions(record) for record in records]
            if None not in takings:
                board = moves._board
                return [
                    self._kept(moves, number, record, tuple([board[p] != 0 for p in taking or ()]))
                    for number, (record, taking) in enumerate(zip(records, takings, strict=True))
                ]
        return [self._write(moves, number) for number in range(min(len(moves), LISTED))]

    def _kept(self, moves: Moves, number: int, record: bytes, taken: tuple[bool, ...]) -> Written:
        key = record, taken
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            found = self._known[key] = self._write(moves, number)
        return found

    def _positions(self, record: bytes) -> tuple[int, ...] | None:
        """Return the positions where a move may capture; None for a move with a choice."""
        try:
            return self._taking[record]
        except KeyError:
            if len(self._taking) >= KNOWN:
                self._taking.clear()
            found = self._taking[record] = None if has_choice(record) else _taking(record)
            return found

    def _write(self, moves: Moves, number: int) -> Written:
        document = move_document(self._game, moves[number])
        return document["text"], json.dumps(document)[1:]


def _taking(record: bytes) -> tuple[int, ...]:
    cells = memoryview(record).cast("i")
    rows = range(2, len(cells), at.ACTION_CELLS)
    found = [(cells[row + at.ACTION_KIND_CELL], cells[row], cells[row + 1]) for row in rows]
    takes = {at.ACT_MOVE_TAKE, at.ACT_CAPTURE}
    return tuple(b if kind == at.ACT_MOVE_TAKE else a for kind, a, b in found if kind in takes)


class ShownPosition:
    """A position sent to a page: texts of its moves, and JSON of each."""

    def __init__(self, listing: Listing, state: State) -> None:
        self.position = position_document(state, listed=False)
        self.moves = [] if state.outcome is not None else listing.of(state)

    def find(self, text: str) -> dict[str, Any] | None:
        for known, rest in self.moves:
            if known == text:
                return {"player": self.position["player"], **json.loads("{" + rest)}
        return None

    def written(self) -> str:
        rows = ", ".join([f'{{"n": {n}, {rest}' for n, (_, rest) in enumerate(self.moves)])
        return f'{json.dumps(self.position)[:-1]}, "moves": [{rows}]}}'
