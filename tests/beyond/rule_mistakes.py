"""Mistakes planted into small scripts that use words beyond Axiom, each with a question."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
GUARDS = (HERE / "guards.4th").read_text()
ANIMALS = (HERE / "animals.4th").read_text()
RACE = """\\ race.4th -- men race to a goal, take when they can, and count their captures.
{board
	4 4 {grid}
	{hand}
	{variable} quiet
board}
{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
directions}
{players {player} White {player} Black players}
{symmetries
	Black {symmetry} n s
symmetries}
{turn-order {turn} White {turn} Black turn-order}
{zones
	White {zone} goal rank-4
	Black {zone} goal rank-1
	White {zone} home rank-1 rank-2
	Black {zone} home rank-3 rank-4
zones}
{pieces
	1 {attribute} moved
	{piece} man {piece} rider {piece} guard
pieces}
$recycle ON

: step ( -- )
	n verify empty? verify
	from here move
	1 moved!
	add-move
;
: run ( -- )
	moved NOT verify
	n verify empty? verify
	n verify empty? verify
	from here move add-move
;
: hit ( 'dir -- )
	EXECUTE verify enemy? verify
	from here move
	1 prefer
	add-move
;
: hit-east ( -- )
	['] e hit
;
: hit-west ( -- )
	['] w hit
;
: ride ( -- )
	n verify
	friend? NOT verify
	from here move
	goal in-zone? IF rider change-type ENDIF
	add-move
;
: patrol ( 'dir -- )
	EXECUTE verify empty? verify
	home in-zone? verify
	from here move
	unique add-move
;
: patrol-east ( -- )
	['] e patrol
;
: patrol-north ( -- )
	['] n patrol
;
: put ( -- )
	empty? verify
	home in-zone? verify
	drop add-move
;

{moves man-moves
	{move} step
	{move} run
	{move} hit-east
	{move} hit-west
moves}
{moves rider-moves
	{move} ride
moves}
{moves guard-moves
	{move} patrol-east
	{move} patrol-north
moves}
{moves drops
	{move} put
moves}
{pieces
	1 {attribute} moved
	{piece} man   {moves} man-moves {drops} drops
	{piece} rider {moves} rider-moves
	{piece} guard {moves} guard-moves
pieces}
{board-setup
	{setup} White man a1
	{setup} White guard c2
	{setup} White rider d2
	{setup} Black man b4
board-setup}
: OnNewGame ( -- )
	1 man White in-hand!
;
"""
TEXTS = {"guards": GUARDS, "animals": ANIMALS, "race": RACE}
SIDE = ("{setup} White man a1", "{setup} White man a1 {setup} Black man b1")  # something to take
ENEMIES = ("{setup} White man a1",
           "{setup} White man b1 {setup} Black man a1 {setup} Black rider c1")  # fmt: skip


@dataclass(frozen=True)
class RuleMistake:
    """A planted mistake: `right` in a script is replaced by `wrong`.

    `guilty` is a text of the guilty line: the changed line or, if something was left out, the line
    that lacks it. `extra` is a move that should not be legal. `also` is a change that is made to
    the script first.
    """

    what: str
    game: str
    right: str
    wrong: str
    guilty: str
    question: str
    after: tuple[str, ...] = ()
    extra: bool = False
    also: tuple[tuple[str, str], ...] = ()


M = RuleMistake
RULE_MISTAKES = (
    # -- OnIsLegal?, attacked? ------------------------------------------------------------------
    M("the wrong king cell at the start", "guards", "c1 0 kings !", "d1 0 kings !",
      "d1 0 kings !", "rook a1 - b1"),
    M("the king's cell of the other player", "guards", "current-player player-index kings ;",
      "next-player player-index kings ;", "next-player player-index", "rook a1 - b1",
      extra=True, also=(("Black rook d4", "Black rook c4"),)),
    M("the king's cell is not kept up", "guards", "  here king-cell later!", "",
      "from here move  add-move", "king c1 - d1", extra=True),
    M("the cell that is kept is where the king was", "guards", "here king-cell later!",
      "from king-cell later!", "from king-cell later!", "king c1 - d1", extra=True),
    M("NOT forgotten in OnIsLegal?", "guards", "in-check? NOT ;", "in-check? ;",
      "in-check? ;", "rook a1 - b1"),
    M("the attack of an own piece counts", "guards", "king-cell @ attacked? ;",
      "king-cell @ current-player attacked-by? ;", "current-player attacked-by?",
      "king c1 - d1", extra=True),
    M("the wrong square is asked about", "guards", "king-cell @ attacked? ;",
      "d1 attacked? ;", "d1 attacked? ;", "rook a1 - b1"),
    M("the mover is told by moved-to", "guards", ": OnIsLegal? ( -- ? )   in-check? NOT ;",
      ": OnIsLegal? ( -- ? )\n\tmoved-to attacked? NOT\n;", "moved-to attacked?",
      "rook a1 - a4"),
    M("friends may be taken", "guards", "friend? NOT verify  from here move add-move  empty?",
      "from here move add-move  empty?", "\tfrom here move add-move  empty?", "rook a1 x c1",
      extra=True),
    # -- prefer, unique -------------------------------------------------------------------------
    M("prefer in a word that takes nothing", "race",
      "\tn verify empty? verify\n\tfrom here move\n\t1 moved!",
      "\tn verify empty? verify\n\tfrom here move 2 prefer\n\t1 moved!",
      "from here move 2 prefer", "man a1 x b1", also=(SIDE,)),
    M("prefer left out of one word", "race", "\t['] w hit\n",
      "\tw verify enemy? verify\n\tfrom here move add-move\n",
      "from here move add-move\n;\n: ride", "man b1 x a1", also=(ENEMIES,)),
    M("the wrong number is preferred", "race", "\t['] w hit\n",
      "\tw verify enemy? verify\n\tfrom here move 0 prefer add-move\n",
      "0 prefer add-move", "man b1 x a1", also=(ENEMIES,)),
    M("prefer forgotten: a capture is not forced", "race", "\t1 prefer\n\tadd-move", "\tadd-move",
      "\tadd-move\n;\n: hit-east", "man a1 - a2", extra=True, also=(SIDE,)),
    M("must-finish where nothing follows", "race", "\tunique add-move",
      "\tpartial must-finish add-move", "partial must-finish", "guard c2 - c3",
      also=(("{setup} White rider d2", "{setup} White rider d1 {setup} Black man c4"),
            ("home in-zone? verify\n\tfrom", "from"), ("Black man b4", "Black man d2"))),
    # -- attributes -----------------------------------------------------------------------------
    M("an attribute asked the wrong way round", "race", "moved NOT verify", "moved verify",
      "moved verify", "man a1 - a3"),
    M("an attribute set for a square that is empty", "race", "\t1 moved!",
      "\t1 from moved-at!", "1 from moved-at!", "man a2 - a4",
      ("man a1 - a2", "man b4 - b3"), extra=True),
    M("an attribute never set", "race", "\t1 moved!\n", "", "from here move\n\tadd-move\n;\n: run",
      "man a2 - a4", ("man a1 - a2", "man b4 - b3"), extra=True),
    M("an attribute is set to the wrong number", "race", "\t1 moved!", "\t2 moved!",
      "2 moved!", "man a2 - a4", ("man a1 - a2", "man b4 - b3"), extra=True),
    # -- zones ----------------------------------------------------------------------------------
    M("the zone of the wrong player", "race", "White {zone} home rank-1 rank-2",
      "White {zone} home rank-3 rank-4", "White {zone} home rank-3", "guard c2 - d2",
      also=(("{setup} White rider d2", "{setup} White rider d1"),)),
    M("a zone one row short", "race", "White {zone} home rank-1 rank-2",
      "White {zone} home rank-1", "White {zone} home rank-1\n", "guard c2 - d2",
      also=(("{setup} White rider d2", "{setup} White rider d1"),)),
    M("a zone left out for a player", "race", "\tBlack {zone} home rank-3 rank-4\n", "",
      "{zones", "guard c3 - d3", ("man a1 - a2",),
      also=(("{setup} Black man b4", "{setup} Black guard c3"),)),
    M("a zone test turned round", "race", "home in-zone? verify\n\tdrop",
      "home in-zone? NOT verify\n\tdrop", "home in-zone? NOT", "White man a2"),
    M("a zone test forgotten", "race", "\thome in-zone? verify\n\tdrop", "\tdrop",
      "\tdrop add-move", "White man c4", extra=True),
    M("the wrong zone", "race", "home in-zone? verify\n\tfrom", "goal in-zone? verify\n\tfrom",
      "goal in-zone? verify", "guard c2 - d2",
      also=(("{setup} White rider d2", "{setup} White rider d1"),)),
    # -- hands ----------------------------------------------------------------------------------
    M("nothing in hand at the start", "race", "1 man White in-hand!", "0 man White in-hand!",
      "0 man White in-hand!", "White man a2"),
    M("in hand of the wrong player", "race", "1 man White in-hand!", "1 man Black in-hand!",
      "1 man Black in-hand!", "White man a2"),
    M("$recycle left out", "animals", "$recycle ON\n", "", "{hand}", "South chick a2",
      ("chick b2 x b3", "lion b4 x b3")),
    M("the {drops} of a type forgotten", "race", "man-moves {drops} drops", "man-moves",
      "{piece} man   {moves} man-moves", "White man a2"),
    M("drop without a test for room", "race", "\tempty? verify\n\thome", "\thome",
      "\tdrop add-move", "White man c2", extra=True),
    M("drop forgotten", "race", "\tdrop add-move", "\tadd-move", "\tadd-move\n;\n\n{moves man",
      "White man a2"),
    # -- written when the answers were finished -------------------------------------------------
    M("here instead of the king's cell", "guards", "in-check? NOT ;", "here attacked? NOT ;",
      "here attacked? NOT ;", "rook a1 - a4"),
    M("only partial moves are allowed", "guards", "in-check? NOT ;", "partial? in-check? NOT AND ;",
      "partial? in-check?", "rook a1 - b1"),
    M("attackers of one player for both", "guards", "king-cell @ attacked? ;",
      "king-cell @ Black attackers ;", "Black attackers", "king c5 - b5", ("rook e1 - e2",),
      extra=True, also=(("White rook a1", "White rook b1"),)),
    M("the cell of one king is kept up for both", "guards", "here king-cell later!",
      "here 0 kings later!", "0 kings later!", "rook e2 - d2", ("rook e1 - e2", "king c3 - b4"),
      extra=True, also=(("Black king c5", "Black king c3"), ("Black rook d4", "Black rook c4"),
                        ("c5 1 kings", "c3 1 kings"))),
    M("{unpromoted} left out", "animals", " chick {unpromoted}", "", "{piece} hen      {moves}",
      "South chick a2", ("chick b2 x b3", "lion b4 x b3"),
      also=(("North chick b3", "North hen b3"),)),
    M("drops onto enemies", "animals", "empty? verify drop", "enemy? verify drop",
      "enemy? verify drop", "South chick a2", ("chick b2 x b3", "lion b4 x b3")),
    M("the hand of the other player", "race", "\tdrop add-move",
      "\tman next-player in-hand-of verify\n\tdrop add-move", "man next-player in-hand-of",
      "White man a2"),
    M("an attribute of the wrong square", "race",
      "\tmoved NOT verify\n\tn verify empty? verify\n", "\tn verify empty? verify\n"
      "\tmoved NOT verify\n", "moved NOT verify", "man a2 - a4", ("man a1 - a2", "man b4 - b3"),
      extra=True),
    M("position and zone exchanged", "race", "home in-zone? verify\n\tfrom",
      "home here in-zone-at? verify\n\tfrom", "home here in-zone-at?", "guard c2 - d2",
      also=(("{setup} White rider d2", "{setup} White rider d1"),)),
    M("the least is preferred", "race", "\t1 prefer", "\t-1 prefer", "-1 prefer", "man a1 x b1",
      also=(SIDE,)),
)  # fmt: skip
NOT_NAMED = frozenset(  # left out of a word that the question does not lead to
    ("prefer forgotten: a capture is not forced", "{unpromoted} left out")
)
