\ onitama-b.4th -- onitama with the cards tiger, dragon, crab, monkey and crane. Copied out by hand.
\
\ On five by five squares each player has a master in the middle of the nearest rank and four pupils; White begins.
\ Each has two cards, and the fifth lies beside the board. A turn moves a piece as one of the player's cards says,
\ onto no friend, and changes that card for the one beside the board. Who loses the master, or has the other's
\ master on his own master's square, loses; so does who cannot move (simplified: there one would change a card
\ and pass). After two hundred turns the game is a draw.

{board
	5 5 {grid}
	{variable} white-one
	{variable} white-two
	{variable} black-one
	{variable} black-two
	{variable} fifth
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

VARIABLE found

: by-white-one ( -- )
	current-player White = verify
	white-one @ 0 = IF
		ff IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		b IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	white-one @ 1 = IF
		dl IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		dr IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	white-one @ 2 = IF
		l2 IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		r2 IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		f IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	white-one @ 3 = IF
		nw IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		ne IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	white-one @ 4 = IF
		f IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ white-one later!
			white-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
;

: by-white-two ( -- )
	current-player White = verify
	white-two @ 0 = IF
		ff IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		b IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	white-two @ 1 = IF
		dl IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		dr IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	white-two @ 2 = IF
		l2 IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		r2 IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		f IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	white-two @ 3 = IF
		nw IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		ne IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	white-two @ 4 = IF
		f IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ white-two later!
			white-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
;

: by-black-one ( -- )
	current-player Black = verify
	black-one @ 0 = IF
		ff IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		b IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	black-one @ 1 = IF
		dl IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		dr IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	black-one @ 2 = IF
		l2 IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		r2 IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		f IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	black-one @ 3 = IF
		nw IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		ne IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	black-one @ 4 = IF
		f IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ black-one later!
			black-one @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
;

: by-black-two ( -- )
	current-player Black = verify
	black-two @ 0 = IF
		ff IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		b IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	black-two @ 1 = IF
		dl IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		dr IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	black-two @ 2 = IF
		l2 IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		r2 IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		f IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	black-two @ 3 = IF
		nw IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		ne IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
	black-two @ 4 = IF
		f IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		sw IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
		se IF friend? NOT IF
			from here move
			fifth @ black-two later!
			black-two @ fifth later!
			add-move
		ENDIF ENDIF
		back
	ENDIF
;

{moves man-moves
	{move} by-white-one
	{move} by-white-two
	{move} by-black-one
	{move} by-black-two
moves}

{pieces
	{piece} pupil  {moves} man-moves
	{piece} master {moves} man-moves
pieces}

{board-setup
	{setup} White pupil a1  {setup} White pupil b1  {setup} White master c1  {setup} White pupil d1  {setup} White pupil e1
	{setup} Black pupil a5  {setup} Black pupil b5  {setup} Black master c5  {setup} Black pupil d5  {setup} Black pupil e5
board-setup}

: OnNewGame ( -- )
	0 white-one !
	1 white-two !
	2 black-one !
	3 black-two !
	4 fifth !
;

: OnIsGameOver ( -- result )
	current-player White = IF
		c1 player-at Black = IF c1 piece-type-at 2 = IF #LossScore EXIT ENDIF ENDIF
	ELSE
		c5 player-at White = IF c5 piece-type-at 2 = IF #LossScore EXIT ENDIF ENDIF
	ENDIF
	0 found !
	25 0 DO
		I player-at current-player = IF
			I piece-type-at 2 = IF 1 found ! ENDIF
		ENDIF
	LOOP
	found @ 0= IF #LossScore EXIT ENDIF
	stalemate? IF #LossScore EXIT ENDIF
	turn-number 200 > IF #DrawScore EXIT ENDIF
	#UnknownScore
;
