\ onitama-c.4th -- onitama with the cards tiger, dragon, crab, monkey and crane. As the cookbook says: leap, step, speed.
\
\ On five by five squares each player has a master in the middle of the nearest rank and four pupils; White begins.
\ Each has two cards, and the fifth lies beside the board. A turn moves a piece as one of the player's cards says,
\ onto no friend, and changes that card for the one beside the board. Who loses the master, or has the other's
\ master on his own master's square, loses; so does who cannot move (simplified: there one would change a card
\ and pass). After two hundred turns the game is a draw.

{board
	5 5 {grid}
	5 {array} cards      \ two of White, two of Black, and the one beside the board
	2 {array} masters    \ 1 while White, Black has his master
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

2 CONSTANT MASTER    \ its number in {pieces below

VARIABLE used        \ where in `cards` the card lies by which the piece moves

: leap ( ? -- )   \ Behind a direction: onto no friend, and change the card.
	IF
		friend? NOT IF
			from here move
			enemy? IF piece-type MASTER = IF 0 next-player player-index masters later! ENDIF ENDIF
			beside cards @ used @ cards later!
			used @ cards @ beside cards later!
			add-move
		ENDIF
	ENDIF
	back
;

: by-tiger ( -- ) ff leap  b leap ;
: by-dragon ( -- ) dl leap  dr leap  sw leap  se leap ;
: by-crab ( -- ) l2 leap  r2 leap  f leap ;
: by-monkey ( -- ) nw leap  ne leap  sw leap  se leap ;
: by-crane ( -- ) f leap  sw leap  se leap ;

: play ( i -- )   \ All moves by the card at number i.
	DUP used !
	cards @
	DUP 0 = IF by-tiger ENDIF
	DUP 1 = IF by-dragon ENDIF
	DUP 2 = IF by-crab ENDIF
	DUP 3 = IF by-monkey ENDIF
	DUP 4 = IF by-crane ENDIF
	DROP
;

: play-first ( -- )	current-player player-index 2*    play ;
: play-second ( -- )	current-player player-index 2* 1+ play ;

{moves man-moves	{move} play-first {move} play-second	moves}

{pieces
	{piece} pupil  {moves} man-moves
	{piece} master {moves} man-moves
pieces}

{board-setup
	{setup} White pupil a1  {setup} White pupil b1  {setup} White master c1  {setup} White pupil d1  {setup} White pupil e1
	{setup} Black pupil a5  {setup} Black pupil b5  {setup} Black master c5  {setup} Black pupil d5  {setup} Black pupil e5
board-setup}

: OnNewGame ( -- )   \ Deal the cards.
	5 0 DO I I cards ! LOOP
	2 0 DO 1 I masters ! LOOP
;

: temple ( player -- pos )   \ Where a player's master begins.
	White = IF c1 ELSE c5 ENDIF
;

: entered? ( -- ? )   \ Whether the enemy's master stands there.
	current-player temple DUP enemy-at? SWAP piece-type-at MASTER = AND
;

: beaten? ( -- ? )   \ Whether the player to move has lost the master.
	current-player player-index masters @ 0=
;

: OnIsGameOver ( -- result )
	beaten? entered? OR stalemate? OR IF #LossScore EXIT ENDIF
	turn-number 200 > IF #DrawScore ELSE #UnknownScore ENDIF
;
