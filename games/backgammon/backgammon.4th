\ backgammon.4th -- the race of fifteen men with two dice, without the doubling cube.
\
\ White goes from p24 to p1 and off the board, Black the other way; White throws first. A turn uses
\ both numbers, in either order, doubles four times: as many of them as can be used, and the greater one
\ if it is one or the other. A point with two or more enemies is closed. A lone enemy is hit: he waits
\ on the bar, and must come in again before others of his side move. When all men are in the last six
\ points they may go off. The first to have none left wins.
\
\ A throw is a ply, and so is a whole turn; two orders of the same steps are two moves.
\
\ perft: 36 2574 92664 6545432

{board
	{position} black-bar
	{position} p1 {position} p2 {position} p3 {position} p4 {position} p5 {position} p6
	{position} p7 {position} p8 {position} p9 {position} p10 {position} p11 {position} p12
	{position} p13 {position} p14 {position} p15 {position} p16 {position} p17 {position} p18
	{position} p19 {position} p20 {position} p21 {position} p22 {position} p23 {position} p24
	{position} white-bar
	{position} table           \ where turns are made
	{position} die-1
	{position} die-2
	26 {array} stack[]         \ men on each point and bar: White's count up from 0, Black's down
board}

{players
	{player} White
	{player} Black
	{player} ?Dice {random}
players}

{turn-order
	{turn} ?Dice {of-type} throwing
	{turn} White
	{turn} ?Dice {of-type} throwing
	{turn} Black
turn-order}

$passTurnForced ON   \ Whoever cannot move passes.

