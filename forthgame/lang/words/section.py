"""The words that declare a game. Each hands what it has read to `game/declare.py`.

`forth` is the outer interpreter; `forth.game` is the declaration.
"""

from __future__ import annotations

from forthgame.lang.host import Forth
from forthgame.lang.word import Group

section = Group("sections")

for _name, _meaning in (
    ("board", "the board: grid, positions, storage that belongs to the position"),
    ("directions", "the directions"),
    ("symmetries", "the symmetries"),
    ("players", "the players"),
    ("turn-order", "the order of turns"),
    ("moves", "a list of moves, whose name follows"),
    ("move-priorities", "the priorities of move types, the best first"),
    ("pieces", "the pieces"),
    ("board-setup", "where the pieces stand at first"),
    ("endings", "how the game ends"),
):

    def _open(forth: Forth, name: str = _name) -> None:
        forth.game.open_section(name)

    def _close(forth: Forth, name: str = _name) -> None:
        forth.game.close_section(name)

    section.host("{" + _name, '( "name" -- )' if _name == "moves" else "( -- )",
                 f"Begin {_meaning}.")(_open)  # fmt: skip
    section.host(_name + "}", "( -- )", f"End {_meaning}.")(_close)


@section.host("{grid}", "( rows columns -- )", "Add a grid of positions, named by column and row.")
def grid(forth: Forth) -> None:
    columns = forth.processor.pop()
    forth.game.grid(forth.processor.pop(), columns)


@section.host("{position}", '( "name" -- )', "Add one position.")
def position(forth: Forth) -> None:
    forth.game.position(forth.parse("the name of the position").text)


@section.host(
    "{variable}", '( "name" -- )', "Define a cell that belongs to the position: `name ( -- addr )`."
)
def variable(forth: Forth) -> None:
    forth.game.storage(forth.parse().text, "(VARIABLE)", 4)


@section.host(
    "{array}",
    '( n "name" -- )',
    "Define n cells that belong to the position: `name ( i -- addr )`.",
)
def array(forth: Forth) -> None:
    count = forth.processor.pop()
    forth.game.storage(forth.parse().text, "(ARRAY)", 4 * count)


@section.host(
    "{carray}",
    '( n "name" -- )',
    "Define n bytes that belong to the position: `name ( i -- addr )`.",
)
def byte_array(forth: Forth) -> None:
    count = forth.processor.pop()
    forth.game.storage(forth.parse().text, "(BYTES)", count)


@section.host(
    "{mark}",
    '( bits "name" -- )',
    "Define a number of so many bits that each position has: `name ( -- n )`, `name-at`, "
    "`name!`, `name-at!`, `name-now!`.",
)
def mark(forth: Forth) -> None:
    name = forth.parse("the name of the mark").text
    forth.game.mark(name, forth.processor.pop())


@section.host("{hand}", "( -- )", "Let players hold pieces in hand, and count them by type.")
def hand(forth: Forth) -> None:
    forth.game.hand()


@section.host(
    "{dummy-positions}", "( -- )", "Leave the positions that follow out of the scan for moves."
)
def dummy_positions(forth: Forth) -> None:
    forth.game.dummy_positions()


@section.host(
    "{direction}",
    '( rows columns "name" -- )',
    "Define a direction over the whole grid: `name ( -- ? )` goes there if it can.",
)
def direction(forth: Forth) -> None:
    columns = forth.processor.pop()
    rows = forth.processor.pop()
    forth.game.direction(forth.parse("the name of the direction").text, rows, columns)


@section.host("{link}", '( "direction" "from" "to" -- )', "Add one link to a direction.")
def link(forth: Forth) -> None:
    name = forth.parse("the name of the direction").text
    source = forth.parse_value("a position")
    forth.game.link(name, source, forth.parse_value("a position"))


@section.host(
    "{unlink}", '( "direction" "position" -- )', "Remove the link of a position in a direction."
)
def unlink(forth: Forth) -> None:
    name = forth.parse("the name of the direction").text
    forth.game.unlink(name, forth.parse_value("a position"))


@section.host("{symmetry}", '( player "a" "b" -- )', "Exchange two directions for a player.")
def symmetry(forth: Forth) -> None:
    first = forth.parse("a direction").text
    forth.game.symmetry(forth.processor.pop(), first, forth.parse("a direction").text, True)


@section.host(
    "{asymmetry}", '( player "a" "b" -- )', "Let direction a stand for direction b for a player."
)
def asymmetry(forth: Forth) -> None:
    first = forth.parse("a direction").text
    forth.game.symmetry(forth.processor.pop(), first, forth.parse("a direction").text, False)


