\ walls-c.4th -- two pawns run across five by five squares, and build walls. As the cookbook says: step, neutral, speed, zones.
\
\ A simple Quoridor. White begins on c1, Black on c5. In a turn the pawn goes one square in four directions to an empty
\ one, or its player puts one of his six stones on an empty square of the three ranks in the middle; a stone stays.
\ Whether a way is left is not asked. Who comes to the other's first rank wins; who cannot move or build loses;
\ after sixty turns the game is a draw.

{board
	5 5 {grid}
	2 {array} stones   \ how many White and Black have left
board}

{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
directions}

{players	{player} White  {player} Black  {neutral} Wall	players}
{turn-order	{turn} White    {turn} Black	turn-order}

{zones
	0 {zone} middle rank-2 rank-3 rank-4
zones}

{pieces   \ Declared again below, with the moves; here for their names.
	{piece} pawn
	{piece} stone
pieces}

: own-stones ( -- addr )   \ Where the stones of the player to move are counted.
	current-player player-index stones
;

: step ( ? -- )   \ Behind a direction: onto an empty square.
	verify
	empty? verify
	from here move add-move
;

: step-n ( -- ) n step ;
: step-s ( -- ) s step ;
: step-e ( -- ) e step ;
: step-w ( -- ) w step ;

: build ( -- )   \ A stone on each empty square in the middle.
	own-stones @ verify
	25 0 DO
		I middle in-zone-at? IF
			I empty-at? IF
				Wall stone I create-player-piece-type-at
				own-stones @ 1- own-stones later!
				add-move
			ENDIF
		ENDIF
	LOOP
;

{moves pawn-moves
	{move} step-n {move} step-s {move} step-e {move} step-w {move} build
moves}

{pieces
	{piece} pawn {moves} pawn-moves
	{piece} stone
pieces}

{board-setup
	{setup} White pawn c1  {setup} Black pawn c5
board-setup}

: OnNewGame ( -- )   \ Six stones each.
	6 0 stones !  6 1 stones !
;

: arrived ( -- )   \ A pawn on the other's first rank wins.
	25 0 DO
		I piece-type-at pawn = IF
			I player-at White = I 5 < AND IF White wins ENDIF
			I player-at Black = I 19 > AND IF Black wins ENDIF
		ENDIF
	LOOP
;

: stuck ( -- )	stalemate? IF current-player loses ENDIF ;
: long ( -- )	turn-number 60 > IF draw ENDIF ;

{endings
	arrived {ending} arrived
	stuck   {ending} stuck
	long    {ending} turns
endings}
