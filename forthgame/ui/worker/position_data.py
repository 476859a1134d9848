"""Positions and moves as plain data for the page."""

from __future__ import annotations

import json
from typing import Any

from forthgame.api.game import Game, State
from forthgame.base.errors import ForthgameError, quoted
from forthgame.play.model.schedule import seats_of
from forthgame.position.moves import Move, Moves, has_choice
from forthgame.position.position_record import Action
from forthgame.position.simultaneous_turns import choose_together
from forthgame.words.registers import extension_registers, memory_layout as at

LISTED = 4000  # moves of a position sent to the page

STEPS = {at.ACT_MOVE: "move", at.ACT_MOVE_TAKE: "move"}
PLACES = {at.ACT_CAPTURE: "take", at.ACT_ADD: "put", at.ACT_TYPE: "type", at.ACT_OWNER: "owner"}
KNOWN = 1 << 15  # cached moves

Written = tuple[str, str]  # text of the move, and the rest of its document


def flip_of(game: Game, message: dict[str, Any]) -> str | bool:
    flip = message.get("flip", False)
    if isinstance(flip, str) and flip not in game.players:
        known = ", ".join(game.players)
        raise ForthgameError(f"there is no player {quoted(flip)}; there are {known}")
    return flip if isinstance(flip, bool | str) else False


def game_document(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "players": game.players,
        "seats": seats_of(game),
        "pieces": game.pieces,
        "positions": game.positions,
        "levels": [name or f"level {k}" for k, name in enumerate(game.levels, 1)],
        "digest": game.digest,
        "together": choose_together(game),
    }


def position_document(state: State, *, listed: bool = True) -> dict[str, Any]:
    """Return a position: player to move, result, and if `listed` the moves."""
    moves = state.moves()
    outcome = state.outcome
    over = outcome is not None or not moves
    found = {
        "player": state.player,
        "turn": state.turn_number,
        "ply": len(state.move_texts),
        "count": 0 if outcome is not None else len(moves),
        "over": over,
        "outcome": outcome,
        "ended": ended(state) if over else "",
        "scores": state.result if over else None,
        "concealed": state.concealed,
        "board": state.board,
        "hands": state.hands,
    }
    if listed:
        shown = [] if outcome is not None else moves[:LISTED]
        found["moves"] = [
            {"n": n, **move_document(state.game, move)} for n, move in enumerate(shown)
        ]
    return found


def ended(state: State) -> str:
    if state.outcome is None:
        return f"{state.player} has no move"
    outcomes = state.outcomes()
    won = [player for player, outcome in outcomes.items() if outcome == "win"]
    name = f": {state.ending}" if state.ending else ""
    if won:
        return f"{' and '.join(won)} {'wins' if len(won) == 1 else 'win'}{name}"
    if set(outcomes.values()) == {"loss"}:
        return f"{'Nobody wins' if len(outcomes) > 1 else f'{state.player} loses'}{name}"
    return f"A draw{name}"


def move_document(game: Game, move: Move) -> dict[str, Any]:
    """Return a move: source and target for clicking, and its actions in order."""
    actions = [found for action in move.actions if (found := _action(game, action))]
    source, target, text = move.source, move.target, move.text
    if source is None and target is None:
        places = [action["to"] for action in actions if "to" in action]
        target = places[0] if places else None
    return {
        "text": text,
        "short": move.short,
        "choice": move.choice,
        "from": source,
        "to": target,
        "takes": list(move.captured),
        "partial": text.startswith("partial "),
        "actions": actions,
    }


def places_of(move: dict[str, Any]) -> list[str]:
    """Return the distinct positions that a move involves."""
    named = [move["from"], move["to"]]
    for action in move["actions"]:
        named += [action.get("from"), action.get("to")]
    return list(dict.fromkeys(name for name in named if name))


def _action(game: Game, action: Action) -> dict[str, Any] | None:
    kind = action.kind
    if kind in STEPS:
        return {
            "do": STEPS[kind],
            "from": _position(game, action.a),
            "to": _position(game, action.b),
            **_piece(game, action.c),
        }
    if kind in PLACES:
        found: dict[str, Any] = {"do": PLACES[kind], "to": _position(game, action.a)}
        if kind == at.ACT_TYPE:
            found["piece"] = _type(game, action.b)
        elif kind == at.ACT_OWNER:
            found["player"] = _player(game, action.b)
        elif kind == at.ACT_ADD:
            found.update(_piece(game, action.b))
        return found
    if kind == extension_registers.ACT_HAND:
        return {"do": "hand", "number": action.b, **_piece(game, action.a)}
    if kind == at.ACT_PASS:
        return {"do": "pass"}
    return None


def _position(game: Game, number: int) -> str:
    names = game.declaration.positions
    return names[number] if 0 <= number < len(names) else str(number)


def _piece(game: Game, cell: int) -> dict[str, str]:
    return {"piece": _type(game, cell & at.PIECE_MASK), "player": _player(game, cell)}


def _type(game: Game, number: int) -> str:
    pieces = game.declaration.pieces
    return pieces[number - 1].name if 1 <= number <= len(pieces) else ""


def _player(game: Game, cell: int) -> str:
    found = game.player_by_code(cell)
    return found.name if found else ""


class MoveListing:
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

    def __init__(self, listing: MoveListing, state: State) -> None:
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
