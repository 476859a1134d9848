\ Two pieces that a move puts on one position, actions that slip into the next move, and a short loop.
{board
	4 4 {grid}
	16 {array} heat
	17 {array} more
board}
{directions
	-1 0 {direction} n
	0 1 {direction} e
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
VARIABLE spot
: note ( pos -- )   heat ++ ;
: shove ( -- )
	n verify enemy? verify
	here spot !
	n verify empty? verify
	spot @ here move
	from here move   \ expect: FG549
	add-move
;
: push ( -- )
	n verify enemy? verify
	here spot !
	n verify empty? verify
	spot @ here move
	from spot @ move
	add-move
;
: lay ( -- )
	empty? verify  e verify empty? verify
	create
	drop   \ expect: FG549
	add-move
;
: lay-two ( -- )   empty? verify  e verify empty? verify  create back drop add-move ;
: slide ( -- )
	BEGIN n IF empty? ELSE FALSE ENDIF WHILE
		from here move
		add-move
		here COMPILE-LITERAL   \ expect: FG560
		COMPILE note
	REPEAT
;
: ride ( -- )
	BEGIN e IF empty? ELSE FALSE ENDIF WHILE
		from here move  here COMPILE-LITERAL COMPILE note  add-move
	REPEAT
;
: OnNewGame ( -- )   15 0 DO 4 I heat ! LOOP  16 0 DO 4 I more ! LOOP ;   \ expect: FG546 FG406
: OnEvaluate ( -- score )   c3 heat @ c3 more @ + ;
{moves men
	{move} shove
	{move} push
	{move} slide
	{move} ride
moves}
{moves drops
	{move} lay
	{move} lay-two
moves}
{pieces
	{piece} man {moves} men {drops} drops
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d4
board-setup}
