\ six-a.4th -- six in a row on eleven by eleven, one stone a turn. Helpers, tables of tokens, deferred words.
\
\ A simple Connect6: stones are put on empty points, one a turn; Black begins. Six or more of a colour in a row,
\ column or diagonal win; a full board is a draw.

{board
	11 11 {grid}
	{variable} newest   \ where the last stone was put
board}

{players	{player} Black  {player} White	players}
{turn-order	{turn} Black    {turn} White	turn-order}

{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}

CREATE ways   \ opposite ones are four apart
	' n , ' ne , ' e , ' se , ' s , ' sw , ' w , ' nw ,
: way ( i -- 'dir )	CELLS ways + @ ;

: note ( pos -- )	newest ! ;

: place ( -- )   \ A stone on an empty point.
	empty? verify
	drop
	here COMPILE-LITERAL COMPILE note
	add-move
;

{moves drops	{move} place	moves}
{pieces		{piece} stone {drops} drops	pieces}

DEFER along ( -- ? )   \ the direction that is looked along

: theirs? ( -- ? )	enemy? ;

: run ( i -- n )   \ How many stones of the opponent follow the newest one in direction i.
	way IS along
	newest @ to
	0 BEGIN along IF theirs? ELSE FALSE ENDIF WHILE 1+ REPEAT
;

: six? ( i -- ? )   \ Whether line i has six.
	DUP run SWAP 4 + run + 4 >
;

: won? ( -- ? )   \ Whether the newest stone has made a row.
	newest @ enemy-at? NOT IF FALSE EXIT ENDIF
	4 0 DO I six? IF R> R> 2DROP TRUE EXIT ENDIF LOOP
	FALSE
;

: OnIsGameOver ( -- result )
	won? IF #LossScore ELSE
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;
