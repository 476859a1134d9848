\ walls-a.4th -- two pawns run across five by five squares, and build walls. Helpers and tables of tokens.
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

2 CONSTANT STONE
5 CONSTANT side

CREATE ways   ' n , ' s , ' e , ' w ,

: way ( i -- 'dir )	CELLS ways + @ ;
: own ( -- i )	current-player player-index ;
: last-rank ( i -- pos )   \ Where the rank begins that player i runs to.
	IF side side 1- * ELSE 0 ENDIF
;

: spend ( -- )   \ Part of a move: a stone less.
	own stones --
;

: step ( 'dir -- )
	EXECUTE IF empty? IF from here move add-move ENDIF ENDIF
	back
;

: build ( pos -- )   \ A stone there, if the square is empty.
	DUP empty-at? IF
		Wall STONE ROT create-player-piece-type-at
		COMPILE spend
		add-move
	ELSE DROP ENDIF
;

: walk ( -- )	4 0 DO I way step LOOP ;
: fence ( -- )	own stones @ IF side 1- side * side DO I build LOOP ENDIF ;

CREATE doings   ' walk , ' fence ,

: go ( -- )	2 0 DO doings I CELLS + @ EXECUTE LOOP ;

{moves pawn-moves	{move} go	moves}

{pieces
	{piece} pawn {moves} pawn-moves
	{piece} stone
pieces}

{board-setup
	{setup} White pawn c1  {setup} Black pawn c5
board-setup}

: OnNewGame ( -- )	2 0 DO 6 I stones ! LOOP ;

: there? ( -- ? )   \ Whether the opponent has come to the other side.
	FALSE 1 own - last-rank
	side 0 DO DUP I + DUP enemy-at? SWAP player-at Wall <> AND IF SWAP DROP TRUE SWAP ENDIF LOOP DROP
;

: OnIsGameOver ( -- result )
	there? stalemate? OR IF #LossScore EXIT ENDIF
	turn-number 60 > IF #DrawScore ELSE #UnknownScore ENDIF
;
