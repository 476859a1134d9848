"""The dialect's internal words for directions, symmetries and players, rare in scripts.

`forth` is the outer interpreter (`machine/outer/outer_interpreter.py`); `forth.game` is the
declaration.
"""

from __future__ import annotations

from typing import Any

from forthgame.words.registers import memory_layout as at
from forthgame.words.table.interpreter_interface import Forth, host_row
from forthgame.words.table.memory_access import player_number
from forthgame.words.table.row import Group

internal = Group("inside the dialect")
PLAYER_OFFSET = at.SYSTEM_CELLS["$symmetryPlayerCELLOffset"]


def _pop_direction(forth: Forth) -> Any:
    """Pop the number of a direction and return the direction. Raises ScriptError."""
    number = forth.processor.pop()
    directions = forth.game.directions
    if not 0 <= number < len(directions):
        raise forth.error(-271, f"there is no direction number {number}")
    return directions[number]


def _pop_direction_word(forth: Forth) -> Any:
    """Pop the token of a direction and return its word. Raises ScriptError."""
    token = forth.processor.pop()
    word = forth.dictionary.by_token(token)
    if word is None or word.role != "direction":
        raise forth.error(-256, f"{token} is not the token of a direction")
    return word


@internal.host(
    "$Link", "( source target i -- )", "Link two positions in the direction with number i."
)
def link(forth: Forth) -> None:
    forth.game.in_text()
    direction = _pop_direction(forth)
    target = forth.processor.pop()
    forth.game.set_link(direction, forth.processor.pop(), target)


@internal.host("$MakeLinks", "( rows columns -- )", "Link the whole grid in the newest direction.")
def make_links(forth: Forth) -> None:
    forth.game.in_text()
    columns = forth.processor.pop()
    rows = forth.processor.pop()
    forth.game.link_grid(forth.game.newest_direction(), rows, columns)


@internal.host("$CreateDirection", '( "name" -- )', "Make a direction without links.")
def create_direction(forth: Forth) -> None:
    forth.game.in_text()
    forth.game.bare_direction(forth.parse("the name of the direction").text)


@internal.host(
    "$CreateDirectionFromString", "( str -- )", "Make a direction without links, named by a text."
)
def create_direction_named(forth: Forth) -> None:
    forth.game.in_text()
    forth.game.bare_direction(forth.text_at(forth.processor.pop()) or "?")


@internal.host("$BuildDirection", "( -- )", "Make the newest word a direction without links.")
def build_direction(forth: Forth) -> None:
    forth.game.in_text()
    forth.game.bare_direction(forth.dictionary.words[-1].name)


internal.words(
    host_row(
        "$DirectionCFAToIndex",
        "( xt -- i )",
        "Give the number of the direction with a token.",
        lambda forth: forth.processor.push(_pop_direction_word(forth).operand),
    ),
)


@internal.host(
    "$DoIndirectDirection",
    "( pfa -- ? )",
    "Follow the direction that the symmetries of the player to move put in its place.",
)
def do_indirect_direction(forth: Forth) -> None:
    processor = forth.processor
    processor.push(processor.pop() - 4)
    number = _pop_direction_word(forth).operand
    player = player_number(processor.cell(at.A_PLAYER))
    table = processor.register(at.SYMMETRIES)
    meant = processor.cell(table + 4 * (player * at.MAX_DIRECTIONS + number)) if table else number
    direction = forth.game.directions[meant]
    target = direction.links.get(processor.cell(at.A_HERE))
    if target is not None:
        processor.set_cell(at.A_HERE, target)
    processor.push(0 if target is None else -1)


@internal.host("$ReplaceDirection", "( i j -- )", "Let direction number i stand for number j, for "
               "the player of `$symmetryPlayerCELLOffset`.")  # fmt: skip
def replace_direction(forth: Forth) -> None:
    forth.game.in_text()
    second = _pop_direction(forth)
    first = _pop_direction(forth)
    number = forth.processor.cell(PLAYER_OFFSET) // 4 + 1
    if not 1 <= number <= at.MAX_PLAYERS:
        raise forth.error(-271, f"there is no player number {number}")
    forth.game.symmetric.append((number, first, second, False))
    forth.game.write_symmetry_table()


@internal.host("$RedefineDirection", "( addr xt -- )", "Redefine a direction to follow the "
               "symmetries, whose table is at the address.")  # fmt: skip
def redefine_direction(forth: Forth) -> None:
    forth.game.in_text()
    word = _pop_direction_word(forth)
    forth.processor.pop()
    forth.game.follow_symmetries(word.name, word.operand)


@internal.host("$CompileEngine", "( n xt -- n )", "Give player number n an engine.")
def compile_engine(forth: Forth) -> None:
    forth.game.in_text()
    processor = forth.processor
    token, number = processor.pop(), processor.pop()
    word, players = forth.dictionary.by_token(token), forth.game.players
    if word is None:
        raise forth.error(-256, f"{token} is not the token of a word")
    if not 1 <= number <= len(players):
        raise forth.error(-271, f"there is no player number {number}")
    players[number - 1].engine, players[number - 1].word = "script", word.name
    processor.push(number)


@internal.host("$DefineMoveType", '( "type" -- n )', "Give the number of a move type; its first "
               "mention creates it.")  # fmt: skip
def define_move_type(forth: Forth) -> None:
    forth.game.in_text()
    forth.processor.push(forth.game.move_type(forth.parse("a move type")))
