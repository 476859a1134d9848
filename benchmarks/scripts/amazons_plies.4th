\ amazons_plies.4th -- amazons where the move and the arrow are two plies.
\
\ The rules are those of games/amazons; only the ply is another: an amazon moves as a queen does, and
\ then its player has a second turn, in which that amazon shoots. Who cannot move loses.

{board
	10 10 {grid}
	{variable} archer   \ the amazon that has moved last
board}

{directions
	-1  0 {direction} n     1  0 {direction} s
	 0  1 {direction} e     0 -1 {direction} w
	-1  1 {direction} ne    1 -1 {direction} sw
	-1 -1 {direction} nw    1  1 {direction} se
directions}

{players
	{player} White
	{player} Black
	{neutral} Burnt
players}

{turn-order
	{turn} White {of-type} walking  {turn} White {of-type} shooting
	{turn} Black {of-type} walking  {turn} Black {of-type} shooting
turn-order}

{pieces   \ Declared again below, with the moves; here for their names.
	{piece} amazon
	{piece} arrow
pieces}

: slide ( 'dir -- )   \ Each square an amazon may go to.
	BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF
	WHILE from here move  here archer later!  add-move
	REPEAT
	DROP back
;

: fly ( 'dir -- )   \ Each square where its arrow may stop.
	BEGIN DUP EXECUTE IF empty? ELSE FALSE ENDIF
	WHILE Burnt arrow here create-player-piece-type-at add-move
	REPEAT
	DROP back
;

: go ( -- )   \ In all eight directions.
	['] n slide  ['] ne slide  ['] e slide  ['] se slide
	['] s slide  ['] sw slide  ['] w slide  ['] nw slide
;

: shoot ( -- )   \ Likewise; only the amazon that has moved.
	from archer @ = verify
	['] n fly  ['] ne fly  ['] e fly  ['] se fly
	['] s fly  ['] sw fly  ['] w fly  ['] nw fly
;

{moves amazon-moves
	{move} go {move-type} walking
	{move} shoot {move-type} shooting
moves}

{pieces
	{piece} amazon {moves} amazon-moves
	{piece} arrow
pieces}

{board-setup
	{setup} White amazon a4   {setup} White amazon d1   {setup} White amazon g1   {setup} White amazon j4
	{setup} Black amazon a7   {setup} Black amazon d10  {setup} Black amazon g10  {setup} Black amazon j7
board-setup}

: OnIsGameOver ( -- result )   \ No move, no game.
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF
;
