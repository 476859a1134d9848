\ reversi-a.4th -- reversi on six by six squares. Helpers and tables of tokens.
\
\ Black begins. A disc is put where it brackets, in one of eight directions or several, rows of enemy discs up
\ to the next own one; all of these are turned. Who cannot turn any passes; when neither can, more discs win.

{board	6 6 {grid}	board}

{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}

{players	{player} Black  {player} White	players}
{turn-order	{turn} Black    {turn} White	turn-order}

$passTurnForced ON

8 CONSTANT #ways
CREATE ways
	' n , ' ne , ' e , ' se , ' s , ' sw , ' w , ' nw ,

: way ( i -- 'dir )	CELLS ways + @ ;

VARIABLE side     \ whose disc would be put
VARIABLE turned   \ discs the move in the making turns

: ours? ( -- ? )	player side @ = ;
: theirs? ( -- ? )	not-empty? ours? NOT AND ;

: bracketed ( pos 'dir -- n )   \ Discs of the other side in a row from a position up to one of the side.
	SWAP to
	0 BEGIN OVER EXECUTE IF theirs? ELSE FALSE ENDIF WHILE 1+ REPEAT
	SWAP DROP ours? AND
;

: turn ( 'dir -- )   \ Turn those.
	from OVER bracketed DUP turned +!
	back
	BEGIN DUP WHILE OVER EXECUTE DROP side @ change-owner 1- REPEAT 2DROP
;

: place ( -- )   \ A disc must turn at least one other.
	empty? verify
	current-player side !  0 turned !
	drop
	#ways 0 DO I way turn LOOP
	back
	turned @ verify
	add-move
;

{moves drops	{move} place	moves}
{pieces		{piece} disc {drops} drops	pieces}

{board-setup
	{setup} White disc c4  {setup} Black disc d4  {setup} Black disc c3  {setup} White disc d3
board-setup}

: turns-there? ( pos -- ? )   \ Whether the side could put a disc at a position.
	DUP empty-at? NOT IF DROP FALSE EXIT ENDIF
	0 #ways 0 DO OVER I way bracketed + LOOP
	SWAP DROP 0 >
;

: stuck? ( player -- ? )   \ Whether a player could turn nothing.
	side !
	TRUE $positions @ 0 DO DUP IF I turns-there? IF DROP FALSE ENDIF ENDIF LOOP
;

: lead ( -- n )	current-player material-balance ;

: result ( n -- result )
	DUP 0= IF DROP #DrawScore ELSE 0< IF #LossScore ELSE #WinScore ENDIF ENDIF
;

: OnIsGameOver ( -- result )   \ A single move may be a pass: then look closer.
	move-count 2 < IF current-player stuck? next-player stuck? AND ELSE FALSE ENDIF
	IF lead result ELSE #UnknownScore ENDIF
;
