\ One word of a family, of a list, and one row of a word lack their mirror images.
{board
	6 6 {grid}
board}
{directions
	-1  0 {direction} n
	 1  0 {direction} s
	 0  1 {direction} e
	 0 -1 {direction} w
	-1  1 {direction} ne
	-1 -1 {direction} nw
	 1  1 {direction} se
	 1 -1 {direction} sw
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: step ( 'dir -- )   EXECUTE verify empty? verify from here move add-move ;
: leap ( 'dir 'dir -- )   SWAP EXECUTE verify step ;
: leap-1 ( -- )   ['] n ['] ne leap ;
: leap-2 ( -- )   ['] n ['] nw leap ;
: leap-3 ( -- )   ['] s ['] se leap ;
: leap-4 ( -- )   ['] s ['] sw leap ;
: leap-5 ( -- )   ['] e ['] n leap ;   \ expect: FG536
: leap-6 ( -- )   ['] e ['] se leap ;
: leap-7 ( -- )   ['] w ['] nw leap ;
: leap-8 ( -- )   ['] w ['] sw leap ;
VARIABLE free
: look ( pos 'dir -- )   SWAP to EXECUTE IF empty? IF free ++ ENDIF ENDIF ;
: count-free ( pos -- n )
	0 free !
	DUP ['] n look
	DUP ['] s look
	['] e look   \ expect: FG537
	free @
;
: rays ( pos -- n )
	0 free !  DUP ['] n look  DUP ['] ne look  DUP ['] e look  ['] nw look  free @
;
: OnEvaluate ( -- score )   c3 count-free c4 rays + ;
: step-n ( -- )   ['] n step ;
: step-s ( -- )   ['] s step ;
: step-e ( -- )   ['] e step ;
: step-w ( -- )   ['] w step ;
{moves leaps
	{move} leap-1
	{move} leap-2
	{move} leap-3
	{move} leap-4
	{move} leap-5
	{move} leap-6
	{move} leap-7
	{move} leap-8
moves}
{moves men
	{move} step-n
	{move} step-e
	{move} step-w
moves}
{moves kings
	{move} step-n
	{move} step-s
	{move} step-e   \ expect: FG537
moves}
{pieces
	{piece} man {moves} men
	{piece} knight {moves} leaps
	{piece} king {moves} kings
pieces}
{board-setup
	{setup} White man a1
	{setup} White knight b1
	{setup} White king c1
	{setup} Black man a6
	{setup} Black knight b6
	{setup} Black king c6
board-setup}
