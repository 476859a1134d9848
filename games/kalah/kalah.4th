\ kalah.4th -- seeds sown round twelve houses and two stores.
\
\ Each player has six houses with four seeds each and a store, South's at the bottom and to the right;
\ South begins. A turn takes all seeds of an own house and sows them one by one, against the clock,
\ into the houses that follow and into the own store, not into the enemy's. If the last one falls into
\ the own store, the player has another turn. If it falls into an own house that was empty, and there
\ are seeds in the house opposite, both go to the own store. When the houses of a player are empty, the
\ seeds that are left are their owner's. Most seeds win.
\
\ perft: 6 35 185 942 4690

{board
	2 6 {grid}            \ North's houses are 0 to 5, South's 6 to 11
	{dummy-positions}
	{position} north-store
	{position} south-store
	{position} hand         \ where the seeds are while they are sown
board}

{directions
	{link} on a1 b1  {link} on b1 c1  {link} on c1 d1  {link} on d1 e1  {link} on e1 f1
	{link} on f1 south-store  {link} on south-store f2
	{link} on f2 e2  {link} on e2 d2  {link} on d2 c2  {link} on c2 b2  {link} on b2 a2
	{link} on a2 north-store  {link} on north-store a1
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

: opposite ( pos -- pos )   \ The house on the other side of the board.
	6 + 12 MOD
;

\ ---- Moves ----

: onward ( -- )   \ To the next house or own store.
	on DROP
	here next-player store = IF on DROP ENDIF
;

: win ( -- )   \ The seed here and those opposite go to the own store.
	current-player store
	DUP piece-type-at 1+ here opposite piece-type-at + SWAP fill
	0 here fill
	0 here opposite fill
;

: bounty? ( -- ? )   \ True when the seed here lies alone in an own house, with seeds opposite.
	here north-store < piece-type 1 = AND
	friend? AND here opposite enemy-at? AND
;

: sow ( pos -- )   \ Part of every move: the seeds in the hand come from that house.
	to
	hand piece-type-at
	0 hand fill
	BEGIN DUP WHILE
		onward  piece-type 1+ here fill  1-
	REPEAT DROP
	bounty? IF win ENDIF
;

: to-store ( -- n )   \ How many seeds it takes to sow from here into the own store.
	here a1 < IF here 1+ ELSE 12 here - ENDIF
;

: take ( -- )   \ The seeds here may be sown; if the last falls into the store, the player goes on.
	from hand move
	from COMPILE-LITERAL COMPILE sow
	piece-type to-store - 13 MOD 0= IF partial ENDIF
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

: OnIsGameOver ( -- result )   \ When a row is empty, who has more seeds wins.
	current-player seeds-of 0<> next-player seeds-of 0<> AND IF #UnknownScore EXIT ENDIF
	ahead 0= IF #DrawScore EXIT ENDIF
	ahead 0> IF #WinScore ELSE #LossScore ENDIF
;

\ ---- A judgement for the built-in search ----

: OnEvaluate ( -- score )   \ Seeds won count most, seeds in the own houses a little.
	current-player store piece-type-at next-player store piece-type-at - 9 *
	ahead +
;
