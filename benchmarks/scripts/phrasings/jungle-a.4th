\ jungle-a.4th -- jungle, or dou shou qi: eight animals, two rivers, two dens. Helpers and tables of tokens.
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

1 CONSTANT WATER
2 CONSTANT TRAP   \ White's; Black's is 1 more
4 CONSTANT DEN    \ likewise

CREATE terrain
	0 C, 0 C, 3 C, 5 C, 3 C, 0 C, 0 C,
	0 C, 0 C, 0 C, 3 C, 0 C, 0 C, 0 C,
	0 C, 0 C, 0 C, 0 C, 0 C, 0 C, 0 C,
	0 C, 1 C, 1 C, 0 C, 1 C, 1 C, 0 C,
	0 C, 1 C, 1 C, 0 C, 1 C, 1 C, 0 C,
	0 C, 1 C, 1 C, 0 C, 1 C, 1 C, 0 C,
	0 C, 0 C, 0 C, 0 C, 0 C, 0 C, 0 C,
	0 C, 0 C, 0 C, 2 C, 0 C, 0 C, 0 C,
	0 C, 0 C, 2 C, 4 C, 2 C, 0 C, 0 C,

: ground-at ( pos -- n )	terrain + C@ ;
: ground ( -- n )	here ground-at ;
: water? ( -- ? )	ground WATER = ;
: own ( n -- n )   \ The trap or den of the player to move.
	current-player player-index +
;

CREATE ways   ' n , ' s , ' e , ' w ,
: way ( i -- 'dir )	CELLS ways + @ ;

1 CONSTANT RAT   8 CONSTANT ELEPHANT

: rank ( -- n )   \ That of the animal moved.
	from piece-type-at
;

: beats? ( n m -- ? )   \ Whether an animal of rank n takes one of rank m.
	OVER RAT = OVER ELEPHANT = AND IF 2DROP TRUE EXIT ENDIF
	OVER ELEPHANT = OVER RAT = AND IF 2DROP FALSE EXIT ENDIF
	< NOT
;

: shore? ( -- ? )   \ Whether the step leads into the water or out of it.
	water? from ground-at WATER = <>
;

: takes? ( -- ? )   \ Whether the animal takes the enemy here.
	ground TRAP own = IF TRUE EXIT ENDIF
	rank RAT = shore? AND IF FALSE EXIT ENDIF
	rank piece-type beats?
;

: arrive ( -- )   \ Move here if it is allowed.
	ground DEN own = IF EXIT ENDIF
	friend? IF EXIT ENDIF
	enemy? IF takes? NOT IF EXIT ENDIF ENDIF
	from here move add-move
;

: across ( 'dir -- ? )   \ Over the water to the shore beyond, if no rat swims there.
	BEGIN water? empty? AND WHILE DUP EXECUTE DROP REPEAT
	DROP water? NOT
;

: none ( 'dir -- ? )	DROP FALSE ;
: swim ( 'dir -- ? )	DROP TRUE ;

CREATE waters   \ what each animal does at the water
	' none , ' swim , ' none , ' none , ' none , ' none , ' across , ' across , ' none ,

: step ( 'dir -- )
	DUP EXECUTE IF
		water? IF rank CELLS waters + @ EXECUTE ELSE DROP TRUE ENDIF
		IF arrive ENDIF
	ELSE DROP ENDIF
	back
;

: go ( -- )	4 0 DO I way step LOOP ;

{moves moves-of-all	{move} go	moves}

{pieces
	{piece} rat {moves} moves-of-all
	{piece} cat {moves} moves-of-all
	{piece} dog {moves} moves-of-all
	{piece} wolf {moves} moves-of-all
	{piece} leopard {moves} moves-of-all
	{piece} tiger {moves} moves-of-all
	{piece} lion {moves} moves-of-all
	{piece} elephant {moves} moves-of-all
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

CREATE dens   d1 , d9 ,

: entered? ( -- ? )   \ Whether an enemy stands in the den of the player to move.
	current-player player-index CELLS dens + @ enemy-at?
;

: OnIsGameOver ( -- result )
	entered? stalemate? OR IF #LossScore EXIT ENDIF
	turn-number 200 > IF #DrawScore ELSE #UnknownScore ENDIF
;
