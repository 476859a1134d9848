"""The words that declare more boards, zones and the view: `game/geometry.py`, `game/places.py`.

`forth` is the outer interpreter; `forth.game` is the declaration.
"""

from __future__ import annotations

from forthgame.lang.host import Forth
from forthgame.lang.word import Group

section = Group("sections")


@section.host("{grid3}", "( planes rows columns -- )",
              "Add a grid of three dimensions, named by plane, column and row: `Aa1`.")  # fmt: skip
def solid(forth: Forth) -> None:
    columns, rows = forth.processor.pop(), forth.processor.pop()
    forth.game.solid(forth.processor.pop(), rows, columns)


@section.host(
    "{direction3}",
    '( planes rows columns "name" -- )',
    "Define a direction that leads from plane to plane, or from board to board.",
)
def direction3(forth: Forth) -> None:
    columns, rows = forth.processor.pop(), forth.processor.pop()
    planes = forth.processor.pop()
    forth.game.direction(forth.parse("the name of the direction").text, rows, columns, planes)


@section.host("{kill}", '( "position" -- )', "Remove a position and its links.")
def kill(forth: Forth) -> None:
    forth.game.kill(forth.parse_value("a position"))


@section.host("{zones", "( -- )", "Begin the zones.")
def open_zones(forth: Forth) -> None:
    forth.game.open_section("zones")
    forth.game.begin_zones()


@section.host("zones}", "( -- )", "End the zones.")
def close_zones(forth: Forth) -> None:
    forth.game.close_section("zones")


@section.host(
    "{zone}",
    '( player "name" -- )',
    "Define the zone `name ( -- zone )` of the positions that follow, for one player or "
    "for all (0).",
)
def zone(forth: Forth) -> None:
    player = forth.processor.pop()
    name = forth.parse("the name of the zone")
    forth.game.zone(player, name, forth.game.zone_places())


@section.host(
    "{view", "( -- )", "Begin the view, which says where positions are drawn. Rules ignore it."
)
def open_view(forth: Forth) -> None:
    forth.game.open_section("view")
    forth.game.begin_view()


@section.host("view}", "( -- )", "End the view.")
def close_view(forth: Forth) -> None:
    forth.game.close_section("view")


@section.host("{at}", '( x y width height "position" -- )', "Say where a position is drawn.")
def place(forth: Forth) -> None:
    height, width = forth.processor.pop(), forth.processor.pop()
    y, x = forth.processor.pop(), forth.processor.pop()
    forth.game.place_at(forth.parse_value("a position"), x, y, width, height)


@section.host(
    "{glyph}", '( "piece" -- )', 'Say how a piece is drawn: as the text before it, `"K"`.'
)
def glyph(forth: Forth) -> None:
    forth.game.glyph(forth.parse_value("a piece"))


@section.host("{notation}", '( "text" -- )', 'Set the pattern of short move texts: `"%p%f%x%t%="`.')
def notation(forth: Forth) -> None:
    token = forth.parse("a pattern in quotation marks")
    if token.text[0] != '"':
        raise forth.error(-271, "{notation} comes before a pattern in quotation marks")
    token.source.position = token.offset + 1
    forth.game.use_notation(forth.parse_text('"').strip())
