"""Results of the games of a batch: rows of the machine's table, verdicts, points."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from forthgame.game.played import Position, outcome_name
from forthgame.game.result import POINTS, Verdict
from forthgame.lang import layout as at
from forthgame.lang.words import batch as rows

if TYPE_CHECKING:
    from forthgame.game.batch import Batch
    from forthgame.game.script import Script

CELLS = rows.ROW_BYTES // 4
CHOSEN, COUNT, RESULT, PLAYER, TURN, ENDING, SCORED, DONE = range(CELLS)
RESULTS = {None: at.UNKNOWN_SCORE, "win": at.WIN_SCORE, "draw": at.DRAW_SCORE,
           "loss": at.LOSS_SCORE}  # fmt: skip


def points_of(results: NDArray[np.int32]) -> NDArray[np.float64]:
    return np.where(results > 0, 1.0, np.where(results == at.DRAW_SCORE, 0.5, 0.0))


def outcome_points(batch: Batch) -> NDArray[np.float64]:
    """Return `Batch.returns` with outcomes in place of scores.

    A score alone does not show the winners: friends win together, and an ending may name winners.
    """
    found = batch.returns()
    scored = batch._scored
    found[scored] = points_of(_results(batch, scored))
    return found


def returns_of(batch: Batch) -> NDArray[np.float64]:
    found = np.zeros((len(batch), len(batch._seats)))
    over = batch.over
    by_ending = over & (batch._table[:, ENDING] > 0)
    if by_ending.any():
        scored = batch._scored[by_ending, None]
        points = points_of(_results(batch, by_ending))
        found[by_ending] = np.where(scored, _results(batch, by_ending, 1), points)
    if (rest := over & ~by_ending).any():
        _fill(batch, found, rest)
    return found


def _results(batch: Batch, which: NDArray[np.bool_], kind: int = 0) -> NDArray[np.int32]:
    """Return the competitors' results in games decided by an ending; for kind 1 their scores."""
    numbers = [player.code // at.PLAYER_UNIT for player in batch._players]
    found: NDArray[np.int32] = batch._returns[which, kind][:, numbers]
    return found


def _fill(batch: Batch, found: NDArray[np.float64], rest: NDArray[np.bool_]) -> None:
    """Fill in the results of OnIsGameOver, which are those of the player to move."""
    codes = np.array([p.code & at.PLAYER_NUMBER_MASK for p in batch._players])
    movers = batch._table[:, PLAYER] & at.PLAYER_NUMBER_MASK
    own = movers[:, None] == codes[None, :]
    results = batch._table[:, RESULT]
    plain = rest & (own.any(axis=1) & (len(codes) == 2) | (results == at.DRAW_SCORE))
    points = points_of(results)
    found[plain] = np.where(own, points[:, None], 1.0 - points[:, None])[plain]
    for number in np.flatnonzero(rest & ~plain).tolist():
        if number not in batch._outcomes:
            batch._outcomes[number] = batch.state(number).outcomes()
        found[number] = [POINTS[outcome] for outcome in batch._outcomes[number].values()]


def read_row(
    game: Script, row: NDArray[np.int32], returns: NDArray[np.int32], into: Position
) -> None:
    """Store the end of a game in its position, from the machine's row.

    `returns` has results and scores by player, with players counted from 1.
    """
    into.asked, into.outcome = True, outcome_name(int(row[RESULT]))
    endings = game.declaration.endings.asked
    if into.outcome is None or not 1 <= row[ENDING] <= len(endings):
        return
    told, scores = dict[str, str](), dict[str, int]()
    for player in game.declaration.players:
        number = player.code // at.PLAYER_UNIT
        told[player.name] = outcome_name(int(returns[0, number])) or ""
        if row[SCORED]:
            scores[player.name] = int(returns[1, number])
    into.verdict = Verdict(endings[row[ENDING] - 1].name, told, scores)


def write_row(
    game: Script, position: Position, row: NDArray[np.int32], returns: NDArray[np.int32]
) -> bool:
    """Write the row of a position whose moves and result are known: the inverse of read_row.

    This avoids drawing random numbers for them again. Returns False for any other position, without
    writing anything.
    """
    if not position.asked or not position.has_list:
        return False
    _, row[PLAYER], *_, row[TURN] = struct.unpack_from("<5i", position.turn)
    row[COUNT], row[RESULT] = position.count, RESULTS[position.outcome]
    row[ENDING] = row[SCORED] = 0
    verdict = position.verdict
    if verdict is not None:
        names = [ending.name for ending in game.declaration.endings.asked]
        row[ENDING], row[SCORED] = names.index(verdict.name) + 1, -1 if verdict.scores else 0
        for player in game.declaration.players:
            number = player.code // at.PLAYER_UNIT
            returns[0, number] = RESULTS[verdict.outcomes[player.name] or None]
            returns[1, number] = verdict.scores.get(player.name, 0)
    return True
