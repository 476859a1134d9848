\ rules.4th -- what the problems of peg solitaire share.
\
\ The script that LOADs it has declared the grid of seven by seven. Jumps are those of the English
\ board, a cross of thirty-three holes; one peg left in the middle solves it.

{directions   \ A cross: the four corners of the grid are cut off.
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west
	{unlink} north a5  {unlink} north b5  {unlink} north f5  {unlink} north g5
	{unlink} south a3  {unlink} south b3  {unlink} south f3  {unlink} south g3
	{unlink} east  e1  {unlink} east  e2  {unlink} east  e6  {unlink} east  e7
	{unlink} west  c1  {unlink} west  c2  {unlink} west  c6  {unlink} west  c7
directions}

{players
	{player} Player
players}

{turn-order
	{turn} Player
turn-order}

\ ---- Moves ----

DEFER leap ( pos -- )   \ Adds the jump from `from` to `here` that takes out the peg at a position.
: leap-once ( pos -- )   from here move capture-at add-move ;
' leap-once IS leap

: jump ( 'dir -- )   \ Over the neighbour in a direction, who is taken out.
	DUP EXECUTE verify  not-empty? verify
	here SWAP
	EXECUTE verify  empty? verify
	leap
;

: jump-north ( -- ) ['] north jump ;
: jump-south ( -- ) ['] south jump ;
: jump-east ( -- ) ['] east jump ;
: jump-west ( -- ) ['] west jump ;

{moves jumps
	{move} jump-north
	{move} jump-south
	{move} jump-east
	{move} jump-west
moves}

{pieces
	{piece} peg {moves} jumps
pieces}

{board-setup
	{setup} Player peg c7  {setup} Player peg d7  {setup} Player peg e7
	{setup} Player peg c6  {setup} Player peg d6  {setup} Player peg e6
	{setup} Player peg a5  {setup} Player peg b5  {setup} Player peg c5  {setup} Player peg d5
	{setup} Player peg e5  {setup} Player peg f5  {setup} Player peg g5
	{setup} Player peg a4  {setup} Player peg b4  {setup} Player peg c4
	{setup} Player peg e4  {setup} Player peg f4  {setup} Player peg g4
	{setup} Player peg a3  {setup} Player peg b3  {setup} Player peg c3  {setup} Player peg d3
	{setup} Player peg e3  {setup} Player peg f3  {setup} Player peg g3
	{setup} Player peg c2  {setup} Player peg d2  {setup} Player peg e2
	{setup} Player peg c1  {setup} Player peg d1  {setup} Player peg e1
board-setup}

\ ---- The end of the game ----

: pegs ( -- n )   \ How many pegs there are: each is worth 1.
	Player material-balance
;

: solved ( -- )   \ One peg is left, in the middle.
	pegs 1 = d4 not-empty-at? AND IF Player goal ENDIF
;

: stuck ( -- )   \ No peg can jump.
	stalemate? IF Player loses ENDIF
;

{endings
	solved {ending} solved  1 {priority}
	stuck  {ending} stuck
endings}

\ ---- A judgement for the built-in engines ----

: off-centre ( pos -- n )   \ How far a hole is from the middle.
	$IndexToPosition 3 - ABS SWAP 3 - ABS +
;

: OnEvaluate ( -- score )   \ The fewer pegs the better, and those there are near the middle.
	0 49 0 DO
		I not-empty-at? IF I off-centre - 10 - ENDIF
	LOOP
;
