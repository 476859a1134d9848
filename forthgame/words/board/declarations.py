"""The words that declare a game; each passes what it has read to
`rules/declaration/declaration.py`.

`forth` is the outer interpreter; `forth.game` is the declaration.
"""

from __future__ import annotations

from collections.abc import Callable

from forthgame.words.table.interpreter_interface import Forth
from forthgame.words.table.row import Group

section = Group("sections")
Words = tuple[tuple[str, str, str, Callable[[Forth], None]], ...]  # name, effect, meaning, body

for _name, _meaning in (
    ("board", "the board: grid, positions, storage that belongs to the position"),
    ("directions", "the directions"),
    ("symmetries", "the symmetries"),
    ("players", "the players"),
    ("turn-order", "the order of turns"),
    ("moves", "a list of moves, whose name follows"),
    ("move-priorities", "the priorities of move types, the best first"),
    ("pieces", "the pieces"),
    ("board-setup", "the initial setup of pieces"),
    ("endings", "the endings of the game"),
):

    def _open(forth: Forth, name: str = _name) -> None:
        forth.game.open_section(name)

    def _close(forth: Forth, name: str = _name) -> None:
        forth.game.close_section(name)

    section.host(
        "{" + _name, '( "name" -- )' if _name == "moves" else "( -- )", f"Begin {_meaning}."
    )(_open)
    section.host(_name + "}", "( -- )", f"End {_meaning}.")(_close)


# -- bodies that take more than a line of the table below -----------------------------------------


def _grid(forth: Forth) -> None:
    columns = forth.processor.pop()
    forth.game.grid(forth.processor.pop(), columns)


def _array(forth: Forth) -> None:
    count = forth.processor.pop()
    forth.game.storage(forth.parse().text, "(ARRAY)", 4 * count)


def _byte_array(forth: Forth) -> None:
    count = forth.processor.pop()
    forth.game.storage(forth.parse().text, "(BYTES)", count)


def _direction(forth: Forth) -> None:
    columns = forth.processor.pop()
    rows = forth.processor.pop()
    forth.game.direction(forth.parse("the name of the direction").text, rows, columns)


def _symmetry(forth: Forth) -> None:
    first = forth.parse("a direction").text
    forth.game.symmetry(forth.processor.pop(), first, forth.parse("a direction").text, True)


def _asymmetry(forth: Forth) -> None:
    first = forth.parse("a direction").text
    forth.game.symmetry(forth.processor.pop(), first, forth.parse("a direction").text, False)


def _search_engine(forth: Forth) -> None:
    token = forth.parse("a search engine")
    known = forth.dictionary.find(token.text)
    if known is not None:
        forth.game.engine("script", known.name)
    elif not forth.game.engine_named(token.text):
        raise forth.unknown(token.text, token)


def _solid(forth: Forth) -> None:
    columns, rows = forth.processor.pop(), forth.processor.pop()
    forth.game.solid(forth.processor.pop(), rows, columns)


def _direction3(forth: Forth) -> None:
    columns, rows = forth.processor.pop(), forth.processor.pop()
    planes = forth.processor.pop()
    forth.game.direction(forth.parse("the name of the direction").text, rows, columns, planes)


def _place(forth: Forth) -> None:
    height, width = forth.processor.pop(), forth.processor.pop()
    y, x = forth.processor.pop(), forth.processor.pop()
    forth.game.place_at(forth.parse_value("a position"), x, y, width, height)


def _notation(forth: Forth) -> None:
    token = forth.parse("a pattern in quotation marks")
    if token.text[0] != '"':
        raise forth.error(-271, "{notation} comes before a pattern in quotation marks")
    token.source.position = token.offset + 1
    forth.game.use_notation(forth.parse_text('"').strip())


def _level(forth: Forth) -> None:
    source, start = forth.sources[-1], forth.sources[-1].position
    forth.game.level(source.place(start), source.rest_of_line())


def _ending(forth: Forth) -> None:
    forth.game.inside_endings()
    if forth.game.endings.left_over < 1:
        raise forth.error(-271, "write the word that decides before {ending}")
    forth.game.ending(forth.processor.pop(), forth.parse("the name of the ending").text)


