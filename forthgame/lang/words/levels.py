"""The words between `{levels` and `levels}`: see `game/levels.py`."""

from __future__ import annotations

from forthgame.lang.host import Forth
from forthgame.lang.word import Group

section = Group("sections")


@section.host(
    "{levels",
    "( -- )",
    "Begin the levels of a puzzle: the positions that are played one after the other.",
)
def open_levels(forth: Forth) -> None:
    forth.game.open_section("levels")
    forth.game.begin_levels()


@section.host("levels}", "( -- )", "End the levels.")
def close_levels(forth: Forth) -> None:
    forth.game.close_section("levels")


@section.host(
    "{level-file}",
    '( "file" -- )',
    "Take levels from a file in the script's folder: positions as text, or drawings "
    "separated by empty lines.",
)
def level_file(forth: Forth) -> None:
    forth.game.level_file(forth.parse("the name of a file with levels"))


@section.host(
    "{level}", '( "position" -- )', "Add a level: the rest of the line is its position as text."
)
def level(forth: Forth) -> None:
    source, start = forth.sources[-1], forth.sources[-1].position
    forth.game.level(source.place(start), source.rest_of_line())


@section.host(
    "{drawn}",
    '( "word" -- )',
    "Name the word that reads drawings: `word ( c -- )` runs for each letter, with "
    "`here` on its position.",
)
def drawn(forth: Forth) -> None:
    forth.game.level_drawn(forth.parse_word("the word that reads a letter"))


@section.host(
    "{carry}",
    '( "name" -- )',
    "Keep what a variable of the board holds at the end of a level for the next one.",
)
def carry(forth: Forth) -> None:
    forth.game.level_carries(forth.parse_word("the name of something stored").name)
