\ alquerque.4th -- the old Spanish and Arabic game that draughts comes from.
\
\ Twelve men each fill a board of 25 points but for the one in the middle; White begins. A man goes
\ along a line to the next point. He takes an enemy by jumping over him to the empty point behind,
\ must take if he can, and goes on jumping as long as he can. Whoever has no move loses; fifty turns
\ without a capture are a draw.
\
\ perft: 4 5 6 12 29 109 541 2730 14375

{board
	5 5 {grid}
	{variable} quiet   \ turns since a man was taken
board}

{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west
	-1  1 {direction} northeast
	 1  1 {direction} southeast
	-1 -1 {direction} northwest
	 1 -1 {direction} southwest
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

: slanting? ( -- ? )   \ True when slanting lines run through the point here: every other one.
	here 1 AND 0=
;

\ ---- Steps ----

: note-quiet ( -- )   \ Part of every step: a turn without a capture.
	quiet ++
;

: step ( 'dir -- )   \ To the next point on a line.
	EXECUTE IF
		empty? IF from here move COMPILE note-quiet add-move ENDIF
	ENDIF
	back
;

: steps ( -- )   \ All of a man's steps.
	['] north step  ['] south step  ['] east step  ['] west step
	slanting? verify
	['] northeast step  ['] southeast step  ['] northwest step  ['] southwest step
;

\ ---- Jumps ----
\ The board stays as it is while jumps are tried, one behind the other. When no jump is left, the whole
\ way becomes one move. On the way the man's first point is empty, and no man is jumped over twice.

VARIABLE taken   \ how many men have been jumped over
12 [] taken[]    \ where they stand

: taken? ( pos -- ? )   \ True when that man has been jumped over.
	FALSE SWAP
	0 BEGIN DUP taken @ < WHILE
		2DUP taken[] @ = IF ROT DROP TRUE ROT ROT ENDIF 1+
	REPEAT 2DROP
;

: land? ( 'dir -- ? )   \ Try to jump: true behind an enemy, who is noted.
	DUP EXECUTE NOT IF DROP FALSE EXIT ENDIF
	enemy? here taken? NOT AND NOT IF DROP FALSE EXIT ENDIF
	here taken @ taken[] !
	EXECUTE empty? here from = OR AND
;

DEFER jump-on

: jump ( ? 'dir -- ? )   \ Jump from here in a direction and on from there; true if that is possible.
	here SWAP
	land? IF taken ++ jump-on taken -- SWAP DROP TRUE SWAP ENDIF
	to
;

: note-taken ( -- )   \ Part of every capture.
	quiet OFF
;

: add-jumps ( -- )   \ No jump is left: add the whole way.
	from here move
	taken @ 0 DO I taken[] @ capture-at LOOP
	COMPILE note-taken
	add-move
;

: jump-all ( -- )   \ All ways to go on jumping from here.
	FALSE
	['] north jump  ['] south jump  ['] east jump  ['] west jump
	slanting? IF
		['] northeast jump  ['] southeast jump  ['] northwest jump  ['] southwest jump
	ENDIF
	NOT taken @ AND IF add-jumps ENDIF
;

' jump-all IS jump-on

: jumps ( -- )   \ All of a man's captures.
	taken OFF
	jump-all
;

{moves man-moves
	{move} jumps {move-type} capturing
	{move} steps {move-type} plain
moves}

{move-priorities
	{move-priority} capturing
	{move-priority} plain
move-priorities}

{pieces
	{piece} man {moves} man-moves
pieces}

{board-setup
	{setup} White man a1  {setup} White man b1  {setup} White man c1  {setup} White man d1
	{setup} White man e1  {setup} White man a2  {setup} White man b2  {setup} White man c2
	{setup} White man d2  {setup} White man e2  {setup} White man d3  {setup} White man e3
	{setup} Black man a5  {setup} Black man b5  {setup} Black man c5  {setup} Black man d5
	{setup} Black man e5  {setup} Black man a4  {setup} Black man b4  {setup} Black man c4
	{setup} Black man d4  {setup} Black man e4  {setup} Black man a3  {setup} Black man b3
board-setup}

\ ---- The end of the game ----

50 CONSTANT patience   \ the most turns without a capture

: OnIsGameOver ( -- result )   \ To have no move is to lose.
	stalemate? IF #LossScore ELSE
	quiet @ patience >= IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;

\ ---- A judgement for the built-in search ----

: OnEvaluate ( -- score )   \ A man is worth ten.
	current-player material-balance 10 *
;
