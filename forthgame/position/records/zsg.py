"""Read and write ZSG, the saved games of Zillions of Games.

A file has one game. The tags `RulesFile` and `VariantName` name its rules; the lines of a changed
set-up become the tag `Setup`. The end of a chain of partial moves is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from forthgame.base.errors import shortened
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.position.records.game_tree import GameTree, RecordedMove, add_line, joined
from forthgame.position.records.text_lines import TextLines

FIRST = "Zillions Save Game File"
HEAD = re.compile(r"(RulesFile|VariantName)=(.*)")
MOVE = re.compile(r"\d{1,9}\.\s*(.*)")
SET_UP = re.compile(r"\((x\s+\S+|\S+\s+\S+\s+\S+)\)")


def read_zsg(lines: TextLines) -> Iterator[GameTree]:
    """Yield the game of a file. Raises RecordError if the file cannot be read."""
    game, begun = GameTree(lines.name, 1, 1), False
    for line, raw in lines:
        text = raw.strip()
        if not text:
            continue
        if not begun:
            begun = True
            if not text.startswith(FIRST):
                game.problem(f"a saved game of Zillions begins with {FIRST!r}", line)
            else:
                continue
        if found := MOVE.match(text):
            _add_move(game, found[1].strip(), line)
        elif found := HEAD.match(text):
            game.tags[found[1]] = found[2].strip()
        elif text.startswith("(") and not game.moves:
            if found := SET_UP.fullmatch(text):
                add_line(game, "Setup", found[1], line)
            else:
                game.problem(f"{shortened(text)!r} is not a set-up", line)
        elif game.moves:
            game.moves[-1].comment = joined(game.moves[-1].comment, text)
        else:
            game.comment = joined(game.comment, text)
    if begun:
        yield game


def _add_move(game: GameTree, text: str, line: int) -> None:
    if len(game.moves) >= DEFAULT_LIMITS.plies:
        if len(game.moves) == DEFAULT_LIMITS.plies and not game.problems:
            game.problem(f"a game of more than {DEFAULT_LIMITS.plies} plies", line)
        return
    game.moves.append(RecordedMove(text, line))


def rules_name(tree: GameTree) -> str:
    """Return the name of the rule file that a game names, without a folder."""
    return tree.tags.get("RulesFile", "").replace("\\", "/").rpartition("/")[2]


def write_zsg(tree: GameTree) -> str:
    """Return the main line of a game as text; a number stands before each move."""
    found = [f"{FIRST} Version 0.02 HH"]
    found += [f"{tag}={_line(tree.tags.get(tag, ''))}" for tag in ("RulesFile", "VariantName")]
    found += [f"({line})" for line in tree.tags.get("Setup", "").split("\n") if line]
    number, before = tree.round, ""
    first = tree.moves[0].player if tree.moves else ""
    for move in tree.moves:
        if before and move.player == first and before != first:
            number += 1
        before = move.player or first
        if move.text:
            found.append(f"{number}. {move.text}")
        if comment := f"{move.before} {move.comment}".strip():
            found.append(_line(comment).lstrip("0123456789."))
    return "\n".join(found) + "\n"


def _line(text: str) -> str:
    return " ".join(text.split())
