"""Inspection commands: stack, words, help, memory, variables, position, code of words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import partial
from itertools import groupby, islice
from types import SimpleNamespace
from typing import Any

from forthgame.base.errors import ForthgameError
from forthgame.base.source import Source
from forthgame.check.stack_effects.effects import inferred_effect
from forthgame.draw.piece_looks import signs_of
from forthgame.draw.text_board import Board, board_lines, legend_line, state_lines
from forthgame.machine.outer.outer_interpreter import Forth
from forthgame.position import position_editing
from forthgame.position.moves import Move
from forthgame.ui.help import help_pages, word_reference
from forthgame.ui.repl.command_table import (
    COMMANDS,
    by_group,
    command,
)
from forthgame.ui.repl.session import Session
from forthgame.ui.repl.shown_stacks import shown
from forthgame.ui.terminal.coloured_board import picture
from forthgame.ui.terminal.escaping import visible
from forthgame.why.inspection.word_listing import see as listing
from forthgame.words.registers import memory_layout as at
from forthgame.words.table.dictionary import Word

WIDTH = 78
DUMP_ROW = 16  # bytes in a row of a dump
DUMP_DEFAULT = 64
DUMP_MOST = 4096
LEAST = 24  # characters for an array's values, however long the names are
LOOKED_AT = 65536  # items read from a shortened array
REPEATED = 4  # equal items in a row that are grouped


def matches(name: str, pattern: str) -> bool:
    """Return whether a name matches a pattern, ignoring case.

    Patterns with `*` or `?` match the whole name, others any part of it.
    """
    name, pattern = name.lower(), pattern.lower()
    if "*" in pattern or ("?" in pattern and pattern != "?" and not pattern.endswith("?")):
        return fnmatchcase(name, pattern.replace("[", "[[]"))
    return pattern in name


def columns(names: list[str]) -> str:
    if not names:
        return ""
    width = max(map(len, names)) + 2
    across = max(1, WIDTH // width)
    rows = [names[k : k + across] for k in range(0, len(names), across)]
    return "\n".join("".join(f"{name:{width}}" for name in row).rstrip() for row in rows)


def _see(session: Session, name: str, *, native: bool) -> None:
    if not name:
        raise ForthgameError("say which word")
    bare: Any = SimpleNamespace(forth=session.forth)  # a listing uses no other attribute of a game
    session.say(listing(session.game or bare, name, native).text())


for usage, meaning, native in (
    ("see WORD", "Show a word's source and its threaded code.", False),
    ("see/native WORD", "Show a word's source, threaded code, LLVM code and machine code.", True),
):
    enter = command(usage, "Inspect", meaning, game=False, paused=True, completes="word")
    enter(partial(_see, native=native))


@command(".s", "Inspect", "Show the stacks, top at the right.", game=False, paused=True)
def show_stack(session: Session, rest: str) -> None:
    if not (session.pausing or session.is_open):
        session.stacks.give(session.forth.processor)
    session.say(shown(session.forth.processor) or "empty")


@command(
    "words [PATTERN]",
    "Inspect",
    "List the script's words, or all words that match.",
    game=False,
    paused=True,
    completes="word",
)
def words(session: Session, pattern: str) -> None:
    forth = session.forth
    found = {w.name: w for w in forth.dictionary.words if not w.hidden}
    own = [name for name, w in found.items() if w.index >= forth.fence]
    language = [name for name, w in found.items() if w.index < forth.fence]
    if not pattern:
        session.say(columns(own) or "the script has no words yet")
        session.say(f"… and {len(language)} of the language: `words *`")
        return
    own = [name for name in own if matches(name, pattern)]
    language = [name for name in language if matches(name, pattern)]
    if own:
        session.say(columns(own))
    if language:
        session.say(("of the language:\n" if own else "") + columns(language))
    if not own and not language:
        near = forth.dictionary.nearest(pattern)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise ForthgameError(f"no word has {pattern!r} in it{hint}")


@command(
    "help [WORD|COMMAND]",
    "Inspect",
    "Explain a word or a command, or list the commands.",
    game=False,
    paused=True,
    completes="word command",
)
def help_(session: Session, name: str) -> None:
    if not name:
        for group, rows in by_group().items():
            session.say(f"{group}:")
            for row in rows:
                between = "" if len(row.usage) < 33 else f"\n{'':36}"
                session.say(f"  {row.usage:34}{between}{row.meaning}")
        session.say("Any other line is text of the dialect.")
        return
    known = COMMANDS.get(name.removeprefix("/"))
    if known is not None:
        session.say(f"{known.usage}    [command]\n    {known.meaning}")
    word = session.forth.dictionary.find(name)
    if known is None or (word is not None and not name.startswith("/")):
        session.say(help_pages.word_page(session.forth, name, native=False))


def found_word(session: Session, name: str) -> Word:
    dictionary = session.forth.dictionary
    if not name:
        raise ForthgameError("say which word")
    word = dictionary.find(name)
    if word is None:
        raise help_pages.unknown(name, dictionary.nearest(name))
    return word


@command(
    "effect WORD",
    "Inspect",
    "Show a word's stack effect as written and as inferred from its code.",
    game=False,
    paused=True,
    completes="word",
)
def effect(session: Session, name: str) -> None:
    word = found_word(session, name)
    entry = word_reference.entries().get(name) if word.index < session.forth.fence else None
    written = entry.effect if entry else word.comment
    session.say(f"{name} {written or '(no comment)'}")
    if word.kind == "colon":
        session.say(f"    inferred: {inferred_effect(session.forth, word)}")


@command(
    "dump WHERE [BYTES]",
    "Inspect",
    "Show bytes of memory from an address, or from a word that returns one.",
    game=False,
    paused=True,
    completes="word",
)
def dump(session: Session, rest: str) -> None:
    parts = rest.split()
    if not 1 <= len(parts) <= 2:
        raise ForthgameError("write `dump WHERE BYTES`: WHERE is a number or a word that gives one")
    start, *more = (value_of(session, part) for part in parts)
    size = more[0] if more else DUMP_DEFAULT
    if not at.MEMORY_LOW <= start < at.READ_END:
        raise ForthgameError(
            f"{start} is out of memory: addresses go from {at.MEMORY_LOW} to {at.READ_END - 1}"
        )
    if not 1 <= size <= DUMP_MOST:
        raise ForthgameError(f"dump shows 1 to {DUMP_MOST} bytes, not {size}")
    end = min(start + size, at.READ_END)
    for row in range(start, end, DUMP_ROW):
        first = at.MEMORY + row
        data = bytes(session.forth.processor.bytes[first : first + min(DUMP_ROW, end - row)])
        text = "".join(chr(b) if 32 <= b < 127 else "." for b in data)
        session.say(f"{row:8}  {data.hex(' '):{3 * DUMP_ROW}} {text}")


def value_of(session: Session, text: str) -> int:
    """Return the value of a number or word, leaving the stack unchanged. Raises ScriptError."""
    processor = session.forth.processor
    if not session.pausing:
        session.load_machine()
    depth = processor.depth
    session.forth.load_text(Source("argument", text))
    if processor.depth != depth + 1:
        raise ForthgameError(f"{text} leaves {processor.depth - depth} items, not one")
    return processor.pop()


# -- variables ------------------------------------------------------------------------------------


@command(
    "vars [PATTERN]",
    "Inspect",
    "Show variables and arrays of the script and the board; an "
    "array is shortened unless PATTERN is its name.",
    game=False,
    paused=True,
)
def variables(session: Session, pattern: str) -> None:
    rows = [*_script_variables(session.forth), *_board_variables(session)]
    rows = [row for row in rows if not pattern or matches(row[0], pattern)]
    if not rows:
        what = f" with {pattern!r} in its name" if pattern else ""
        session.say(f"there is no variable{what}")
        return
    width = max(len(name) for name, _ in rows)
    for name, values in rows:
        room = None if name == pattern else max(LEAST, WIDTH - width - 2)
        shown = str(values) if isinstance(values, int) else listed(values, room)
        session.say(f"{name:{width}}  {shown}")


def _script_variables(forth: Forth) -> list[tuple[str, int | Sequence[int]]]:
    words = forth.dictionary.words[forth.fence :]
    found = {word.name: data for word in words if (data := _data_of(forth, word)) is not None}
    return list(found.items())


def _data_of(forth: Forth, word: Word) -> int | Sequence[int] | None:
    """Return the value of a variable, or the cells of an array or CREATEd word, else None."""
    created = word.kind == "literal" and word.value == word.parameter
    created = created and word.role in ("", "variable")
    if not created and word.role != "array":
        return None
    start = word.value if created else word.operand
    if start is None or not at.DATA <= start < at.DATA_END or start % at.CELL:
        return None
    words, cell = forth.dictionary.words, forth.processor.cell
    following = word.index + 1
    end = cell(words[following].header if following < len(words) else at.A_DP)
    count = (end - start + at.CELL - 1) // at.CELL
    if created and count == 1:
        return cell(start)
    first = (at.MEMORY + start) // at.CELL
    return forth.processor.i32[first : first + count]


def _board_variables(session: Session) -> list[tuple[str, int | Sequence[int]]]:
    stored = [] if session.state is None else position_editing.storage(session.state)
    return [(name, values[0] if count == 1 else values) for name, count, values in stored]


def listed(values: Sequence[int], room: int | None) -> str:
    """Return the length and values of an array, within `room` characters.

    Equal values in a row are grouped: `0 x61`.
    """
    text = f"[{len(values)}]"
    shown = 0
    for value, run in groupby(islice(values, None if room is None else LOOKED_AT)):
        many = sum(1 for _ in run)
        part = f"{value} x{many}" if many >= REPEATED else " ".join([str(value)] * many)
        if room is not None and len(text) + len(part) + 3 > room:
            break
        text = f"{text} {part}"
        shown += many
    return text if shown == len(values) else f"{text} …"


# -- position -------------------------------------------------------------------------------------


def show_board(session: Session) -> None:
    """Show the board and the player to move; at a breakpoint, the board of the paused word."""
    state = session.standing
    if session.pausing:
        session.say(
            picture(state.game, board_lines(state.game, position_editing.board_now(state.game)))
        )
        return
    session.say(picture(state.game, state_lines(state)))
    if state.position.trouble:
        session.say(f"turn {state.turn_number}: {state.player} to move")
        session.say(f"this is not a position of {state.game.name}: {state.position.trouble}")
        return
    watching = session.debugging is not None and session.debugging.watching
    outcome = None if watching else session.position.outcome  # showing a board must not pause
    over = f"; the game is over: {outcome} for {state.player}" if outcome else ""
    session.say(visible(f"turn {state.turn_number}: {state.player} to move{over}"))


@command("board", "Inspect", "Draw the board with a legend.", paused=True)
def board(session: Session, rest: str) -> None:
    show_board(session)
    game = session.standing.game
    if legend := picture(game, [legend_line(game, _board_now(session))]):
        session.say(legend)


def _board_now(session: Session) -> Board:
    """Return the board; at a breakpoint, that of the paused word."""
    state = session.standing
    return position_editing.board_now(state.game) if session.pausing else state.board


@command(
    "pieces",
    "Inspect",
    "List piece types with letter, moves, value, and number of each player.",
    paused=True,
)
def pieces(session: Session, rest: str) -> None:
    game, standing = session.standing.game, _board_now(session)
    marks = signs_of(game).types
    for piece in game.declaration.pieces:
        parts = [f"{marks[piece.name]}  {piece.name}"]
        for kind, address in (("moves", piece.moves), ("drops", piece.drops)):
            if address:
                entries = game.declaration.lists[address].entries
                parts.append(f"{kind} {' '.join(word.name for word, _ in entries)}")
        parts.append(f"value {piece.value}")
        for player in game.players:
            places = [p for p, held in standing.items() if held == (player, piece.name)]
            if places:
                parts.append(f"{player} {len(places)}: {' '.join(places)}")
        session.say("\n     ".join(parts))


@command("turn", "Inspect", "Show the turn order and the current turn.", paused=True)
def turn(session: Session, rest: str) -> None:
    state = session.standing
    game, declared, now = state.game, state.game.declaration, position_editing.turn_now(state)
    types = {number: name for name, number in declared.types.items()}
    for number, item in enumerate(declared.turns):
        player, other = (game.player_by_code(c) for c in (item.player, item.for_player))
        parts = [player.name if player else str(item.player)]
        if item.for_player != item.player:
            parts.append(f"for {other.name if other else item.for_player}")
        if item.of_type:
            parts.append(f"of type {types.get(item.of_type, item.of_type)}")
        mark = "->" if number == now["offset"] else "  "
        if declared.repeat_turn and number == declared.repeat_turn:
            session.say("   from here on again and again:")
        session.say(f"{mark} {' '.join(parts)}")
    session.say(f"turn {now['number']}: {now['player']} to move")
    if now["for"] != now["player"]:
        session.say(f"with the pieces of {now['for']}")
    if now["type"]:
        session.say(f"only moves of type {types.get(int(now['type']), now['type'])}")
    if now["partial"]:
        following = int(now["partial"]) - 1
        kind = f" of type {types.get(following, following)}" if following else ""
        session.say(f"a partial move has been made; another{kind} may follow")


@command(
    "moves [PIECE|POSITION|PATTERN]",
    "Inspect",
    "List the legal moves, or those that contain a piece, a position or a pattern.",
    completes="piece position",
)
def moves(session: Session, pattern: str) -> None:
    state = session.position
    legal = state.moves()
    found = [move for move in legal if not pattern or _fits(session, move, pattern)]
    for move in found:
        session.say(f"{move.index + 1:4}  {move}")
    of = f" of {len(legal)}" if pattern else ""
    what = "move" if len(found) == 1 and not pattern else "moves"
    outcome = state.outcome
    over = f"; the game is over: {outcome} for {state.player}" if outcome else ""
    session.say(f"{len(found)}{of} {what} of {state.player}{over}")


def _fits(session: Session, move: Move, pattern: str) -> bool:
    game = session.game
    if game is not None and (pattern in game.pieces or pattern in game.positions):
        return re.search(rf"(?<!\w){re.escape(pattern)}(?!\w)", move.text) is not None
    return matches(move.text, pattern)
