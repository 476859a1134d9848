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


@section.host("{grid}", "( rows columns -- )", "A grid of positions, named by column and row.")
def grid(forth: Forth) -> None:
    columns = forth.processor.pop()
    forth.game.grid(forth.processor.pop(), columns)


@section.host("{position}", '( "name" -- )', "One more position.")
def position(forth: Forth) -> None:
    forth.game.position(forth.parse("the name of the position").text)


@section.host(
    "{variable}", '( "name" -- )', "A cell that belongs to the position: `name ( -- addr )`."
)
def variable(forth: Forth) -> None:
    forth.game.storage(forth.parse().text, "(VARIABLE)", 4)


@section.host(
    "{array}", '( n "name" -- )', "Cells that belong to the position: `name ( i -- addr )`."
)
def array(forth: Forth) -> None:
    count = forth.processor.pop()
    forth.game.storage(forth.parse().text, "(ARRAY)", 4 * count)


@section.host(
    "{carray}", '( n "name" -- )', "Bytes that belong to the position: `name ( i -- addr )`."
)
def byte_array(forth: Forth) -> None:
    count = forth.processor.pop()
    forth.game.storage(forth.parse().text, "(BYTES)", count)


@section.host("{mark}", '( bits "name" -- )', "A number that each position has: `name ( -- n )`, "
              "`name-at`, `name!`, `name-at!`, `name-now!`.")  # fmt: skip
def mark(forth: Forth) -> None:
    name = forth.parse("the name of the mark").text
    forth.game.mark(name, forth.processor.pop())


@section.host("{hand}", "( -- )", "Players have pieces in hand, so many of each type.")
def hand(forth: Forth) -> None:
    forth.game.hand()


@section.host("{dummy-positions}", "( -- )", "Positions from here on are not scanned for moves.")
def dummy_positions(forth: Forth) -> None:
    forth.game.dummy_positions()


@section.host("{direction}", '( rows columns "name" -- )',
              "A direction over the whole grid: `name ( -- ? )` goes there if it can.")  # fmt: skip
def direction(forth: Forth) -> None:
    columns = forth.processor.pop()
    rows = forth.processor.pop()
    forth.game.direction(forth.parse("the name of the direction").text, rows, columns)


@section.host("{link}", '( "direction" "from" "to" -- )', "One link of a direction.")
def link(forth: Forth) -> None:
    name = forth.parse("the name of the direction").text
    source = forth.parse_value("a position")
    forth.game.link(name, source, forth.parse_value("a position"))


@section.host("{unlink}", '( "direction" "position" -- )', "Remove a position's link.")
def unlink(forth: Forth) -> None:
    name = forth.parse("the name of the direction").text
    forth.game.unlink(name, forth.parse_value("a position"))


@section.host(
    "{symmetry}", '( player "a" "b" -- )', "For the player, two directions change places."
)
def symmetry(forth: Forth) -> None:
    first = forth.parse("a direction").text
    forth.game.symmetry(forth.processor.pop(), first, forth.parse("a direction").text, True)


@section.host("{asymmetry}", '( player "a" "b" -- )', "For the player, direction a is b.")
def asymmetry(forth: Forth) -> None:
    first = forth.parse("a direction").text
    forth.game.symmetry(forth.processor.pop(), first, forth.parse("a direction").text, False)


@section.host("{player}", '( "name" -- )', "The next player.")
def player(forth: Forth) -> None:
    forth.game.player(forth.parse("the name of the player").text, False)


@section.host("{neutral}", '( "name" -- )', "The next player, a neutral one.")
def neutral(forth: Forth) -> None:
    forth.game.player(forth.parse("the name of the player").text, True)


@section.host("{random}", "( -- )", "The player just declared picks any move.")
def random_player(forth: Forth) -> None:
    forth.game.engine("random", "$RandomMoveEngine")


@section.host("{first}", "( -- )", "He picks the first move.")
def first_player(forth: Forth) -> None:
    forth.game.engine("first", "$FirstMoveEngine")


@section.host("{UCT}", "( -- )", "He searches by random games.")
def uct_player(forth: Forth) -> None:
    forth.game.engine("uct", "$UCTMove")


@section.host("{search-engine}", '( "word" -- )', "A word chooses his moves.")
def search_engine(forth: Forth) -> None:
    token = forth.parse("a search engine")
    known = forth.dictionary.find(token.text)
    if known is not None:
        forth.game.engine("script", known.name)
    elif not forth.game.engine_named(token.text):
        raise forth.unknown(token.text, token)


@section.host("{turn}", '( "player" -- )', "The next turn.")
def turn(forth: Forth) -> None:
    forth.game.turn(forth.parse_value("a player"))


@section.host("{for-player}", '( "player" -- )', "In that turn this player's pieces move.")
def for_player(forth: Forth) -> None:
    forth.game.turn_for(forth.parse_value("a player"))


@section.host("{of-type}", '( "type" -- )', "In that turn only moves of this type are made.")
def of_type(forth: Forth) -> None:
    forth.game.turn_type(forth.game.move_type(forth.parse("a move type")))


@section.host("{repeat}", "( -- )", "Here the cycle of turns starts again.")
def repeat(forth: Forth) -> None:
    forth.game.repeat()


@section.host("{move}", '( "word" -- )', "A word that makes moves.")
def move(forth: Forth) -> None:
    forth.game.move(forth.parse_word("a move word"))


@section.host("{move-type}", '( "type" -- )', "The type of its moves.")
def move_type(forth: Forth) -> None:
    forth.game.type_of_move(forth.game.move_type(forth.parse("a move type")))


@section.host("{move-priority}", '( "type" -- )', "The next priority.")
def move_priority(forth: Forth) -> None:
    forth.game.priority(forth.game.move_type(forth.parse("a move type")))


@section.host("{piece}", '( "name" -- )', "The next piece type.")
def piece(forth: Forth) -> None:
    forth.game.piece(forth.parse("the name of the piece").text)


@section.host("{moves}", '( "list" -- )', "The moves of the piece.")
def piece_moves(forth: Forth) -> None:
    forth.game.piece_list("moves", forth.parse_word("a list of moves"))


@section.host("{drops}", '( "list" -- )', "The drops of the piece.")
def piece_drops(forth: Forth) -> None:
    forth.game.piece_list("drops", forth.parse_word("a list of moves"))


@section.host("{value}", "( n -- )", "The value of the piece, 1 if none is given.")
def piece_value(forth: Forth) -> None:
    forth.game.piece_value(forth.processor.pop())


@section.host("{unpromoted}", "( type -- )",
              "The type of the piece in the hand of who takes it, with `$recycle ON`.")  # fmt: skip
def unpromoted(forth: Forth) -> None:
    forth.game.unpromoted(forth.processor.pop())


@section.host("{attribute}", '( bits "name" -- )', "A number that each piece has: `name ( -- n )`, "
              "`name-at`, `name!`, `name-at!`, `name-now!`.")  # fmt: skip
def attribute(forth: Forth) -> None:
    name = forth.parse("the name of the attribute").text
    forth.game.attribute(name, forth.processor.pop())


@section.host("{dummy-pieces}", "( -- )", "Pieces from here on are not scanned for moves.")
def dummy_pieces(forth: Forth) -> None:
    forth.game.dummy_pieces()


@section.host("{setup}", '( "player" "piece" "position" -- )', "A piece on the board at first.")
def setup(forth: Forth) -> None:
    forth.game.setup(forth.parse("a player"), forth.parse("a piece"), forth.parse("a position"))
