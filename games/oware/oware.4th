\ oware.4th -- seeds sown round twelve houses; also called awari or wari.
\
\ Each player has six houses with four seeds each, South at the bottom; South begins. A turn takes all
\ seeds of an own house and sows them one by one into the houses that follow, against the clock, but
\ not into the house they come from. If the last one brings an enemy house to two or three seeds, these
\ are won, and so are those of the houses right before it that hold two or three, unless this would
\ leave the enemy no seed at all. A player whose enemy has no seeds must play some to him. The game
\ ends when somebody has won more than half of the seeds, cannot move, or a position comes back; then
\ each has what lies in his own houses too. Most seeds win.
\
\ perft: 6 36 190 1014 5219 27332

128 CONSTANT patience   \ the most turns without a win of seeds

{board
	2 6 {grid}            \ North's houses are 0 to 5, South's 6 to 11
	{dummy-positions}
	{position} north-store
	{position} south-store
	{position} hand         \ where the seeds are while they are sown
	patience 1+ {array} seen   \ marks of the positions since seeds were last won
	{variable} seen-count
	{variable} came-back    \ true when the position has been there before
board}

{directions
	{link} on a1 b1  {link} on b1 c1  {link} on c1 d1  {link} on d1 e1  {link} on e1 f1  {link} on f1 f2
	{link} on f2 e2  {link} on e2 d2  {link} on d2 c2  {link} on c2 b2  {link} on b2 a2  {link} on a2 a1

	{link} off b1 a1  {link} off c1 b1  {link} off d1 c1  {link} off e1 d1  {link} off f1 e1  {link} off f2 f1
	{link} off e2 f2  {link} off d2 e2  {link} off c2 d2  {link} off b2 c2  {link} off a2 b2  {link} off a1 a2
directions}

{players
	{player} South
	{player} North
players}

{turn-order
	{turn} South
	{turn} North
turn-order}

\ ---- Houses ----
\ The type of a piece is its number of seeds: s4 are four seeds. An empty house has no piece.

: owner ( pos -- player )   \ Whose house or store that is.
	DUP a1 < SWAP north-store = OR IF North ELSE South ENDIF
;

: fill ( n pos -- )   \ Let n seeds lie there.
	OVER IF DUP owner ELSE 0 ENDIF
	ROT OR SWAP board[] !
;

: row ( player -- pos )   \ A player's first position: five more follow.
	South = IF a1 ELSE a2 ENDIF
;

: seeds-of ( player -- n )   \ How many seeds lie in a player's houses.
	row 0 SWAP
	DUP 6 + SWAP DO I piece-type-at + LOOP
;

: store ( player -- pos )   \ Where a player keeps what he has won.
	South = IF south-store ELSE north-store ENDIF
;

: holding ( player -- n )   \ Seeds a player has in all.
	DUP seeds-of SWAP store piece-type-at +
;

\ ---- Positions that come back ----

: mark ( -- n )   \ A number for the houses and the player to move.
	current-player 12 0 DO 49 * I piece-type-at + LOOP
;

: note-position ( -- )   \ Look the position up among those since seeds were won, and add it.
	mark seen-count @ seen !
	-1 BEGIN 1+ DUP seen @ mark = UNTIL
	seen-count @ <  seen-count @ patience = OR came-back !
	seen-count ++
;

\ ---- Moves ----

: prey? ( -- ? )   \ True when here is an enemy house with two or three seeds.
	enemy? piece-type 2 = piece-type 3 = OR AND
;

: prey ( -- n )   \ How many seeds are won if the last one fell here.
	here 0
	BEGIN prey? WHILE piece-type + off DROP REPEAT
	SWAP to
;

: win ( -- )   \ Put those seeds into the store.
	current-player store
	DUP piece-type-at prey + SWAP fill
	BEGIN prey? WHILE 0 here fill off DROP REPEAT
	seen-count OFF
;