WORDS: Words = (
    ("{grid}", "( rows columns -- )", "Add a grid of positions, named by column and row.", _grid),
    (
        "{position}",
        '( "name" -- )',
        "Add one position.",
        lambda forth: forth.game.position(forth.parse("the name of the position").text),
    ),
    (
        "{variable}",
        '( "name" -- )',
        "Define a cell that belongs to the position: `name ( -- addr )`.",
        lambda forth: forth.game.storage(forth.parse().text, "(VARIABLE)", 4),
    ),
    (
        "{array}",
        '( n "name" -- )',
        "Define n cells that belong to the position: `name ( i -- addr )`.",
        _array,
    ),
    (
        "{carray}",
        '( n "name" -- )',
        "Define n bytes that belong to the position: `name ( i -- addr )`.",
        _byte_array,
    ),
    (
        "{mark}",
        '( bits "name" -- )',
        "Define a number with so many bits for each position: `name ( -- n )`, `name-at`, "
        "`name!`, `name-at!`, `name-now!`.",
        lambda forth: forth.game.mark(
            forth.parse("the name of the mark").text, forth.processor.pop()
        ),
    ),
    (
        "{hand}",
        "( -- )",
        "Let players hold pieces in hand, and count them by type.",
        lambda forth: forth.game.hand(),
    ),
    (
        "{dummy-positions}",
        "( -- )",
        "Leave the positions that follow out of the scan for moves.",
        lambda forth: forth.game.dummy_positions(),
    ),
    (
        "{direction}",
        '( rows columns "name" -- )',
        "Define a direction over the whole grid: `name ( -- ? )` goes there if it can.",
        _direction,
    ),
    (
        "{link}",
        '( "direction" "from" "to" -- )',
        "Add one link to a direction.",
        lambda forth: forth.game.link(
            forth.parse("the name of the direction").text,
            forth.parse_value("a position"),
            forth.parse_value("a position"),
        ),
    ),
    (
        "{unlink}",
        '( "direction" "position" -- )',
        "Remove the link of a position in a direction.",
        lambda forth: forth.game.unlink(
            forth.parse("the name of the direction").text, forth.parse_value("a position")
        ),
    ),
    ("{symmetry}", '( player "a" "b" -- )', "Exchange two directions for a player.", _symmetry),
    (
        "{asymmetry}",
        '( player "a" "b" -- )',
        "Let direction a stand for direction b for a player.",
        _asymmetry,
    ),
    (
        "{player}",
        '( "name" -- )',
        "Add a player.",
        lambda forth: forth.game.player(forth.parse("the name of the player").text, False),
    ),
    (
        "{neutral}",
        '( "name" -- )',
        "Add a neutral player.",
        lambda forth: forth.game.player(forth.parse("the name of the player").text, True),
    ),
    (
        "{random}",
        "( -- )",
        "Let the player just declared choose moves at random.",
        lambda forth: forth.game.engine("random", "$RandomMoveEngine"),
    ),
    (
        "{first}",
        "( -- )",
        "Let the player just declared always choose the first move.",
        lambda forth: forth.game.engine("first", "$FirstMoveEngine"),
    ),
    (
        "{UCT}",
        "( -- )",
        "Let the player just declared choose moves by random games (UCT).",
        lambda forth: forth.game.engine("uct", "$UCTMove"),
    ),
    (
        "{search-engine}",
        '( "word" -- )',
        "Let a word choose the moves of the player just declared.",
        _search_engine,
    ),
    (
        "{turn}",
        '( "player" -- )',
        "Add a turn for a player.",
        lambda forth: forth.game.turn(forth.parse_value("a player")),
    ),
    (
        "{for-player}",
        '( "player" -- )',
        "In the turn just declared, move this player's pieces.",
        lambda forth: forth.game.turn_for(forth.parse_value("a player")),
    ),
    (
        "{of-type}",
        '( "type" -- )',
        "In the turn just declared, allow only moves of this type.",
        lambda forth: forth.game.turn_type(forth.game.move_type(forth.parse("a move type"))),
    ),
    (
        "{repeat}",
        "( -- )",
        "Start the cycle of turns again from here when all turns have been taken.",
        lambda forth: forth.game.repeat(),
    ),
    (
        "{move}",
        '( "word" -- )',
        "Add a word that makes moves.",
        lambda forth: forth.game.move(forth.parse_word("a move word")),
    ),
    (
        "{move-type}",
        '( "type" -- )',
        "Set the type of the moves that the last word makes.",
        lambda forth: forth.game.type_of_move(forth.game.move_type(forth.parse("a move type"))),
    ),
    (
        "{move-priority}",
        '( "type" -- )',
        "Add a move type, with the next lower priority.",
        lambda forth: forth.game.priority(forth.game.move_type(forth.parse("a move type"))),
    ),
    (
        "{unconditional}",
        "( -- )",
        "Let moves of a better priority hide others even if OnIsLegal? forbids them.",
        lambda forth: forth.game.hides_always(),
    ),
    (
        "{piece}",
        '( "name" -- )',
        "Add a piece type.",
        lambda forth: forth.game.piece(forth.parse("the name of the piece").text),
    ),
    (
        "{moves}",
        '( "list" -- )',
        "Set the list of moves of the piece.",
        lambda forth: forth.game.piece_list("moves", forth.parse_word("a list of moves")),
    ),
    (
        "{drops}",
        '( "list" -- )',
        "Set the list of drops of the piece.",
        lambda forth: forth.game.piece_list("drops", forth.parse_word("a list of moves")),
    ),
    (
        "{value}",
        "( n -- )",
        "Set the value of the piece; it is 1 if none is given.",
        lambda forth: forth.game.piece_value(forth.processor.pop()),
    ),
    (
        "{unpromoted}",
        "( type -- )",
        "Set the type that the piece becomes in the hand of the player who takes it, with "
        "`$recycle ON`.",
        lambda forth: forth.game.unpromoted(forth.processor.pop()),
    ),
    (
        "{attribute}",
        '( bits "name" -- )',
        "Define a number with so many bits for each piece: `name ( -- n )`, `name-at`, "
        "`name!`, `name-at!`, `name-now!`.",
        lambda forth: forth.game.attribute(
            forth.parse("the name of the attribute").text, forth.processor.pop()
        ),
    ),
    (
        "{dummy-pieces}",
        "( -- )",
        "Leave the pieces that follow out of the scan for moves.",
        lambda forth: forth.game.dummy_pieces(),
    ),
    (
        "{setup}",
        '( "player" "piece" "position" -- )',
        "Put a piece on the board at the beginning.",
        lambda forth: forth.game.setup(
            forth.parse("a player"), forth.parse("a piece"), forth.parse("a position")
        ),
    ),
    # boards in three dimensions, zones, views
    (
        "{grid3}",
        "( planes rows columns -- )",
        "Add a grid of three dimensions, named by plane, column and row: `Aa1`.",
        _solid,
    ),
    (
        "{direction3}",
        '( planes rows columns "name" -- )',
        "Define a direction that leads from plane to plane, or from board to board.",
        _direction3,
    ),
    (
        "{kill}",
        '( "position" -- )',
        "Remove a position and its links.",
        lambda forth: forth.game.kill(forth.parse_value("a position")),
    ),
    ("{zones", "( -- )", "Begin the zones.", lambda forth: forth.game.open_section("zones")),
    ("zones}", "( -- )", "End the zones.", lambda forth: forth.game.close_section("zones")),
    (
        "{zone}",
        '( player "name" -- )',
        "Define the zone `name ( -- zone )` of the positions that follow, for one player or "
        "for all (0).",
        lambda forth: forth.game.zone(
            forth.processor.pop(), forth.parse("the name of the zone"), forth.game.zone_places()
        ),
    ),
    (
        "{view",
        "( -- )",
        "Begin the view, which sets where positions are drawn. Rules ignore it.",
        lambda forth: forth.game.open_section("view"),
    ),
    ("view}", "( -- )", "End the view.", lambda forth: forth.game.close_section("view")),
    ("{at}", '( x y width height "position" -- )', "Set where a position is drawn.", _place),
    (
        "{glyph}",
        '( "piece" -- )',
        'Draw a piece as the text before the word: `"K"`.',
        lambda forth: forth.game.glyph(forth.parse_value("a piece")),
    ),
    (
        "{notation}",
        '( "text" -- )',
        'Set the pattern of short move texts: `"%p%f%x%t%="`.',
        _notation,
    ),
    # levels
    (
        "{levels",
        "( -- )",
        "Begin the levels of a puzzle: the positions that are played one after the other.",
        lambda forth: forth.game.open_section("levels"),
    ),
    ("levels}", "( -- )", "End the levels.", lambda forth: forth.game.close_section("levels")),
    (
        "{level-file}",
        '( "file" -- )',
        "Take levels from a file in the script's folder: positions as text, or drawings "
        "separated by empty lines.",
        lambda forth: forth.game.level_file(forth.parse("the name of a file with levels")),
    ),
    (
        "{level}",
        '( "position" -- )',
        "Add a level: the rest of the line is its position as text.",
        _level,
    ),
    (
        "{drawn}",
        '( "word" -- )',
        "Name the word that reads drawings: `word ( c -- )` runs for each letter, with "
        "`here` on its position.",
        lambda forth: forth.game.level_drawn(forth.parse_word("the word that reads a letter")),
    ),
    (
        "{carry}",
        '( "name" -- )',
        "Carry the value of a board variable from the end of a level to the next one.",
        lambda forth: forth.game.level_carries(
            forth.parse_word("the name of something stored").name
        ),
    ),
    # endings and turns
    (
        "{ending}",
        '( xt "name" -- )',
        "Declare an ending: the word before it decides, the name after it names the ending. "
        "In this section a word gives its token.",
        _ending,
    ),
    (
        "{priority}",
        "( n -- )",
        "Set the priority of the ending: endings with a higher number are tested first. It is "
        "0 if none is given.",
        lambda forth: forth.game.ending_priority(forth.processor.pop()),
    ),
    (
        "{uncompared}",
        "( -- )",
        "Let `repetitions` ignore what was declared last in `{board`.",
        lambda forth: forth.game.uncompared(),
    ),
    (
        "{together}",
        '( "player" -- )',
        "Let this player choose on the same position as the player of the {turn} before it; "
        "neither sees what the other chooses.",
        lambda forth: forth.game.together(forth.parse_value("a player")),
    ),
    (
        "{label}",
        '( "name" -- )',
        "Name the next turn, for `continue-at`.",
        lambda forth: forth.game.label(forth.parse("the name of the turn").text),
    ),
)

for _word, _effect, _meaning, _body in WORDS:
    section.host(_word, _effect, _meaning)(_body)
