"""Scripts in the manner of people who publish games, and mistakes in them, for `why`."""

from __future__ import annotations

from dataclasses import dataclass

GO = """\\ stones.4th -- place a stone; what has no liberty is taken; no suicide
7 CONSTANT SIZE
{board
	7 7 {grid}
board}
{directions
	-1  0 {direction} n
	1  0 {direction} s
	0  1 {direction} e
	0 -1 {direction} w
directions}
{players
	{player} Black
	{player} White
players}
{turn-order
	{turn} Black
	{turn} White
turn-order}

VARIABLE liberties
VARIABLE owner
VARIABLE saved
49 [] group[]
VARIABLE group-size

: in-group? ( pos -- ? )
	FALSE SWAP
	group-size @ IF
		group-size @ 0 DO DUP I group[] @ = IF SWAP DROP TRUE SWAP ENDIF LOOP
	ENDIF
	DROP
;

: add-group ( pos -- )
	DUP in-group? IF DROP ELSE group-size @ group[] ! group-size ++ ENDIF
;

: look ( pos 'dir -- )
	SWAP to EXECUTE IF
		empty? IF liberties ++ ENDIF
		player owner @ = IF here add-group ENDIF
	ENDIF
;

: look-all ( pos -- )
	DUP ['] n look
	DUP ['] s look
	DUP ['] e look
	['] w look
;

: flood ( pos player -- )
	owner ! 0 group-size ! 0 liberties !
	add-group
	0 BEGIN DUP group-size @ < WHILE
		DUP group[] @ look-all 1+
	REPEAT DROP
;

: take-group ( -- )
	group-size @ 0 DO I group[] @ capture-at LOOP
;

: try-side ( pos 'dir -- )
	SWAP to EXECUTE IF
		enemy? IF
			here player flood
			liberties @ 2 < IF take-group saved ON ENDIF
		ENDIF
	ENDIF
;

: put-stone ( -- )
	empty? verify
	saved OFF
	here DUP ['] n try-side
	DUP ['] s try-side
	DUP ['] e try-side
	DUP ['] w try-side
	DUP current-player flood
	liberties @ 0> saved @ OR verify
	to drop add-move
;

: OnIsGameOver ( -- result )
	turn-number 60 > IF #DrawScore ELSE
		move-count 0= IF #LossScore ELSE #UnknownScore ENDIF
	ENDIF
;

{moves stone-drops {move} put-stone moves}
{pieces {piece} stone {drops} stone-drops pieces}
{board-setup
	{setup} White stone b7
	{setup} White stone a6
	{setup} Black stone e3
board-setup}
"""

MANCALA = """\\ pits.4th -- a row of pits each; whoever ends in an empty pit of his own stops
{board
	2 6 {grid}
	{variable} home-north
	{variable} home-south
board}
{directions
	0 1 {direction} right
	0 -1 {direction} left
directions}
{players
	{player} South
	{player} North
players}
{turn-order
	{turn} South
	{turn} North
turn-order}
VARIABLE in-hand
VARIABLE sown

: own-pit? ( -- ? )
	current-player South = IF here 5 > ELSE here 6 < ENDIF
;

: scoop ( -- )
	own-pit? verify
	piece-type 1 > verify
	piece-type in-hand !
	0 sown !
	right verify
	back
	from here move
	add-move
;

: seeds-of ( first -- n )
	0 SWAP 6 + OVER DROP
	DUP 6 - DO
		I piece-type-at +
	LOOP
;

: OnEvaluate ( -- score )
	6 seeds-of 0 seeds-of -
	current-player North = IF NEGATE ENDIF
	home-south @ 3 * +
;

: OnIsGameOver ( -- result )
	6 seeds-of 0= IF #WinScore ELSE
		0 seeds-of 0= IF #DrawScore ELSE #UnknownScore ENDIF
	ENDIF
;

{moves pit-moves {move} scoop moves}
{pieces
	{piece} p1 {moves} pit-moves
	{piece} p2 {moves} pit-moves
	{piece} p3 {moves} pit-moves
pieces}
{board-setup
	{setup} South p3 a1
	{setup} South p2 b1
	{setup} South p1 c1
	{setup} North p3 a2
	{setup} South p2 f1
board-setup}
"""