: sow ( pos -- )   \ Part of every move: the seeds in the hand come from that house.
	DUP to
	hand piece-type-at
	0 hand fill
	BEGIN DUP WHILE
		on DROP
		OVER here <> IF piece-type 1+ here fill 1- ENDIF
	REPEAT 2DROP
	prey 0<> prey next-player seeds-of < AND IF win ENDIF
	note-position
;

: reach ( -- n )   \ How many seeds it takes to sow from here into the enemy's first house.
	here a1 < IF here 1+ ELSE 12 here - ENDIF
;

: take ( -- )   \ The seeds here may be sown; if the enemy has none, only as far as to him.
	next-player seeds-of 0<> piece-type reach >= OR verify
	from hand move
	from COMPILE-LITERAL COMPILE sow
	add-move
;

{moves sowing
	{move} take
moves}

{pieces
	{piece} s1  {moves} sowing  {piece} s2  {moves} sowing  {piece} s3  {moves} sowing  {piece} s4  {moves} sowing
	{piece} s5  {moves} sowing  {piece} s6  {moves} sowing  {piece} s7  {moves} sowing  {piece} s8  {moves} sowing
	{piece} s9  {moves} sowing  {piece} s10 {moves} sowing  {piece} s11 {moves} sowing  {piece} s12 {moves} sowing
	{piece} s13 {moves} sowing  {piece} s14 {moves} sowing  {piece} s15 {moves} sowing  {piece} s16 {moves} sowing
	{piece} s17 {moves} sowing  {piece} s18 {moves} sowing  {piece} s19 {moves} sowing  {piece} s20 {moves} sowing
	{piece} s21 {moves} sowing  {piece} s22 {moves} sowing  {piece} s23 {moves} sowing  {piece} s24 {moves} sowing
	{piece} s25 {moves} sowing  {piece} s26 {moves} sowing  {piece} s27 {moves} sowing  {piece} s28 {moves} sowing
	{piece} s29 {moves} sowing  {piece} s30 {moves} sowing  {piece} s31 {moves} sowing  {piece} s32 {moves} sowing
	{piece} s33 {moves} sowing  {piece} s34 {moves} sowing  {piece} s35 {moves} sowing  {piece} s36 {moves} sowing
	{piece} s37 {moves} sowing  {piece} s38 {moves} sowing  {piece} s39 {moves} sowing  {piece} s40 {moves} sowing
	{piece} s41 {moves} sowing  {piece} s42 {moves} sowing  {piece} s43 {moves} sowing  {piece} s44 {moves} sowing
	{piece} s45 {moves} sowing  {piece} s46 {moves} sowing  {piece} s47 {moves} sowing  {piece} s48 {moves} sowing
pieces}

{board-setup
	{setup} South s4 a1  {setup} South s4 b1  {setup} South s4 c1
	{setup} South s4 d1  {setup} South s4 e1  {setup} South s4 f1
	{setup} North s4 a2  {setup} North s4 b2  {setup} North s4 c2
	{setup} North s4 d2  {setup} North s4 e2  {setup} North s4 f2
board-setup}

\ ---- The end of the game ----

: ahead ( -- n )   \ By how many seeds the player to move is ahead, with those in his houses.
	current-player holding next-player holding -
;

: won? ( -- ? )   \ True when somebody has won more than half of the 48 seeds.
	south-store piece-type-at north-store piece-type-at MAX 24 >
;

: OnIsGameOver ( -- result )   \ Who has more seeds wins.
	won? stalemate? OR came-back @ OR NOT IF #UnknownScore EXIT ENDIF
	ahead 0= IF #DrawScore EXIT ENDIF
	ahead 0> IF #WinScore ELSE #LossScore ENDIF
;

\ ---- A judgement for the built-in search ----

: OnEvaluate ( -- score )   \ Seeds won count most, seeds in the own houses a little.
	current-player store piece-type-at next-player store piece-type-at - 9 *
	ahead +
;
