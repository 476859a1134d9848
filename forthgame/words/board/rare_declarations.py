"""Words of rare declarations: boards in three dimensions, zones, views, levels, endings.

Each passes what it has read to `rules/declaration/declaration.py`, like those of `declarations.py`;
`rules/declaration/geometry.py`,
`rules/declaration/zones.py` and `rules/declaration/levels.py` process it.
"""

from __future__ import annotations

from forthgame.words.board.declarations import Words, section
from forthgame.words.table.interpreter_interface import Forth


def _solid(forth: Forth) -> None:
    columns, rows = forth.processor.pop(), forth.processor.pop()
    forth.game.solid(forth.processor.pop(), rows, columns)


def _direction3(forth: Forth) -> None:
    columns, rows = forth.processor.pop(), forth.processor.pop()
    planes = forth.processor.pop()
    forth.game.direction(forth.parse("the name of the direction").text, rows, columns, planes)


def _open_zones(forth: Forth) -> None:
    forth.game.open_section("zones")
    forth.game.begin_zones()


def _zone(forth: Forth) -> None:
    player = forth.processor.pop()
    name = forth.parse("the name of the zone")
    forth.game.zone(player, name, forth.game.zone_places())


def _open_view(forth: Forth) -> None:
    forth.game.open_section("view")
    forth.game.begin_view()


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


def _open_levels(forth: Forth) -> None:
    forth.game.open_section("levels")
    forth.game.begin_levels()


def _level(forth: Forth) -> None:
    source, start = forth.sources[-1], forth.sources[-1].position
    forth.game.level(source.place(start), source.rest_of_line())


def _ending(forth: Forth) -> None:
    forth.game.inside_endings()
    if forth.game.endings.left_over < 1:
        raise forth.error(-271, "write the word that decides before {ending}")
    forth.game.ending(forth.processor.pop(), forth.parse("the name of the ending").text)


WORDS: Words = (
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
    ("{zones", "( -- )", "Begin the zones.", _open_zones),
    ("zones}", "( -- )", "End the zones.", lambda forth: forth.game.close_section("zones")),
    (
        "{zone}",
        '( player "name" -- )',
        "Define the zone `name ( -- zone )` of the positions that follow, for one player or "
        "for all (0).",
        _zone,
    ),
    (
        "{view",
        "( -- )",
        "Begin the view, which sets where positions are drawn. Rules ignore it.",
        _open_view,
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
        _open_levels,
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
