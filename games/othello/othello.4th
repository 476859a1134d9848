\ othello.4th -- discs bracketed between two of the other colour change sides.
\
\ Black begins. A disc is put where it brackets, in one of eight directions or several, rows of enemy
\ discs up to the next own one; all of these are turned. Who cannot turn any passes; when neither
\ can, the game is over and more discs win.
\
\ perft: 4 12 56 244 1396 8200 55092 390216 3005288 24571056

$flipGrid ON      \ a1 is the corner at the top left
VARIABLE turned   \ discs the move in the making turns

{board  8 8 {grid}  board}
{directions
	-1  0 {direction} n   -1  1 {direction} ne   0  1 {direction} e    1  1 {direction} se
	 1  0 {direction} s    1 -1 {direction} sw   0 -1 {direction} w   -1 -1 {direction} nw
directions}
{players  {player} Black  {player} White  players}
{turn-order  {turn} Black  {turn} White  turn-order}

: bracketed ( 'dir -- n )   \ Enemy discs in a row from here up to an own disc.
	0 BEGIN OVER EXECUTE enemy? AND WHILE 1+ REPEAT  SWAP DROP  friend? AND  back
;
: turn ( 'dir -- )          \ Turn those.
	DUP bracketed DUP turned +!
	BEGIN DUP WHILE OVER EXECUTE DROP current-player change-owner 1- REPEAT  2DROP back
;
: place ( -- )              \ A disc must turn at least one other.
	empty? verify  0 turned !  drop
	['] n turn  ['] ne turn  ['] e turn  ['] se turn  ['] s turn  ['] sw turn  ['] w turn  ['] nw turn
	turned @ verify  add-move
;
{moves drops  {move} place {move-type} turning  {move} Pass {move-type} passing  moves}
{move-priorities  {move-priority} turning  {move-priority} passing  move-priorities}
{pieces  {piece} disc {drops} drops  pieces}
{board-setup
	{setup} White disc d4  {setup} Black disc e4  {setup} Black disc d5  {setup} White disc e5
board-setup}

: stuck? ( player -- ? )   FALSE turning $GenerateMoves stalemate? $DeallocateMoves ;   \ Could turn nothing.
: lead ( -- result )       current-player material-balance DUP IF 0< IF #LossScore ELSE #WinScore ENDIF ENDIF ;
: OnIsGameOver ( -- result )   \ A single move may be a pass: then look closer.
	move-count 2 < IF current-player stuck? next-player stuck? AND ELSE FALSE ENDIF
	IF lead ELSE #UnknownScore ENDIF
;
: claim ( n pos -- n' )    DUP enemy-at? SWAP friend-at? - + ;   \ Add an own disc there, take off an enemy one.
: OnEvaluate ( -- score )      \ Corners, which never turn again, and the freedom to choose.
	0 a1 claim h1 claim a8 claim h8 claim  10 *
	move-count + current-player TRUE 0 $GenerateMoves move-count - $DeallocateMoves
;
