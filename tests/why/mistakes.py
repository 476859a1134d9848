"""Rule mistakes planted into the games, each with the question that a user would ask.

A mistake replaces a text of a script by another one. `guilty` is a text of the guilty line of the
script with the mistake: the changed line or, if something was left out, the line that lacks it.
`position` or `after` lead to the position of the question.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mistake:
    """A planted mistake; `extra` is a move that should not be legal.

    In `after`, N is replaced by the type of a partial move.
    """

    what: str
    game: str
    right: str
    wrong: str
    guilty: str
    question: str
    after: tuple[str, ...] = ()
    position: str = ""
    extra: bool = False
    also: tuple[tuple[str, str], ...] = ()  # a change that is made to the game first


TWO_STEPS = (
    ("\tempty? verify\n\tfrom here move add-move",
     "\tempty? verify\n\tfrom here move 2 partial-move-type add-move"),
    ("{move} advance", "{move} advance {move-type} walking"),
    ("{move} slant-east", "{move} slant-east {move-type} slanting"),
)  # fmt: skip
OPENING = ("man e2 - e3",)
PUSH = (
    "splut | North:stone@e9 North:troll@d8 North:dwarf@e8 North:wizard@f7 West:wizard@b6 "
    "East:dwarf@g6 West:stone@a5 West:dwarf@d5 South:dwarf@e5 East:troll@h5 East:stone@i5 "
    "West:troll@b4 East:wizard@h4 South:troll@f3 South:wizard@d2 South:stone@e1 "
    "?Cleaner:broom@cupboard | turn=156,West,West,0,14,0 | wizards=4 stone-square%5b%5d[0]=76 "
    "stone-square%5b%5d[1]=36 stone-square%5b%5d[2]=4 stone-square%5b%5d[3]=44"
)
THROW = (
    "splut | North:stone@e9 North:troll@d8 North:wizard@f8 North:dwarf@g7 West:wizard@b6 "
    "East:wizard@g6 East:troll@h6 West:stone@a5 West:dwarf@b5 East:dwarf@h5 East:stone@i5 "
    "West:troll@b4 South:dwarf@e3 South:wizard@d2 South:stone@e2 South:troll@f2 "
    "?Cleaner:broom@cupboard | turn=120,South,South,0,11,0 | wizards=4 stone-square%5b%5d[0]=67 "
    "stone-square%5b%5d[1]=36 stone-square%5b%5d[2]=4 stone-square%5b%5d[3]=44"
)
SWEEPING = (
    "splut | North:stone@e9 North:troll@e8 North:wizard@f7 North:dwarf@g7 West:wizard@b6 "
    "East:wizard@g6 East:troll@h6 West:stone@a5 West:troll@b5 West:dwarf@d5 East:dwarf@g5 "
    "East:stone@i5 South:stone@e3 South:wizard@d2 South:troll@e2 ?Cleaner:broom@cupboard "
    "| turn=108,?Cleaner,?Cleaner,1,23,0 | wizards=4 thrower=2048 "
    "stone-square%5b%5d[0]=58 stone-square%5b%5d[1]=36 stone-square%5b%5d[2]=4 "
    "stone-square%5b%5d[3]=44"
)
LIFTING = ("dwarf e2 - e3", "dwarf b5 - c5")

MISTAKES = (
    # -- breakthrough ---------------------------------------------------------------------------
    Mistake("a wrong direction", "breakthrough", "\tnorth verify", "\tsouth verify",
            "\tsouth verify", "man e2 - e3"),
    Mistake("a test turned round", "breakthrough", "\tempty? verify", "\tempty? NOT verify",
            "empty? NOT verify", "man e2 - e3"),
    Mistake("source and target exchanged", "breakthrough",
            "\tempty? verify\n\tfrom here move add-move",
            "\tempty? verify\n\there from move add-move",
            "here from move", "man e2 - e3"),
    Mistake("add-move forgotten", "breakthrough", "\tempty? verify\n\tfrom here move add-move",
            "\tempty? verify\n\tfrom here move", "\tfrom here move\n", "man e2 - e3"),
    Mistake("NOT forgotten", "breakthrough", "friend? NOT verify", "friend? verify",
            "friend? verify", "man e2 - f3"),
    Mistake("a test forgotten: a friend is taken", "breakthrough", "\tfriend? NOT verify\n\tfrom",
            "\tfrom", "\tfrom here move add-move\n;\n\n: slant-east", "man e1 x f2", extra=True),
    Mistake("a line copied and not changed", "breakthrough", "\tnorthwest slant",
            "\tnortheast slant", "\tnortheast slant\n;\n\n{moves", "man e2 - d3"),
    Mistake("a move word left out of its list", "breakthrough", "\t{move} slant-west\n", "",
            "{moves man-moves", "man e2 - d3"),
    Mistake("a symmetry left out", "breakthrough", "\tBlack {symmetry} north south\n", "",
            "Black {symmetry} northeast southeast", "man e7 - e6", OPENING),
    Mistake("a direction two rows wide", "breakthrough", "-1  1 {direction} northeast",
            "-2  1 {direction} northeast", "{direction} northeast", "man e2 - f3"),
    Mistake("a piece missing in the set-up", "breakthrough", "  {setup} White man f2", "",
            "{board-setup", "man f2 - f3"),
    Mistake("one player twice in the turn order", "breakthrough", "\t{turn} Black",
            "\t{turn} White", "{turn} White\nturn-order}", "man e7 - e6", OPENING),
    Mistake("a priority that hides a move", "breakthrough",
            "\t{move} slant-east\n\t{move} slant-west\nmoves}\n",
            "\t{move} slant-east {move-type} taking\n\t{move} slant-west {move-type} taking\n"
            "moves}\n\n{move-priorities\n\t{move-priority} taking\nmove-priorities}\n",
            "{move-priority} taking", "man e2 - e3"),
    Mistake("a partial of the wrong type", "breakthrough",
            "2 partial-move-type", "1 partial-move-type", "1 partial-move-type", "man e3 - f4",
            ("partial N man e2 - e3",), also=TWO_STEPS),
    Mistake("a piece behind {dummy-pieces}", "breakthrough", "\t{piece} man",
            "\t{dummy-pieces} {piece} man", "{dummy-pieces}", "man e2 - e3"),
    # -- connectfour ----------------------------------------------------------------------------
    Mistake("the opposite test", "connectfour", "IF not-empty? verify", "IF empty? verify",
            "IF empty? verify", "Red disc a2", ("Yellow disc a1",)),
    Mistake("back forgotten", "connectfour", "not-empty? verify back ENDIF",
            "not-empty? verify ENDIF", "not-empty? verify ENDIF", "Red disc a2",
            ("Yellow disc a1",)),
    Mistake("drop forgotten", "connectfour", "\tdrop\n", "", "here COMPILE-LITERAL COMPILE",
            "Yellow disc a1"),
    Mistake("{moves} instead of {drops}", "connectfour", "{piece} disc {drops} disc-drops",
            "{piece} disc {moves} disc-drops", "{piece} disc", "Yellow disc a1"),
    Mistake("a direction upside down", "connectfour", " 1  0 {direction} down",
            "-1  0 {direction} down", "{direction} down\n", "Yellow disc a1"),
    # -- tictactoe ------------------------------------------------------------------------------
    Mistake("the wrong one of two words", "tictactoe", "\tempty? verify", "\tnot-empty? verify",
            "not-empty? verify", "X mark b2"),
    Mistake("verify forgotten: a mark on a mark", "tictactoe", "\tempty? verify", "\tempty?",
            "\tempty?\n", "O mark a3", ("X mark a3",), extra=True),
    Mistake("a turn for the other player", "tictactoe", "\t{turn} X", "\t{turn} X {for-player} O",
            "{for-player} O", "X mark b2"),
    # -- splut ----------------------------------------------------------------------------------
    Mistake("the wrong link removed", "splut", "{unlink} south d2", "{unlink} north d2",
            "{unlink} north d2", "wizard d2 - d3"),
    Mistake("nothing recorded before add-move", "splut", "\tfrom here move\n\tadd-plain",
            "\tadd-plain", "\tadd-plain\n;\n\n: on-turn?", "wizard d2 - d3"),
    Mistake("= instead of <>", "splut", "thrower @ mover <>", "thrower @ mover =",
            "thrower @ mover =", "wizard d2 - d3"),
    Mistake("a flag never cleared", "splut", "\tthrower OFF  lifter OFF", "\tlifter OFF",
            "\tthrower !", "wizard d2 - d3", ("Pass",), SWEEPING),
    Mistake("a turn of the wrong type", "splut", "\t{turn} South\n\t{turn} West   {turn} West\n",
            "\t{turn} South {of-type} cleaning\n\t{turn} West   {turn} West\n",
            "{turn} South {of-type}", "wizard d2 - d3"),
    Mistake("a DROP forgotten", "splut", "\tUNTIL DROP TRUE", "\tUNTIL TRUE", "\tUNTIL TRUE",
            "dwarf e5 - f5 dwarf d5 x e5", (), PUSH),
    Mistake("NOT forgotten at the end of a line", "splut", "moved[] @ NOT ENDIF", "moved[] @ ENDIF",
            "moved[] @ ENDIF", "wizard b6 - c6 stone a5 - b5", LIFTING),
    Mistake("a stone flies over the wrong piece", "splut", "\tpiece-type DWARF =\n\there",
            "\tpiece-type TROLL =\n\there", "piece-type TROLL =\n", "troll f2 x e2 South stone e8",
            (), THROW),
    Mistake("the wrong piece is asked for", "splut", "back EXECUTE IF\n\t\tpiece-type STONE = IF",
            "back EXECUTE IF\n\t\tpiece-type DWARF = IF", "piece-type DWARF = IF",
            "troll e2 - e1 stone e3 x e2", ("Pass",), SWEEPING),
)  # fmt: skip
