\ Animals on twelve squares: what is taken goes to the hand and comes back as the taker's own.
{board
	4 3 {grid}
	{hand}
board}
{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
	-1 1 {direction} ne  -1 -1 {direction} nw  1 1 {direction} se  1 -1 {direction} sw
directions}
{players
	{player} South
	{player} North
players}
{turn-order
	{turn} South
	{turn} North
turn-order}
{symmetries
	North {symmetry} n s
	North {symmetry} ne se
	North {symmetry} nw sw
symmetries}
{pieces   \ their numbers, for the words below
	{piece} chick {piece} giraffe {piece} elephant {piece} hen {piece} lion
pieces}
$recycle ON

: go ( 'dir -- )   \ One step, onto anything but an own piece.
	EXECUTE verify friend? NOT verify
	from here move
	current-piece-type chick = IF here n NOT SWAP to IF hen change-type ENDIF ENDIF
	add-move
;
: go-n ( -- ) ['] n go ;
: go-s ( -- ) ['] s go ;
: go-e ( -- ) ['] e go ;
: go-w ( -- ) ['] w go ;
: go-ne ( -- ) ['] ne go ;
: go-nw ( -- ) ['] nw go ;
: go-se ( -- ) ['] se go ;
: go-sw ( -- ) ['] sw go ;
: put ( -- ) empty? verify drop add-move ;

{moves ahead {move} go-n moves}
{moves straight {move} go-n {move} go-s {move} go-e {move} go-w moves}
{moves slanting {move} go-ne {move} go-nw {move} go-se {move} go-sw moves}
{moves golden {move} go-n {move} go-s {move} go-e {move} go-w {move} go-ne {move} go-nw moves}
{moves anywhere
	{move} go-n {move} go-s {move} go-e {move} go-w
	{move} go-ne {move} go-nw {move} go-se {move} go-sw
moves}
{moves drops {move} put moves}
{pieces
	{piece} chick    {moves} ahead    {drops} drops
	{piece} giraffe  {moves} straight {drops} drops 3 {value}
	{piece} elephant {moves} slanting {drops} drops 3 {value}
	{piece} hen      {moves} golden chick {unpromoted} 2 {value}
	{piece} lion     {moves} anywhere 50 {value}
pieces}
{board-setup
	{setup} South elephant a1 {setup} South lion b1 {setup} South giraffe c1 {setup} South chick b2
	{setup} North giraffe a4 {setup} North lion b4 {setup} North elephant c4 {setup} North chick b3
board-setup}

: OnIsGameOver ( -- result )   \ Whose lion is in the other's hand has lost.
	lion next-player in-hand-of IF #LossScore ELSE
	stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;
