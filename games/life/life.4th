\ life.4th -- Conway's game of life for two players and a neutral colour.
\
\ A turn puts a cell of one's own on an empty square or takes a cell of another colour away; then a
\ generation passes for all cells on the board. Who has no cells left loses, and after sixty turns
\ who has fewer.
\
\ perft: 88 7736 679302

60 CONSTANT last-turn

{board
	10 10 {grid}
board}

{directions
	-1  0 {direction} north      1  0 {direction} south
	 0  1 {direction} east       0 -1 {direction} west
	-1  1 {direction} northeast  1  1 {direction} southeast
	-1 -1 {direction} northwest  1 -1 {direction} southwest
directions}

{players
	{player} Red
	{player} Blue
	{neutral} Wild
players}

{turn-order
	{turn} Red
	{turn} Blue
turn-order}

\ ---- A generation ----
\ The neighbours of a square are added up in one number: 1 for each, and 16 for a red, 256 for a blue.

: worth ( ? -- n )   \ What the cell counts for that a direction led to, if it led to one.
	NOT IF 0 EXIT ENDIF
	player DUP IF
		DUP Red = 16 AND SWAP Blue = 256 AND + 1+
	ENDIF
;

: around ( pos -- n )   \ The neighbours of a square added up.
	DUP to north worth          OVER to south worth +
	OVER to east worth +        OVER to west worth +
	OVER to northeast worth +   OVER to southeast worth +
	OVER to northwest worth +   SWAP to southwest worth +
;

: heir ( n -- player )   \ Whose cell is born among these three: two of a colour decide it.
	DUP 16 / 15 AND 1 > IF DROP Red EXIT ENDIF
	256 / 1 > IF Blue ELSE Wild ENDIF
;

DEFER CELL   \ The type of all cells, which is declared below.

: fate ( pos -- piece )   \ What will be on a square: two neighbours keep a cell alive, three give birth.
	DUP around
	DUP 15 AND 3 = IF
		OVER empty-at? IF heir CELL OR SWAP DROP ELSE DROP piece-at ENDIF EXIT
	ENDIF
	15 AND 2 = IF piece-at ELSE DROP 0 ENDIF
;

100 [] fates   \ what will be on each square

: become ( piece pos -- )   \ Change a square.
	DUP piece-at IF OVER IF 2DROP ELSE (remove-piece) DROP ENDIF EXIT ENDIF
	OVER IF (add-piece) ELSE 2DROP ENDIF
;

: generation ( -- )   \ Part of every move: all cells live, die or are born at once.
	100 0 DO I fate I fates ! LOOP
	100 0 DO I fates @ I become LOOP
;

\ ---- Moves ----

: act ( -- )   \ Put a cell on an empty square, or take away one that is not one's own.
	friend? NOT verify
	empty? IF drop ELSE capture ENDIF
	COMPILE generation add-move
;

{moves acts
	{move} act
moves}

{pieces
	{piece} cell {drops} acts
pieces}

' cell IS CELL

{board-setup   \ Nine blocks of four: each would stay as it is for ever.
	{setup} Red cell b2  {setup} Red cell c2  {setup} Red cell e2
	{setup} Red cell f2  {setup} Red cell h2  {setup} Red cell i2
	{setup} Red cell b3  {setup} Red cell c3  {setup} Red cell e3
	{setup} Red cell f3  {setup} Red cell h3  {setup} Red cell i3
	{setup} Wild cell b5  {setup} Wild cell c5  {setup} Wild cell e5
	{setup} Wild cell f5  {setup} Wild cell h5  {setup} Wild cell i5
	{setup} Wild cell b6  {setup} Wild cell c6  {setup} Wild cell e6
	{setup} Wild cell f6  {setup} Wild cell h6  {setup} Wild cell i6
	{setup} Blue cell b8  {setup} Blue cell c8  {setup} Blue cell e8
	{setup} Blue cell f8  {setup} Blue cell h8  {setup} Blue cell i8
	{setup} Blue cell b9  {setup} Blue cell c9  {setup} Blue cell e9
	{setup} Blue cell f9  {setup} Blue cell h9  {setup} Blue cell i9
board-setup}

\ ---- The end of the game ----

: cells ( player -- n )   \ How many cells a player has.
	0 100 0 DO OVER I player-at = IF 1+ ENDIF LOOP
	SWAP DROP
;

: lead ( -- n )   \ How many more cells the player to move has than the opponent.
	Red cells Blue cells -
	current-player Blue = IF NEGATE ENDIF
;

: OnIsGameOver ( -- result )   \ When a colour is gone, or time is up, who has more cells wins.
	Red cells 0= Blue cells 0= OR turn-number last-turn > OR
	IF
		lead DUP 0= IF DROP #DrawScore EXIT ENDIF
		0> IF #WinScore ELSE #LossScore ENDIF
	ELSE #UnknownScore ENDIF
;

: OnEvaluate ( -- score )   \ The lead in cells.
	lead
;