MILL = """\\ rows.4th -- men step along lines and take by jumping, each way a word of its own
{board
	5 5 {grid}
board}
{directions
	-1  1 {direction} ne
	-1 -1 {direction} nw
	1  1 {direction} se
	1 -1 {direction} sw
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
VARIABLE must-take

: is-free? ( -- ? ) must-take @ NOT ;

: step-ne ( -- ) is-free? verify  ne verify  empty? verify  from here move add-move ;
: step-nw ( -- ) is-free? verify  nw verify  empty? verify  from here move add-move ;

: take-ne ( -- )
	ne verify
	enemy? verify
	here ne verify
	empty? verify
	from here move
	capture-at
	1 partial-move-type
	add-move
;
: take-nw ( -- )
	nw verify
	enemy? verify
	here nw verify
	empty? verify
	from here move
	capture-at
	1 partial-move-type
	add-move
;
: take-se ( -- )
	se verify
	enemy? verify
	here se verify
	empty? verify
	from here move
	capture-at
	1 partial-move-type
	add-move
;

: line? ( 'dir -- ? )
	0 SWAP
	BEGIN DUP EXECUTE IF friend? ELSE FALSE ENDIF WHILE
		SWAP 1+ SWAP
	REPEAT
	DROP 1 >
;

: OnIsGameOver ( -- result )
	stalemate? IF #LossScore ELSE
		a1 to ['] ne line? IF #WinScore ELSE #UnknownScore ENDIF
	ENDIF
;

{moves man-moves
	{move} step-ne
	{move} step-nw
	{move} take-ne {move-type} 1
	{move} take-nw {move-type} 1
	{move} take-se {move-type} 1
moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1
	{setup} White man d2
	{setup} Black man c3
	{setup} White man e3
	{setup} White man d4
board-setup}
"""


@dataclass(frozen=True)
class Planted:
    """A mistake: the text that is replaced, and a text of the guilty line afterwards."""

    script: str
    right: str
    wrong: str
    guilty: str
    question: str
    after: tuple[str, ...] = ()


PLANTED = (
    Planted(GO, "0> saved", "3 > saved", "liberties @ 3 > saved", "Black stone d1"),
    Planted(GO, "\tempty? verify\n\tsaved", "\tenemy? verify\n\tsaved", "enemy? verify",
            "Black stone d5"),
    Planted(GO, "\tto drop add-move", "\tto drop", "\tto drop\n", "Black stone d5"),
    Planted(GO, "saved @ OR verify", "saved @ AND verify", "saved @ AND verify", "Black stone d5"),
    Planted(GO, "0 group-size ! 0 liberties !", "0 group-size !", "owner ! 0 group",
            "Black stone a7"),
    Planted(GO, "turn-number 60 >", "turn-number 0 >", "turn-number 0 >", "over"),
    Planted(GO, "move-count 0= IF", "move-count 0<> IF", "move-count 0<>", "over"),
    Planted(GO, "enemy? IF", "not-empty? IF", "not-empty? IF", "Black stone e4"),
    Planted(MANCALA, "here 5 > ELSE", "here 5 < ELSE", "here 5 <", "a1"),
    Planted(MANCALA, "piece-type 1 > verify", "piece-type 2 > verify", "piece-type 2 >", "b1"),
    Planted(MANCALA, "\tright verify\n\tback", "\tright verify", "\tright verify", "a1 b1"),
    Planted(MANCALA, "\tright verify", "\tleft verify", "\tleft verify", "a1"),
    Planted(MANCALA, "@ 3 * +", "@ 1+ 3 * +", "@ 1+ 3 * +", "score"),
    Planted(MANCALA, "6 seeds-of 0= IF", "6 seeds-of 0<> IF", "6 seeds-of 0<>", "over"),
    Planted(MANCALA, "0 seeds-of 0= IF", "0 seeds-of 9 < IF", "0 seeds-of 9 <", "over"),
    Planted(MILL, "\tnw verify\n\tenemy? verify", "\tnw verify", "\tnw verify\n\there",
            "d2 b4"),
    Planted(MILL, "\tenemy? verify\n\there nw", "\tfriend? verify\n\there nw", "friend? verify",
            "d2 b4"),
    Planted(MILL, "must-take @ NOT", "must-take @", "must-take @ ;", "a1 b2"),
    Planted(MILL, "ne verify  empty? verify  from", "ne verify  from", ": step-ne", "d2 e3"),
    Planted(MILL, "DROP 1 >", "DROP 0 >=", "DROP 0 >=", "over"),
    Planted(MILL, "IF friend? ELSE", "IF enemy? ELSE", "IF enemy? ELSE", "not over"),
)  # fmt: skip
