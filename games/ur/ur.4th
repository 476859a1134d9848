\ ur.4th -- the Royal Game of Ur: a race with dice, 4600 years old.
\
\ Each player brings seven men, one by one, along fourteen squares: four of their own, eight in the
\ middle that belong to both, and two of their own again; Light begins. Four dice with two marked
\ corners each give 0 to 4 steps. A man may go where no own man stands, and an enemy there begins anew,
\ but on the middle rosette, b4, nobody is taken. A man who ends on a rosette earns another throw. He
\ leaves the board by exactly one step more than there are squares. All seven off win.
\
\ The squares:  a1 a2 a3 a4       a7 a8     and each path: a4 to a1, b1 to b8, a8, a7 for Light,
\               b1 b2 b3 b4 b5 b6 b7 b8                   c4 to c1, b1 to b8, c8, c7 for Dark.
\               c1 c2 c3 c4       c7 c8
\
\ perft: 16 16 256 270 4320

7 CONSTANT men   \ of each player

{board   \ in the order of the paths: own squares, middle, own squares
	{position} a4 {position} a3 {position} a2 {position} a1
	{position} c4 {position} c3 {position} c2 {position} c1
	{position} b1 {position} b2 {position} b3 {position} b4
	{position} b5 {position} b6 {position} b7 {position} b8
	{position} a8 {position} a7
	{position} c8 {position} c7
	{position} cup         \ where the dice lie
	{dummy-positions}
	{position} yard        \ where men come from
	{position} off         \ and where they go
	2 {array} entered[]    \ how many men of Light, of Dark have left the yard,
	2 {array} home[]       \ and how many are off the board
	{variable} again       \ true when the mover has earned another throw
board}

{directions   \ `on` is Light's path; the symmetry below makes it Dark's too.
	{link} on yard a4  {link} on a4 a3  {link} on a3 a2  {link} on a2 a1  {link} on a1 b1
	{link} on b1 b2  {link} on b2 b3  {link} on b3 b4  {link} on b4 b5
	{link} on b5 b6  {link} on b6 b7  {link} on b7 b8  {link} on b8 a8
	{link} on a8 a7  {link} on a7 off

	{link} dark-on yard c4  {link} dark-on c4 c3  {link} dark-on c3 c2  {link} dark-on c2 c1
	{link} dark-on c1 b1  {link} dark-on b1 b2  {link} dark-on b2 b3  {link} dark-on b3 b4
	{link} dark-on b4 b5  {link} dark-on b5 b6  {link} dark-on b6 b7  {link} dark-on b7 b8
	{link} dark-on b8 c8  {link} dark-on c8 c7  {link} dark-on c7 off
directions}

{players
	{player} Light
	{player} Dark
	{player} ?Dice {random}
players}

{turn-order
	{turn} ?Dice {of-type} throwing
	{turn} Light
	{turn} ?Dice {of-type} throwing
	{turn} Dark
turn-order}

{symmetries
	Dark {symmetry} on dark-on
symmetries}

$passTurnForced ON   \ Whoever cannot move passes.

\ ---- Dice ----
\ The piece in the cup shows the throw: its type is `none` for 0, and so on to `four`.

2 CONSTANT NONE   \ the number of that piece in {pieces below

: pips ( -- n )   \ How many steps were thrown.
	cup piece-type-at NONE -
;

: ones ( n -- n )   \ How many bits of a number are set, of the lowest four.
	DUP 2/ OVER 4 / + OVER 8 / +   \ n less this sum is the number of bits
	-
;

: throw ( -- )   \ Each of the 16 ways four dice can fall is a move, so chance is fair.
	16 0 DO
		I ones NONE + cup change-type-at
		add-move
	LOOP
;

\ ---- What moves do besides ----

: own ( -- i )   \ The index of the player to move in home[] and entered[].
	current-player player-index
;

: enter-one ( -- )   \ A man has left the yard.
	own entered[] ++
;

: send-back ( -- )   \ A man of the opponent has been taken, to the yard.
	1 own - entered[] --
;

: take-off ( -- )   \ The man who came to `off` is home.
	0 off board[] !
	own home[] ++
;

: throw-again ( -- )   \ The mover has earned another throw.
	again ON
;

: OnNextTurn ( -- )   \ Another throw: the turns of the opponent and his dice are left out.
	OnNextTurn
	again @ IF again OFF OnNextTurn OnNextTurn ENDIF
;

\ ---- Moves ----

: walk ( n -- ? )   \ Go so many steps along the mover's path; false if it is too short.
	TRUE SWAP 0 DO on AND LOOP
;

: rosette? ( -- ? )   \ True when here is a rosette.
	here a1 =  here c1 = OR  here b4 = OR  here a7 = OR  here c7 = OR
;

: finish ( -- )   \ The man comes to stand here.
	rosette? IF COMPILE throw-again ENDIF
	add-move
;

: advance ( -- )   \ A man goes as far as thrown, and takes an enemy, though not on b4.
	pips verify
	pips walk verify
	friend? NOT verify
	enemy? IF here b4 <> verify COMPILE send-back ENDIF
	from here move
	here off = IF COMPILE take-off ENDIF
	finish
;

: enter ( -- )   \ A man comes from the yard to the square that was thrown.
	pips own entered[] @ men < AND verify
	empty? verify
	yard to pips walk DROP
	here from = verify
	drop
	COMPILE enter-one
	finish
;

{moves man-moves
	{move} advance
moves}

{moves man-drops
	{move} enter
moves}

{moves dice-moves
	{move} throw {move-type} throwing
moves}

{pieces
	{piece} man   {moves} man-moves {drops} man-drops
	{piece} none  {moves} dice-moves
	{piece} one   {moves} dice-moves
	{piece} two   {moves} dice-moves
	{piece} three {moves} dice-moves
	{piece} four  {moves} dice-moves
pieces}

{board-setup
	{setup} ?Dice none cup
board-setup}

: OnPosition ( -- )   \ Count the men who have left the yard: those on their way and those at home.
	2 0 DO I home[] @ I entered[] ! LOOP
	yard 0 DO
		I piece-type-at man = IF I player-at player-index entered[] ++ ENDIF
	LOOP
	0 entered[] @ men >  1 entered[] @ men >  OR ABORT" a player has more than seven men"
;

\ ---- The end of the game ----

: OnIsGameOver ( -- result )   \ Seven men at home win; the dice have no part in it.
	current-player ?Dice = IF #UnknownScore EXIT ENDIF
	1 own - home[] @ men = IF #LossScore EXIT ENDIF
	own home[] @ men = IF #WinScore ELSE #UnknownScore ENDIF
;

\ ---- A judgement for the built-in search ----

: steps ( pos -- n )   \ How far along its path a square is.
	DUP b1 < IF 4 MOD 1+ EXIT ENDIF
	DUP a8 < IF b1 - 5 + ELSE 2 MOD 13 + ENDIF
;

: safe ( pos -- n )   \ A little for standing on the middle rosette.
	b4 = 5 AND
;

: OnEvaluate ( -- score )   \ Steps made by the player to move, less those of his opponent.
	own home[] @  1 own - home[] @ -  18 *
	cup 0 DO
		I friend-at? IF I steps + I safe + ENDIF
		I enemy-at? IF I steps - I safe - ENDIF
	LOOP
;
