\ walls-b.4th -- two pawns run across five by five squares, and build walls. Copied out by hand.
\
\ A simple Quoridor. White begins on c1, Black on c5. In a turn the pawn goes one square in four directions to an empty
\ one, or its player puts one of his six stones on an empty square of the three ranks in the middle; a stone stays.
\ Whether a way is left is not asked. Who comes to the other's first rank wins; who cannot move or build loses;
\ after sixty turns the game is a draw.

{board
	5 5 {grid}
	{variable} white-stones
	{variable} black-stones
board}

{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
directions}

{players	{player} White  {player} Black  {neutral} Wall	players}
{turn-order	{turn} White    {turn} Black	turn-order}

: step-n ( -- )
	n verify
	empty? verify
	from here move
	add-move
;

: step-s ( -- )
	s verify
	empty? verify
	from here move
	add-move
;

: step-e ( -- )
	e verify
	empty? verify
	from here move
	add-move
;

: step-w ( -- )
	w verify
	empty? verify
	from here move
	add-move
;

: fence ( -- )
	current-player White = IF white-stones @ ELSE black-stones @ ENDIF 0 > verify
	a4 empty-at? IF
		Wall 2 a4 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	b4 empty-at? IF
		Wall 2 b4 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	c4 empty-at? IF
		Wall 2 c4 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	d4 empty-at? IF
		Wall 2 d4 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	e4 empty-at? IF
		Wall 2 e4 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	a3 empty-at? IF
		Wall 2 a3 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	b3 empty-at? IF
		Wall 2 b3 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	c3 empty-at? IF
		Wall 2 c3 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	d3 empty-at? IF
		Wall 2 d3 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	e3 empty-at? IF
		Wall 2 e3 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	a2 empty-at? IF
		Wall 2 a2 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	b2 empty-at? IF
		Wall 2 b2 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	c2 empty-at? IF
		Wall 2 c2 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	d2 empty-at? IF
		Wall 2 d2 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
	e2 empty-at? IF
		Wall 2 e2 create-player-piece-type-at
		current-player White = IF
			white-stones @ 1- white-stones later!
		ELSE
			black-stones @ 1- black-stones later!
		ENDIF
		add-move
	ENDIF
;

{moves pawn-moves
	{move} step-n  {move} step-s  {move} step-e  {move} step-w  {move} fence
moves}

{pieces
	{piece} pawn {moves} pawn-moves
	{piece} stone
pieces}

{board-setup
	{setup} White pawn c1  {setup} Black pawn c5
board-setup}

: OnNewGame ( -- )
	6 white-stones !
	6 black-stones !
;

: OnIsGameOver ( -- result )
	current-player White = IF
		a1 player-at Black = b1 player-at Black = OR c1 player-at Black = OR d1 player-at Black = OR e1 player-at Black = OR
	ELSE
		a5 player-at White = b5 player-at White = OR c5 player-at White = OR d5 player-at White = OR e5 player-at White = OR
	ENDIF
	IF #LossScore EXIT ENDIF
	stalemate? IF #LossScore EXIT ENDIF
	turn-number 60 > IF #DrawScore EXIT ENDIF
	#UnknownScore
;