@section.host("{player}", '( "name" -- )', "Add a player.")
def player(forth: Forth) -> None:
    forth.game.player(forth.parse("the name of the player").text, False)


@section.host("{neutral}", '( "name" -- )', "Add a neutral player.")
def neutral(forth: Forth) -> None:
    forth.game.player(forth.parse("the name of the player").text, True)


@section.host("{random}", "( -- )", "Let the player just declared choose moves at random.")
def random_player(forth: Forth) -> None:
    forth.game.engine("random", "$RandomMoveEngine")


@section.host("{first}", "( -- )", "Let the player just declared always choose the first move.")
def first_player(forth: Forth) -> None:
    forth.game.engine("first", "$FirstMoveEngine")


@section.host("{UCT}", "( -- )", "Let the player just declared choose moves by random games (UCT).")
def uct_player(forth: Forth) -> None:
    forth.game.engine("uct", "$UCTMove")


@section.host(
    "{search-engine}", '( "word" -- )', "Let a word choose the moves of the player just declared."
)
def search_engine(forth: Forth) -> None:
    token = forth.parse("a search engine")
    known = forth.dictionary.find(token.text)
    if known is not None:
        forth.game.engine("script", known.name)
    elif not forth.game.engine_named(token.text):
        raise forth.unknown(token.text, token)


@section.host("{turn}", '( "player" -- )', "Add a turn for a player.")
def turn(forth: Forth) -> None:
    forth.game.turn(forth.parse_value("a player"))


@section.host(
    "{for-player}", '( "player" -- )', "In the turn just declared, move this player's pieces."
)
def for_player(forth: Forth) -> None:
    forth.game.turn_for(forth.parse_value("a player"))


@section.host(
    "{of-type}", '( "type" -- )', "In the turn just declared, allow only moves of this type."
)
def of_type(forth: Forth) -> None:
    forth.game.turn_type(forth.game.move_type(forth.parse("a move type")))


@section.host(
    "{repeat}", "( -- )", "Start the cycle of turns again from here when all turns have been taken."
)
def repeat(forth: Forth) -> None:
    forth.game.repeat()


@section.host("{move}", '( "word" -- )', "Add a word that makes moves.")
def move(forth: Forth) -> None:
    forth.game.move(forth.parse_word("a move word"))


@section.host("{move-type}", '( "type" -- )', "Set the type of the moves that the last word makes.")
def move_type(forth: Forth) -> None:
    forth.game.type_of_move(forth.game.move_type(forth.parse("a move type")))


@section.host("{move-priority}", '( "type" -- )', "Add a move type, with the next lower priority.")
def move_priority(forth: Forth) -> None:
    forth.game.priority(forth.game.move_type(forth.parse("a move type")))


@section.host("{piece}", '( "name" -- )', "Add a piece type.")
def piece(forth: Forth) -> None:
    forth.game.piece(forth.parse("the name of the piece").text)


@section.host("{moves}", '( "list" -- )', "Set the list of moves of the piece.")
def piece_moves(forth: Forth) -> None:
    forth.game.piece_list("moves", forth.parse_word("a list of moves"))


@section.host("{drops}", '( "list" -- )', "Set the list of drops of the piece.")
def piece_drops(forth: Forth) -> None:
    forth.game.piece_list("drops", forth.parse_word("a list of moves"))


@section.host("{value}", "( n -- )", "Set the value of the piece; it is 1 if none is given.")
def piece_value(forth: Forth) -> None:
    forth.game.piece_value(forth.processor.pop())


@section.host(
    "{unpromoted}",
    "( type -- )",
    "Set the type that the piece becomes in the hand of the player who takes it, with "
    "`$recycle ON`.",
)
def unpromoted(forth: Forth) -> None:
    forth.game.unpromoted(forth.processor.pop())


@section.host(
    "{attribute}",
    '( bits "name" -- )',
    "Define a number of so many bits that each piece has: `name ( -- n )`, `name-at`, "
    "`name!`, `name-at!`, `name-now!`.",
)
def attribute(forth: Forth) -> None:
    name = forth.parse("the name of the attribute").text
    forth.game.attribute(name, forth.processor.pop())


@section.host("{dummy-pieces}", "( -- )", "Leave the pieces that follow out of the scan for moves.")
def dummy_pieces(forth: Forth) -> None:
    forth.game.dummy_pieces()


@section.host(
    "{setup}", '( "player" "piece" "position" -- )', "Put a piece on the board at the beginning."
)
def setup(forth: Forth) -> None:
    forth.game.setup(forth.parse("a player"), forth.parse("a piece"), forth.parse("a position"))
