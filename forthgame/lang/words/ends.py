"""The words between `{endings` and `endings}`, and others that declare what belongs to turns."""

from __future__ import annotations

from forthgame.lang.host import Forth
from forthgame.lang.word import Group

section = Group("sections")


@section.host("{ending}", '( xt "name" -- )', "An ending: the word before it decides, the name "
              "after it is its own. In the section a word gives its token.")  # fmt: skip
def ending(forth: Forth) -> None:
    forth.game.inside_endings()
    if forth.game.endings.left_over < 1:
        raise forth.error(-271, "write the word that decides before {ending}")
    forth.game.ending(forth.processor.pop(), forth.parse("the name of the ending").text)


@section.host("{priority}", "( n -- )", "When the ending is asked: the highest first, 0 if no "
              "priority is given.")  # fmt: skip
def priority(forth: Forth) -> None:
    forth.game.ending_priority(forth.processor.pop())


@section.host("{uncompared}", "( -- )", "What was declared last in `{board` makes no difference to "
              "`repetitions`.")  # fmt: skip
def uncompared(forth: Forth) -> None:
    forth.game.uncompared()


@section.host("{together}", '( "player" -- )', "He chooses on the same position as the player of "
              "the {turn} before it, and neither sees what the other chooses.")  # fmt: skip
def together(forth: Forth) -> None:
    forth.game.together(forth.parse_value("a player"))


@section.host("{label}", '( "name" -- )', "The next turn's name, for `continue-at`.")
def label(forth: Forth) -> None:
    forth.game.label(forth.parse("the name of the turn").text)
