"""Write PGN as the standard's export format has it, and PDN, which has the same form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from forthgame.position.records.game_tree import OPEN, GameTree, RecordedMove, Sides

CHANCE_PLIES = 8  # moves of chance before a seat's move
WIDTH = 80  # columns of a line
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN = {"Date": "????.??.??", "Result": OPEN}


def write_pgn(tree: GameTree) -> str:
    """Return a game as text: the seven tags first, then the others, the moves, and a blank line."""
    tags = {name: tree.tags.get(name, UNKNOWN.get(name, "?")) for name in ROSTER}
    tags["Result"] = tree.result
    tags |= {name: value for name, value in tree.tags.items() if name not in tags}
    head = "".join(f'[{name} "{escaped(value)}"]\n' for name, value in tags.items())
    body = wrapped([*_words(tree), tree.result])
    return f"{head}\n{body}\n\n"


def escaped(value: str) -> str:
    """Return the value of a tag with its quotes and backslashes escaped, in one line."""
    line = " ".join(value.splitlines()) if not value.isprintable() else value
    line = "".join(char if char >= " " else " " for char in line)
    return line.replace("\\", "\\\\").replace('"', '\\"')


def wrapped(words: Sequence[str]) -> str:
    """Join words into lines of at most WIDTH columns; a word that ends with a line end ends it."""
    lines: list[str] = []
    line = ""
    for word in words:
        text = word.removesuffix("\n")
        if line and len(line) + 1 + len(text) > WIDTH:
            lines.append(line)
            line = text
        else:
            line = f"{line} {text}" if line else text
        if word.endswith("\n"):
            lines.append(line)
            line = ""
    return "\n".join([*lines, line] if line else lines)


def comment_words(text: str) -> Iterator[str]:
    """Yield a comment in braces word by word, or after a semicolon if it has braces itself."""
    words = text.split()
    if "}" in text:
        line = ""
        for word in words:
            if line and len(line) + len(word) + 3 > WIDTH:
                yield f"; {line}\n"
                line = ""
            line = f"{line} {word}" if line else word
        yield f"; {line}\n"
        return
    joined: list[str] = []
    for word in words:  # a line that begins with % is not read
        if word.startswith("%") and joined:
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    if joined:
        joined[0] = "{" + joined[0]
        joined[-1] += "}"
        yield from joined
    else:
        yield "{}"


@dataclass(slots=True)
class _Line:
    """A line that is being written, and the numbering up to its next move."""

    moves: list[RecordedMove]
    number: int  # of the round
    last: str | None = None  # seat of the move before, None at the beginning of the game
    next: int = 0
    shown: bool = True  # whether the next move has its number in any case
    opens: str = ""


def _words(tree: GameTree) -> list[str]:
    words = [*comment_words(tree.comment)] if tree.comment else []
    seats = _from_first(tree.sides)
    stack = [_Line(tree.moves, tree.round)]
    while stack:
        line = stack[-1]
        if line.next >= len(line.moves):
            stack.pop()
            if stack and words[-1].endswith("\n"):
                words.append(")")
            elif stack:
                words[-1] += ")"
            continue
        move = line.moves[line.next]
        if move.before:
            words += _opened(line, comment_words(move.before))
            line.shown = True
        before = line.number, line.last
        mover = _seat(line, seats)
        new = mover == seats[0] and line.last != seats[0]
        if new and line.last is not None:
            line.number += 1
        if new or line.shown:
            point = "." if mover == seats[0] else "..."
            words += _opened(line, (f"{line.number}{point}",))
        words += _opened(line, (move.text,))
        words += (f"${nag}" for nag in move.nags)
        if move.comment:
            words += comment_words(move.comment)
        line.shown = bool(move.comment or move.variations)
        line.last = mover
        line.next += 1
        stack.extend(
            _Line(variation, *before, opens="(") for variation in reversed(move.variations)
        )
    return words


def _opened(line: _Line, words: Iterable[str]) -> Iterator[str]:
    """Yield words, the first of them with the bracket that opens the variation."""
    for word in words:
        yield f"{line.opens}{word}"
        line.opens = ""


def _from_first(sides: Sides | None) -> tuple[str, str]:
    white, black, first = sides or ("White", "Black", "White")
    return (black, white) if first == black else (white, black)


def _seat(line: _Line, seats: tuple[str, str]) -> str:
    """Return the seat of the next move; a move of chance belongs to the seat after it."""
    for move in line.moves[line.next : line.next + CHANCE_PLIES]:
        if move.player in seats:
            return move.player
        if not move.player:
            break
    if line.last is None:
        return seats[0]
    return next((seat for seat in seats if seat != line.last), line.last)
