"""The words between `{endings` and `endings}`, and others that declare what belongs to turns."""

from __future__ import annotations

from forthgame.lang.host import Forth
from forthgame.lang.word import Group

section = Group("sections")


@section.host(
    "{ending}",
    '( xt "name" -- )',
    "Declare an ending: the word before it decides, the name after it names the ending. "
    "In this section a word gives its token.",
)
def ending(forth: Forth) -> None:
    forth.game.inside_endings()
    if forth.game.endings.left_over < 1:
        raise forth.error(-271, "write the word that decides before {ending}")
    forth.game.ending(forth.processor.pop(), forth.parse("the name of the ending").text)


@section.host(
    "{priority}",
    "( n -- )",
    "Set the priority of the ending: endings with a higher number are asked first. It is "
    "0 if none is given.",
)
def priority(forth: Forth) -> None:
    forth.game.ending_priority(forth.processor.pop())


@section.host(
    "{uncompared}", "( -- )", "Let `repetitions` ignore what was declared last in `{board`."
)
def uncompared(forth: Forth) -> None:
    forth.game.uncompared()


@section.host(
    "{together}",
    '( "player" -- )',
    "Let this player choose on the same position as the player of the {turn} before it; "
    "neither sees what the other chooses.",
)
def together(forth: Forth) -> None:
    forth.game.together(forth.parse_value("a player"))


@section.host("{label}", '( "name" -- )', "Name the next turn, for `continue-at`.")
def label(forth: Forth) -> None:
    forth.game.label(forth.parse("the name of the turn").text)
