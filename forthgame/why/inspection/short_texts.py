"""Short texts for moves, pieces, positions and places; look-up of words by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from forthgame.base.errors import Place, ScriptError
from forthgame.base.text_encoding import decoded
from forthgame.rules.script import Script
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

LONGEST_MOVE = 60  # characters of a move inside a sentence


def move_text(game: Script, move: int) -> str:
    """Return the text of the move at an address, leaving the machine and `$buffer` unchanged."""
    processor = game.forth.processor
    buffer = slice(at.MEMORY + at.TEXT_BUFFER, at.MEMORY + at.TEXT_BUFFER + at.TEXT_SIZE)
    text_before = bytes(processor.bytes[buffer])
    counts = [(offset, processor.register(offset)) for offset in (at.TEXT_COUNT, at.TEXT_POSITION)]
    stack = processor.i64[at.SP.index], processor.register(at.TOP)
    breaks, on_step = processor.breaks, processor.on_step
    processor.breaks, processor.on_step = set(), None
    try:
        processor.push(move)
        processor.execute(game.forth.engine_word("$MoveString").entry)
        return decoded(bytes(processor.bytes[buffer][: processor.register(at.TEXT_COUNT)]))
    finally:
        processor.breaks, processor.on_step = breaks, on_step
        processor.i64[at.SP.index] = stack[0]
        processor.set_register(at.TOP, stack[1])
        for offset, value in counts:
            processor.set_register(offset, value)
        processor.bytes[buffer] = text_before


def named_move(text: str) -> str:
    """Return the text of a move, cut if it is so long that it would hide what is said about it."""
    return text if len(text) <= LONGEST_MOVE else f"{text[: LONGEST_MOVE - 2].rstrip()} …"


def moves_of(game: Script, address: int) -> list[int]:
    """Return the addresses of the moves in a list, in order."""
    cell, found = game.forth.processor.cell, []
    move = cell(address + 4 * at.LIST_FIRST)
    while move:
        found.append(move)
        move = cell(move)
    return found


def piece_name(game: Script, cell: int) -> str:
    """Return the text of a board cell: `White man`, `empty`."""
    if not cell:
        return "empty"
    owner = game.player_by_code(cell)
    number = cell & at.PIECE_MASK
    pieces = game.declaration.pieces
    name = pieces[number - 1].name if 1 <= number <= len(pieces) else f"piece {number}"
    return f"{owner.name} {name}" if owner else name


def position_name(game: Script, number: int) -> str:
    """Return the name of a position; numbers out of range are marked `off the board`."""
    positions = game.declaration.positions
    return positions[number] if 0 <= number < len(positions) else f"{number} (off the board)"


def player_name(game: Script, code: int) -> str:
    """Return the name of the player with a code, or `nobody`."""
    found = game.player_by_code(code)
    return found.name if found else "nobody"


def did_you_mean(near: Sequence[str], otherwise: str = "") -> str:
    """Return `; did you mean a or b?`, or another hint if there are no similar names."""
    hint = f"did you mean {' or '.join(near)}?" if near else otherwise
    return f"; {hint}" if hint else ""


def contents(game: Script, number: int) -> int:
    """Return the board cell of a position in the machine's current board, 0 if out of range."""
    processor = game.forth.processor
    if not 0 <= number < len(game.declaration.positions):
        return 0
    return processor.cell(processor.register(at.BOARD) + 4 * number)


def run_engine(game: Script, name: str, *values: int) -> int:
    """Run a word of the engine with the given stack items and return its result."""
    return game.call(game.forth.engine_word(name).entry, *values)


def positions_of(kind: int, values: Sequence[int]) -> Sequence[int]:
    """Return the positions that an action of the given kind and values is about."""
    if kind in (at.ACT_MOVE, at.ACT_MOVE_TAKE):
        return values[:2]
    return values[:1] if kind in (at.ACT_CAPTURE, at.ACT_ADD, at.ACT_TYPE, at.ACT_OWNER) else ()


def own_word(game: Script, name: str) -> Word | None:
    """Return the script's own word of a name, or None if only the language has one."""
    word = game.forth.dictionary.find(name)
    return word if word is not None and word.index >= game.forth.fence else None


def brief(place: Place) -> str:
    """Return a place as `file:line` without the folder."""
    return f"{Path(place.file).name}:{place.line}"


def bracketed(*places: Place | None) -> str:
    """Return ` (file:line, …)` for distinct places, or an empty string if there are none."""
    found = joined(place for place in places if place is not None)
    return f" ({found})" if found else ""


def joined(places: Iterable[Place]) -> str:
    """Return places in short form: `game.4th:12, 14` for lines of the same file."""
    files: dict[str, dict[int, None]] = defaultdict(dict)
    for place in places:
        files[Path(place.file).name][place.line] = None
    return ", ".join(f"{name}:{', '.join(map(str, lines))}" for name, lines in files.items())


def error_sentence(game: Script, error: ScriptError) -> str:
    """Return the message of an error with its place, and the declaration of a deferred word."""
    told = f"{error.message}{bracketed(error.place)}"
    word = own_word(game, error.word)
    if word is not None and word.kind == "defer":
        told += f"; `{word.name}` is declared by DEFER{bracketed(word.place)}"
    return told
