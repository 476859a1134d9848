"""The words and declarations of a script as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forthgame.game.declare import Declaration
    from forthgame.game.script import Script


def own_words(game: Script) -> list[str]:
    """Return the names of the words that the script defines, in order, also of positions."""
    forth = game.forth
    return [word.name for word in forth.dictionary.words[forth.fence :]]


def rules_text(game: Script) -> str:
    """Describe the declarations, one per line."""
    declared = game.declaration
    names = {player.code: player.name for player in declared.players}
    turns = [names.get(turn.player, "?") for turn in declared.turns]
    lines = [
        f"board: {_board(declared)}",
        f"directions: {', '.join(direction.name for direction in declared.directions)}",
        f"players: {', '.join(game.players)}",
        f"turn order: {', '.join(turns)}",
    ]
    for piece in declared.pieces:
        told = [
            f"{what} {', '.join(word.name for word, _ in declared.lists[address].entries)}"
            for what, address in (("moves", piece.moves), ("drops", piece.drops))
            if address in declared.lists
        ]
        lines.append(f"piece {piece.name}: {'; '.join(told) or 'does not move'}")
    lines += [f"ending {ending.name}: {ending.word.name}" for ending in declared.endings.declared]
    return "\n".join(lines)


def _board(declared: Declaration) -> str:
    grids = [f"{board.rows} rows of {board.columns}" for board in declared.boards]
    count = f"{len(declared.positions)} positions"
    return f"{count}, {' and '.join(grids)}" if grids else count
