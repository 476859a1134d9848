"""Read and write CSA, the format of programs for shogi: versions 2.2 and 3.0.

The lines of the first position (`PI`, `P1` … `P9`, `P+`, `P-`) become the tag `Position`; the side
that begins is White for the results, as it is the first side of a record.
"""

from __future__ import annotations

from collections.abc import Iterator

from forthgame.base.errors import shortened
from forthgame.base.limits import DEFAULT_LIMITS
from forthgame.position.records.game_tree import (
    OPEN,
    GameTree,
    RecordedMove,
    Sides,
    add_line,
    joined,
)
from forthgame.position.records.text_lines import TextLines

NAMES = {"N+": "White", "N-": "Black"}
TAGS = {"EVENT": "Event", "SITE": "Site", "START_TIME": "Date", "OPENING": "Opening",
        "TIME_LIMIT": "TimeControl"}  # fmt: skip
MOVE_LENGTH = 7  # of `+7776FU`
LOSES = ("TORYO", "TIME_UP", "TSUMI", "ILLEGAL_MOVE")  # the side to move
WINS = ("KACHI",)
DRAWN = ("SENNICHITE", "HIKIWAKE", "JISHOGI")
OPEN_ENDS = ("CHUDAN", "MATTA", "FUZUMI", "ERROR", "MAX_MOVES")
ILLEGAL_ACTION = {"+ILLEGAL_ACTION": "0-1", "-ILLEGAL_ACTION": "1-0"}
SIDES = "+-"


def read_csa(lines: TextLines) -> Iterator[GameTree]:
    """Yield the games of a file. Raises RecordError if the file cannot be read."""
    game, number, ended = GameTree(lines.name, 1, 1), 1, False
    for line, text in lines:
        stripped = text.strip()
        if stripped == "/":
            yield game
            number += 1
            game, ended = GameTree(lines.name, line, number), False
        elif stripped.startswith("'"):
            _add_comment(game, stripped[1:].removeprefix("*").strip())
        elif stripped.startswith(("N+", "N-", "$", "V")):
            _tag(game, stripped)
        else:
            for statement in filter(None, (part.strip() for part in text.rstrip().split(","))):
                ended = _statement(game, line, statement, ended)
    if game.moves or game.tags or game.problems or game.result != OPEN:
        yield game


def _tag(game: GameTree, text: str) -> None:
    if text[:2] in NAMES:
        game.tags[NAMES[text[:2]]] = text[2:]
    elif text.startswith("$"):
        name, _, value = text[1:].partition(":")
        game.tags[TAGS.get(name, name)] = value


def _add_comment(game: GameTree, text: str) -> None:
    if game.moves:
        game.moves[-1].comment = joined(game.moves[-1].comment, text)
    elif not text.startswith("CSA encoding="):
        game.comment = joined(game.comment, text)


def _statement(game: GameTree, line: int, text: str, ended: bool) -> bool:
    """Read a statement; return whether the game has ended."""
    ply = len(game.moves) + 1
    if text[0] == "T" and text[1:].replace(".", "").isdecimal():
        return ended  # the time of a move
    if text[0] == "P" and not game.moves:
        add_line(game, "Position", text, line)
    elif text in ("+", "-") and not game.moves:
        game.tags["Turn"] = text
    elif text[0] == "%":
        _end(game, line, text[1:])
        return True
    elif text[0] in SIDES and len(text) == MOVE_LENGTH and text[1:5].isdecimal():
        if ended:
            game.problem("a move after the end of the game", line, ply)
        elif len(game.moves) >= DEFAULT_LIMITS.plies:
            if len(game.moves) == DEFAULT_LIMITS.plies and not game.problems:
                game.problem(f"a game of more than {DEFAULT_LIMITS.plies} plies", line, ply)
        else:
            game.moves.append(RecordedMove(text[1:], line, player=text[0]))
    else:
        game.problem(f"{shortened(text)} is not a statement of CSA", line, ply)
    return ended


def _end(game: GameTree, line: int, word: str) -> None:
    first = game.moves[-1].player == "-" if game.moves else game.tags.get("Turn", "+") == "+"
    if word in ILLEGAL_ACTION:
        game.result = ILLEGAL_ACTION[word]
    elif word in LOSES:
        game.result = "0-1" if first else "1-0"
    elif word in WINS:
        game.result = "1-0" if first else "0-1"
    elif word in DRAWN:
        game.result = "1/2-1/2"
    elif word not in OPEN_ENDS:
        game.problem(f"%{shortened(word)} is not an end of a game", line, len(game.moves))
    game.tags["End"] = word


def write_csa(tree: GameTree) -> str:
    """Return the main line of a game as text, in UTF-8."""
    found = ["'CSA encoding=UTF-8", "V3.0"]
    for start, name in NAMES.items():
        if (value := tree.tags.get(name, "?")) != "?":
            found.append(f"{start}{_line(value)}")
    for key, name in TAGS.items():
        value = tree.tags.get(name, "?")
        if value not in ("?", "????.??.??"):
            found.append(f"${key}:{_line(value)}")
    if tree.comment:
        found.append(f"'*{_line(tree.comment)}")
    found += tree.tags.get("Position", "PI").split("\n")
    found.append(tree.tags.get("Turn", "+"))
    side = found[-1]
    for move in tree.moves:
        side = side_of(move, tree.sides, side)
        found.append(f"{side}{move.text}")
        if comment := f"{move.before} {move.comment}".strip():
            found.append(f"'*{_line(comment)}")
        side = SIDES[1 - SIDES.index(side)]
    found.append(f"%{_end_word(tree, side)}")
    return "\n".join(found) + "\n"


def side_of(move: RecordedMove, sides: Sides | None, side: str) -> str:
    """Return `+` or `-` for the player of a move; `side` if the move does not contain it."""
    if move.player in SIDES and move.player:
        return move.player
    if sides is None or not move.player:
        return side
    return "+" if move.player == sides.white else "-"


def _end_word(tree: GameTree, side: str) -> str:
    """Return the end of a game after which `side` is to move."""
    given = tree.tags.get("End", "")
    if given:
        return given
    if tree.result == OPEN:
        return "CHUDAN"
    if tree.result == "1/2-1/2":
        return "HIKIWAKE"
    if (tree.result == "1-0") == (side == "+"):
        return "KACHI"
    return "TIME_UP" if tree.tags.get("Termination") == "time forfeit" else "TORYO"


def _line(text: str) -> str:
    return " ".join(text.split())