1 CONSTANT MAN   \ the number of that piece in {pieces below
1 CONSTANT BLANK   \ the number before that of the face `one`

\ ---- Points ----
\ Points are numbered as the mover sees them: 25 is the bar, 24 to 1 are his way, 0 is the enemy's bar.

: seen ( n -- pos )   \ The position of a number, or the number of a position.
	current-player Black = IF 25 SWAP - ENDIF
;

: men ( n -- men )   \ How many men of the mover stand there, below 0 how many enemies.
	seen stack[] @
	current-player Black = IF NEGATE ENDIF
;

: men! ( men n -- )   \ Let so many stand there.
	SWAP current-player Black = IF NEGATE ENDIF
	SWAP seen stack[] !
;

: lift ( n -- )   \ Take a man away.
	DUP men 1- SWAP men!
;

: land ( n -- )   \ Let a man come to a point, and hit a lone enemy.
	DUP men -1 = IF
		0 men 1- 0 men!
		1
	ELSE DUP men 1+ ENDIF
	SWAP men!
;

: show ( pos -- )   \ Put a man on the board where there are any, for all to see.
	DUP stack[] @
	DUP 0= IF DROP 0 ELSE
	0> IF White ELSE Black ENDIF MAN OR ENDIF
	SWAP board[] !
;

: step ( n n' -- )   \ Part of every move: a man goes from one number to another, 0 for off the board.
	OVER lift
	DUP IF DUP land ENDIF
	seen show  seen show
	white-bar show  black-bar show
;

\ ---- Dice ----

: pips ( pos -- n )   \ The number on a die.
	piece-type-at BLANK -
;

: throw ( -- )   \ Each of the 36 throws is a move, so chance is fair.
	here die-1 = verify
	7 1 DO
		7 1 DO
			J BLANK + die-1 change-type-at
			I BLANK + die-2 change-type-at
			add-move
		LOOP
	LOOP
;

\ ---- Turns ----
\ All ways to use the dice are walked through twice, on the stacks themselves, which are put back
\ afterwards: first to find how much can be used, then to add the moves that use it.

4 [] dice[]     \ the numbers in the order in which they are used
VARIABLE dice   \ how many there are
4 [] starts[]   \ the steps made so far: from
4 [] ends[]     \ and to
VARIABLE steps  \ how many there are
VARIABLE best   \ the greatest use found
VARIABLE adding \ true the second time

: use ( -- n )   \ A number that is greater if more is used, and with one step if the greater die is.
	steps @ 1 = IF 8 0 dice[] @ + ELSE steps @ 16 * ENDIF
;

: record-step ( n n' -- )   \ Record a step: a man from one point comes to another.
	MAN 2 PICK seen change-type-at   \ for the text only; a capture would mislead the search
	DUP IF current-player MAN 2 PICK seen create-player-piece-type-at ENDIF
	SWAP COMPILE-LITERAL COMPILE-LITERAL COMPILE step
;

: end-way ( -- )   \ No more of the dice can be used.
	adding @ IF
		use best @ = steps @ AND IF
			steps @ 0 DO I starts[] @ I ends[] @ record-step LOOP
			add-move
		ENDIF
	ELSE use best @ MAX best ! ENDIF
;

: all-behind? ( n -- ? )   \ True when the mover has no man on a number greater than that.
	TRUE 26 ROT 1+ DO I men 0> NOT AND LOOP
;

: open? ( n n' -- ? )   \ True when a man may go so: to a point not closed, or off the board.
	DUP 0> IF SWAP DROP men -2 > EXIT ENDIF
	6 all-behind? NOT IF 2DROP FALSE EXIT ENDIF
	IF all-behind? ELSE DROP TRUE ENDIF   \ a number too great takes the rearmost man off
;

DEFER go-on

: try ( ? n -- ? )   \ Make a step from there if it is possible, go on, and put all back; true if so.
	DUP men 0> NOT IF DROP EXIT ENDIF
	DUP steps @ dice[] @ - 2DUP open? IF
		0 MAX
		2DUP steps @ ends[] ! steps @ starts[] !
		0 men >R  DUP men >R  OVER men >R
		OVER lift  DUP IF DUP land ENDIF
		steps ++  go-on  steps --
		SWAP R> SWAP men!  R> SWAP men!  R> 0 men!
		DROP TRUE
	ELSE 2DROP ENDIF
;

: next-step ( -- )   \ Use the next of the dice in all ways; men on the bar come first.
	steps @ dice @ = IF end-way EXIT ENDIF
	FALSE
	25 men IF 25 try ELSE 25 1 DO I try LOOP ENDIF
	NOT IF end-way ENDIF
;

' next-step IS go-on

: both-orders ( -- )   \ Walk with the dice as they lie, and the other way round.
	die-1 pips 0 dice[] !  die-2 pips 1 dice[] !
	next-step
	die-1 pips die-2 pips <> IF
		die-2 pips 0 dice[] !  die-1 pips 1 dice[] !
		next-step
	ENDIF
;

: turn ( -- )   \ All moves of a turn, made once.
	here table = verify
	steps OFF  best OFF
	2 dice !
	die-1 pips die-2 pips = IF
		4 dice !
		die-1 pips 2 dice[] !  die-1 pips 3 dice[] !
	ENDIF
	adding OFF both-orders
	adding ON  both-orders
;

{moves turns
	{move} turn
moves}

{moves throws
	{move} throw {move-type} throwing
moves}

{pieces
	{piece} man {drops} turns
	{piece} one   {moves} throws
	{piece} two   {moves} throws
	{piece} three {moves} throws
	{piece} four  {moves} throws
	{piece} five  {moves} throws
	{piece} six   {moves} throws
pieces}

{board-setup
	{setup} White man p24  {setup} White man p13  {setup} White man p8   {setup} White man p6
	{setup} Black man p1   {setup} Black man p12  {setup} Black man p17  {setup} Black man p19
	{setup} ?Dice one die-1  {setup} ?Dice one die-2
board-setup}

: OnNewGame ( -- )   \ Fill the points: two, five, three and five men of each side.
	OnNewGame
	2 p24 stack[] !   5 p13 stack[] !   3 p8  stack[] !   5 p6  stack[] !
	-2 p1 stack[] !  -5 p12 stack[] !  -3 p17 stack[] !  -5 p19 stack[] !
;

: agrees? ( pos -- ? )   \ Whether the men counted there are of the player that the board shows.
	DUP stack[] @ SWAP player-at
	DUP White = IF DROP 0> ELSE Black = IF 0< ELSE 0= ENDIF ENDIF
;

: OnPosition ( -- )   \ The board shows whose each point is: where men of others are counted, one stands there.
	26 0 DO
		I agrees? NOT IF
			I player-at DUP White = IF DROP 1 ELSE Black = IF -1 ELSE 0 ENDIF ENDIF
			I stack[] !
		ENDIF
	LOOP
;

\ ---- The end of the game ----

: gone? ( -- ? )   \ True when the mover's opponent has no man left.
	TRUE 26 0 DO I men 0< NOT AND LOOP
;

: OnIsGameOver ( -- result )   \ The side without men has won; the dice have no part in it.
	current-player ?Dice = IF #UnknownScore EXIT ENDIF
	gone? IF #LossScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

: OnEvaluate ( -- score )   \ Steps left for the opponent, less those for the mover; lone men cost.
	0 26 0 DO
		I men 0> IF I men I * -  I men 1 = IF 25 I - 8 / - ENDIF ENDIF
		I men 0< IF I men I 25 - * +  I men -1 = IF I 8 / + ENDIF ENDIF
	LOOP
;
