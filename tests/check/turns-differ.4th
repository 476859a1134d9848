\ One player plants and walks, the other one only plants; and a look-around lacks a direction.
{board
	5 5 {grid}
board}
{directions
	-1 0 {direction} n  1 0 {direction} s  0 1 {direction} e  0 -1 {direction} w
	-1 1 {direction} ne  1 1 {direction} se  -1 -1 {direction} nw  1 -1 {direction} sw
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White {of-type} planting
	{turn} White {of-type} walking
	{turn} Black {of-type} planting
	{turn} Black {of-type} planting   \ expect: FG561
turn-order}
VARIABLE seen
: look ( 'dir -- ) here SWAP EXECUTE IF friend? IF seen ++ ENDIF ENDIF to ;
: friends ( -- n )
	0 seen !
	['] n look
	['] s look
	['] e look
	['] w look
	['] ne look   \ expect: FG537
	['] nw look
	['] sw look
	seen @
;
: plant ( -- ) empty? verify friends 3 < verify drop add-move ;
: walk ( 'dir -- ) EXECUTE verify empty? verify from here move add-move ;
: walk-n ( -- ) ['] n walk ;
: walk-s ( -- ) ['] s walk ;
: walk-e ( -- ) ['] e walk ;
: walk-se ( -- ) ['] se walk ;
{moves plants
	{move} plant {move-type} planting
moves}
{moves walks
	{move} walk-n {move-type} walking
	{move} walk-s {move-type} walking
	{move} walk-e {move-type} walking
	{move} walk-se {move-type} other   \ expect: FG503 FG534
moves}
{pieces
	{piece} tree {moves} walks {drops} plants
pieces}
{board-setup
	{setup} White tree c1
	{setup} White tree c2
	{setup} White tree b4   \ expect: FG538
	{setup} White tree c4
	{setup} White tree c5
	{setup} White tree a3
	{setup} White tree e3
	{setup} White tree d3
board-setup}
