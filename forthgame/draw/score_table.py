"""Read the table `[scores]` of a board file, and count the points of a position by it.

The table says what players count: pieces of a type, the numbers of pieces on places such as stores,
or what the script's endings score. It decides nothing about the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from forthgame.draw.board_file_table import BoardFileTable
from forthgame.draw.piece_looks import numbers_of

if TYPE_CHECKING:
    from forthgame.position.playthrough import Playthrough

KEYS = ("unit", "divided", "pieces", "places", "rest", "surrounded")
LONGEST_UNIT = 20


@dataclass(frozen=True)
class ScoreRules:
    """The rules by which a drawing counts a game's points.

    unit        their name in the plural
    divided     the number that makes one point in the scores of the script's endings
    pieces      the types of pieces that count one point each
    places      for each player the position whose piece is a number of points
    rest        whether at the end the numbers of all other pieces of a player count, too
    surrounded  whether empty positions that touch the pieces of one player alone are that player's
    """

    unit: str = "points"
    divided: int = 1
    pieces: frozenset[str] = frozenset()
    places: tuple[tuple[str, str], ...] = ()
    rest: bool = False
    surrounded: bool = False

    def points(self, state: Playthrough, ended: bool) -> dict[str, float]:
        """Return the points of each player; empty if none are counted."""
        scores = state.position.verdict.scores if ended and state.position.verdict else {}
        seats = state.game.declaration.competitors
        if scores:
            return {seat: scores[seat] / self.divided for seat in seats if seat in scores}
        if not self.pieces and not self.places:
            return {}
        board, numbers = state.board, numbers_of(state.game.pieces)
        found = dict.fromkeys(seats, 0.0)
        stores = {place for _, place in self.places}
        for player, place in self.places:
            if player in found and place in board:
                found[player] += int(numbers.get(board[place][1], "0"))
        for place, (player, piece) in board.items():
            if player in found and piece in self.pieces:
                found[player] += 1
            elif player in found and ended and self.rest and place not in stores:
                found[player] += int(numbers.get(piece, "0"))
        return found


def read_score_rules(table: BoardFileTable) -> ScoreRules:
    """Read the table. Raises BoardFileError."""
    table.only(KEYS)
    unit = table.text("unit", "points")
    if len(unit) > LONGEST_UNIT:
        raise table.fail(f"a unit has at most {LONGEST_UNIT} characters")
    divided = table.number("divided", 1)
    if divided < 1:
        raise table.fail("divided is at least 1")
    kinds = table.texts("pieces") if table.has("pieces") else []
    places = table.table("places")
    players = places.chosen(list(places.entries), table.names.players, "player")
    stores = {player: places.text(player) for player in players}
    places.chosen(list(stores.values()), table.names.positions, "position")
    return ScoreRules(
        unit,
        divided,
        frozenset(table.chosen(kinds, table.names.pieces, "piece")),
        tuple(stores.items()),
        table.flag("rest"),
        table.flag("surrounded"),
    )


def surrounded(state: Playthrough) -> dict[str, list[str]]:
    """Return for each player the empty positions from which links reach only their pieces."""
    declared, board = state.game.declaration, state.board
    beside: dict[int, set[int]] = {}
    for direction in declared.directions:
        for start, end in direction.links.items():
            beside.setdefault(start, set()).add(end)
    names = declared.positions
    found: dict[str, list[str]] = {}
    met: set[int] = set()
    for first in range(len(names)):
        if first in met or names[first] in board or first not in beside:
            continue
        group, owners, waiting = [], set(), [first]
        met.add(first)
        while waiting:
            place = waiting.pop()
            group.append(names[place])
            for other in beside.get(place, ()):
                if names[other] in board:
                    owners.add(board[names[other]][0])
                elif other not in met:
                    met.add(other)
                    waiting.append(other)
        if len(owners) == 1:
            found.setdefault(owners.pop(), []).extend(group)
    return found
