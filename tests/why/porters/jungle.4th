\ ==== DOU SHOU QI =====================================================
9 CONSTANT RANKS
7 CONSTANT FILES
{board
	RANKS FILES {grid}
board}
{directions
	-1 0 {direction} fwd
	1 0 {direction} bwd
	0 -1 {direction} lft
	0 1 {direction} rgt
directions}
{players
	{player} Sun
	{player} Moon
players}
{turn-order
	{turn} Sun
	{turn} Moon
turn-order}
{symmetries
	Moon {symmetry} fwd bwd
symmetries}
\ --- places ---
: file ( -- n ) here FILES MOD ;
: rank ( -- n ) here FILES / ;
: water? ( -- ? )
	rank 2 > rank 6 < AND
	file 0 <> file 3 <> AND file 6 <> AND
	AND ;
: own-den ( -- pos ) current-player Sun = IF d1 ELSE d9 ENDIF ;
: sun-trap? ( -- ? ) here c1 = here e1 = OR here d2 = OR ;
: moon-trap? ( -- ? ) here c9 = here e9 = OR here d8 = OR ;
: my-trap? ( -- ? ) current-player Sun = IF sun-trap? ELSE moon-trap? ENDIF ;
\ --- strength ---
DEFER RAT
DEFER ELEPHANT
: power ( -- n ) current-piece-type ;
: victim ( -- n ) my-trap? IF 0 ELSE piece-type ENDIF ;
: beats? ( -- ? )
	empty? IF TRUE ELSE
	friend? IF FALSE ELSE
	power RAT = piece-type ELEPHANT = AND IF TRUE ELSE
	power ELEPHANT = victim RAT = AND IF FALSE ELSE
	power victim >=
	ENDIF ENDIF ENDIF ENDIF ;
: arrive ( -- )
	here own-den <> verify
	beats? verify
	from here move
	add-move ;
: walk ( 'dir -- )
	EXECUTE verify
	water? NOT verify
	arrive ;
: swim ( 'dir -- )
	EXECUTE verify
	empty? NOT IF water? here from to water? SWAP to = verify ENDIF
	arrive ;
: leap ( 'dir -- )
	DUP EXECUTE verify
	water? verify
	BEGIN
		water?
	WHILE
		empty? verify
		DUP EXECUTE verify
	REPEAT
	DROP
	arrive ;
: walk-f ['] fwd walk ; : walk-b ['] bwd walk ; : walk-l ['] lft walk ; : walk-r ['] rgt walk ;
: swim-f ['] fwd swim ; : swim-b ['] bwd swim ; : swim-l ['] lft swim ; : swim-r ['] rgt swim ;
: leap-f ['] fwd leap ; : leap-b ['] bwd leap ; : leap-l ['] lft leap ; : leap-r ['] rgt leap ;
{moves walking
	{move} walk-f {move} walk-b {move} walk-l {move} walk-r
moves}
{moves swimming
	{move} swim-f {move} swim-b {move} swim-l {move} swim-r
moves}
{moves leaping
	{move} walk-f {move} walk-b {move} walk-l {move} walk-r
	{move} leap-f {move} leap-b {move} leap-l {move} leap-r
moves}
{pieces
	{piece} rat {moves} swimming
	{piece} cat {moves} walking
	{piece} dog {moves} walking
	{piece} wolf {moves} walking
	{piece} panther {moves} walking
	{piece} tiger {moves} leaping
	{piece} lion {moves} leaping
	{piece} elephant {moves} walking
pieces}
' rat IS RAT
' elephant IS ELEPHANT
{board-setup
	{setup} Sun lion g1 {setup} Sun tiger a1 {setup} Sun dog f2 {setup} Sun cat b2
	{setup} Sun rat g3 {setup} Sun panther e3 {setup} Sun wolf c3 {setup} Sun elephant a3
	{setup} Moon lion a9 {setup} Moon tiger g9 {setup} Moon dog b8 {setup} Moon cat f8
	{setup} Moon rat a7 {setup} Moon panther c7 {setup} Moon wolf e7 {setup} Moon elephant g7
board-setup}
: OnIsGameOver ( -- result )
	d9 player-at Sun = IF
		current-player Sun = IF #WinScore ELSE #LossScore ENDIF
	ELSE d1 player-at Moon = IF
		current-player Moon = IF #WinScore ELSE #LossScore ENDIF
	ELSE
		stalemate? IF #LossScore ELSE #UnknownScore ENDIF
	ENDIF ENDIF ;
