\ jungle-c.4th -- jungle, or dou shou qi: eight animals, two rivers, two dens. As the cookbook says: step, slide, promote (zones).
\
\ White begins. An animal goes one square in four directions and takes an enemy of its rank or lower; the rat
\ takes the elephant, and the elephant not the rat. Only the rat swims, and it takes nothing when it enters or
\ leaves the water. Lion and tiger leap over the water, where no rat swims on their way. In a trap beside the den
\ any enemy takes an animal. Nobody enters his own den; who enters the other's wins. Who cannot move loses; after
\ two hundred turns the game is a draw.

{board	9 7 {grid}	board}

{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
directions}

{players	{player} White  {player} Black	players}
{turn-order	{turn} White    {turn} Black	turn-order}

{zones
	0 {zone} water b6 c6 e6 f6 b5 c5 e5 f5 b4 c4 e4 f4
	White {zone} den d1   Black {zone} den d9
	White {zone} trap c1 e1 d2
	Black {zone} trap c9 e9 d8
zones}

1 CONSTANT RAT        \ numbers of the types in {pieces below
8 CONSTANT ELEPHANT

: weaker? ( -- ? )   \ Whether the animal takes the one here for its rank.
	current-piece-type RAT = IF
		piece-type RAT =  piece-type ELEPHANT = OR
		water in-zone?  from water in-zone-at? = AND
		EXIT
	ENDIF
	piece-type current-piece-type <=
	current-piece-type ELEPHANT =  piece-type RAT = AND NOT AND
;

: go-to ( -- )   \ Move here, onto no friend and no stronger enemy, and not into the own den.
	friend? NOT verify
	den in-zone? NOT verify
	enemy? IF trap in-zone? weaker? OR verify ENDIF
	from here move add-move
;

: step ( ? -- )   \ Behind a direction: on land.
	verify
	water in-zone? NOT verify
	go-to
;

: swim ( ? -- )   \ Behind a direction: anywhere.
	verify
	go-to
;

: leap ( 'dir -- )   \ On land, or over water where no rat swims.
	DUP EXECUTE verify
	BEGIN water in-zone? WHILE
		empty? verify
		DUP EXECUTE verify
	REPEAT DROP
	go-to
;

: step-n ( -- ) n step ;
: step-s ( -- ) s step ;
: step-e ( -- ) e step ;
: step-w ( -- ) w step ;
: swim-n ( -- ) n swim ;
: swim-s ( -- ) s swim ;
: swim-e ( -- ) e swim ;
: swim-w ( -- ) w swim ;
: leap-n ( -- ) ['] n leap ;
: leap-s ( -- ) ['] s leap ;
: leap-e ( -- ) ['] e leap ;
: leap-w ( -- ) ['] w leap ;

{moves steps	{move} step-n {move} step-s {move} step-e {move} step-w	moves}
{moves swims	{move} swim-n {move} swim-s {move} swim-e {move} swim-w	moves}
{moves leaps	{move} leap-n {move} leap-s {move} leap-e {move} leap-w	moves}

{pieces
	{piece} rat {moves} swims
	{piece} cat {moves} steps
	{piece} dog {moves} steps
	{piece} wolf {moves} steps
	{piece} leopard {moves} steps
	{piece} tiger {moves} leaps
	{piece} lion {moves} leaps
	{piece} elephant {moves} steps
pieces}

{board-setup
	{setup} White rat g3  {setup} Black rat a7
	{setup} White cat b2  {setup} Black cat f8
	{setup} White dog f2  {setup} Black dog b8
	{setup} White wolf c3  {setup} Black wolf e7
	{setup} White leopard e3  {setup} Black leopard c7
	{setup} White tiger a1  {setup} Black tiger g9
	{setup} White lion g1  {setup} Black lion a9
	{setup} White elephant a3  {setup} Black elephant g7
board-setup}

: den-of ( player -- pos )   \ Where a player's den is.
	White = IF d1 ELSE d9 ENDIF
;

: OnIsGameOver ( -- result )   \ An enemy in the den, or no move, loses.
	current-player den-of enemy-at? stalemate? OR IF #LossScore EXIT ENDIF
	turn-number 200 > IF #DrawScore ELSE #UnknownScore ENDIF
;
