\ onitama-a.4th -- onitama with the cards tiger, dragon, crab, monkey and crane. Helpers and tables of tokens.
\
\ On five by five squares each player has a master in the middle of the nearest rank and four pupils; White begins.
\ Each has two cards, and the fifth lies beside the board. A turn moves a piece as one of the player's cards says,
\ onto no friend, and changes that card for the one beside the board. Who loses the master, or has the other's
\ master on his own master's square, loses; so does who cannot move (simplified: there one would change a card
\ and pass). After two hundred turns the game is a draw.

{board
	5 5 {grid}
	5 {array} cards   \ two of White, two of Black, and the one beside the board
board}

{directions
	-2  0 {direction} ff
	-1  0 {direction} f
	 1  0 {direction} b
	 2  0 {direction} bb
	-1 -1 {direction} nw
	-1  1 {direction} ne
	 1 -1 {direction} sw
	 1  1 {direction} se
	-1 -2 {direction} dl
	-1  2 {direction} dr
	 0 -2 {direction} l2
	 0  2 {direction} r2
	 1 -2 {direction} ul
	 1  2 {direction} ur
directions}

{players	{player} White  {player} Black	players}
{turn-order	{turn} White    {turn} Black	turn-order}

{symmetries   \ Black sits on the other side.
	Black {symmetry} ff bb
	Black {symmetry} f b
	Black {symmetry} nw se
	Black {symmetry} ne sw
	Black {symmetry} dl ur
	Black {symmetry} dr ul
	Black {symmetry} l2 r2
symmetries}

4 CONSTANT beside   \ where in `cards` the fifth lies

CREATE steps   \ of each card: how many, and up to four
	2 , ' ff , ' b , 0 , 0 ,   \ tiger
	4 , ' dl , ' dr , ' sw , ' se ,   \ dragon
	3 , ' l2 , ' r2 , ' f , 0 ,   \ crab
	4 , ' nw , ' ne , ' sw , ' se ,   \ monkey
	3 , ' f , ' sw , ' se , 0 ,   \ crane

: steps-of ( card -- addr n )   \ Its steps, and how many they are.
	5 * CELLS steps +
	DUP CELLSIZE + SWAP @
;

: own ( i -- i )   \ Where in `cards` the own card i lies.
	current-player player-index 2* +
;

: change ( i -- )   \ Part of a move: change a card for the one beside the board.
	DUP cards @ beside cards @ ROT cards !  beside cards !
;

: step ( i 'dir -- i )   \ Move by card i.
	EXECUTE IF
		friend? NOT IF
			from here move
			DUP COMPILE-LITERAL COMPILE change
			add-move
		ENDIF
	ENDIF
	back
;

: play ( i -- )   \ All steps of card i.
	DUP cards @ steps-of 0 DO
		DUP I CELLS + @ ROT SWAP step SWAP
	LOOP 2DROP
;

: go ( -- )	2 0 DO I own play LOOP ;

{moves man-moves	{move} go	moves}

{pieces
	{piece} pupil  {moves} man-moves
	{piece} master {moves} man-moves
pieces}

{board-setup
	{setup} White pupil a1  {setup} White pupil b1  {setup} White master c1  {setup} White pupil d1  {setup} White pupil e1
	{setup} Black pupil a5  {setup} Black pupil b5  {setup} Black master c5  {setup} Black pupil d5  {setup} Black pupil e5
board-setup}

2 CONSTANT MASTER

: OnNewGame ( -- )   \ Deal the cards.
	5 0 DO I I cards ! LOOP
;

CREATE temples   c1 , c5 ,

: entered? ( -- ? )   \ Whether the enemy's master stands in the temple of the player to move.
	current-player player-index CELLS temples + @
	DUP enemy-at? SWAP piece-type-at MASTER = AND
;

: master? ( -- ? )   \ Whether the player to move has his master.
	FALSE $positions @ 0 DO I friend-at? I piece-type-at MASTER = AND OR LOOP
;

: OnIsGameOver ( -- result )
	entered? master? NOT OR stalemate? OR IF #LossScore EXIT ENDIF
	turn-number 200 > IF #DrawScore ELSE #UnknownScore ENDIF
;
