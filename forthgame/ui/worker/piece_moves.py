"""Show how the pieces of a game move: the targets of each piece alone on the board.

The moves are those that the script generates; nothing is known about any game here. The endings
and the limits of pieces are left out, since a lone king has often lost or drawn.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from forthgame.api.game import Game, State
from forthgame.base.errors import ForthgameError
from forthgame.draw.scenes import scene
from forthgame.draw.svg_documents import Highlights, scope, stylesheet, svg
from forthgame.position import position_editing
from forthgame.search.search_result import time_limited
from forthgame.ui.worker.piece_comments import piece_comments
from forthgame.ui.worker.worker_state import Message, WorkerState

MOST_PIECES = 32  # kinds of pieces that are shown
MOST_PLACES = 150  # positions that are tried for a piece
SECONDS = 0.5  # of processor time, for trying positions for a piece
TOGETHER = 3.0  # the same for all pieces
LIST_SECONDS = 1.0  # for a list of moves: a lone seed may be sown round and round


def rules(desk: WorkerState, message: Message) -> Message:
    """Return the kinds of pieces, with comments of the script and pictures of their moves.

    Kinds that move alike share a picture.
    """
    return piece_groups(desk.game)


def piece_groups(game: Game) -> Message:
    """Return what `rules` does, for a game that is loaded."""
    comments = piece_comments(game)
    groups: dict[object, dict[str, Any]] = {}
    end = time.thread_time() + TOGETHER
    for name in game.pieces[:MOST_PIECES]:
        found = lone_piece(game, name) if time.thread_time() < end else {}
        alike = (found["player"], found["from"], *found["targets"]) if found else name
        group = groups.setdefault(alike, {**found, "pieces": []})
        group["pieces"].append({"name": name, "comment": comments.get(name, "")})
    more = max(0, len(game.pieces) - MOST_PIECES)
    start = game.new_game(seed=1)
    look = {"style": stylesheet(start), "scope": scope(start)}
    return {"groups": list(groups.values()), "more": more, **look}


def lone_piece(game: Game, piece: str) -> dict[str, Any]:
    """Return where a piece can go from the position with most targets, with a drawing.

    Nothing is returned for pieces that do not move, or if the script fails.
    """
    if not game.declaration.pieces[game.pieces.index(piece)].moves:
        return {}
    best: tuple[State, str, list[str]] | None = None
    until = time.thread_time() + SECONDS
    with suppress(ForthgameError):
        start = game.new_game(seed=1)
        player = _owner(start, piece)
        empty = _empty(start, player)
        drawn = {game.positions[cell.position] for cell in scene(start).layout.cells}
        for position in _places(start, player, piece):
            state = position_editing.put(empty, player, piece, position)
            targets = [target for target in _targets(state, position) if target in drawn]
            if targets and (best is None or len(targets) > len(best[2])):
                best = state, position, targets
            late = time.thread_time() - until
            if late > (TOGETHER if best is None else 0):
                break
    if best is None:
        return {}
    state, position, targets = best
    marks = Highlights(targets=targets, selected=position)
    drawing = svg(state, styled=False, highlights=marks)
    return {"player": player, "from": position, "targets": targets, "svg": drawing}


def _owner(start: State, piece: str) -> str:
    """Return the first player who has such a piece."""
    owners = {player for player, found in start.board.values() if found == piece}
    return next((player for player in start.game.players if player in owners), start.player)


def _empty(start: State, player: str) -> State:
    """Return the board without pieces, with a player to move."""
    state = start
    for position in list(start.board):
        state = position_editing.remove(state, position)
    state = position_editing.on_turn_of(state, player)
    position_editing.forget_moves(state)
    return state


def _places(start: State, player: str, piece: str) -> list[str]:
    """Return positions for a piece: from the middle of the board outwards, and where it begins."""
    own = [at for at, found in start.board.items() if found == (player, piece)]
    names, cells = start.game.positions, scene(start).layout.cells
    x, y = (sum(getattr(cell, n) for cell in cells) / max(1, len(cells)) for n in "xy")
    order = sorted(cells, key=lambda cell: round((cell.x - x) ** 2 + (cell.y - y) ** 2))
    return list(dict.fromkeys([*(names[c.position] for c in order[:MOST_PLACES]), *own]))


def _targets(state: State, position: str) -> list[str]:
    """Return where moves of the piece on a position end, empty if the script fails there."""
    state.position.trouble = ""
    state.play_on = True
    with suppress(ForthgameError), time_limited(state.game.forth.processor, LIST_SECONDS):
        ends = [move.target for move in state.moves() if move.source == position]
        return [to for to in dict.fromkeys(ends) if to and to != position]
    return []
