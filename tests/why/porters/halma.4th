\ halma with chained jumps
$passTurnForced ON
1 CONSTANT stepping 2 CONSTANT jumping
{board 7 7 {grid} {variable} jumper {variable} came-from board}
{directions
	-1 0 {direction} north 1 0 {direction} south 0 1 {direction} east 0 -1 {direction} west
directions}
{players {player} Green {player} Brown players}
{turn-order {turn} Green {turn} Brown turn-order}
: clear-jumper ( -- ) -1 jumper ! -1 came-from ! ;
: set-jumper ( from pos -- ) jumper ! came-from ! ;
: OnNewGame ( -- ) clear-jumper ;
: OnNextTurn ( -- ) clear-jumper OnNextTurn ;
: step-to ( dir -- )
	EXECUTE verify
	empty? verify
	from here move add-move
;
: jump-to ( dir -- )
	jumper @ 0< from jumper @ = OR verify
	DUP EXECUTE verify
	not-empty? verify
	EXECUTE verify
	empty? verify
	here came-from @ <> verify
	from here move
	from COMPILE-LITERAL here COMPILE-LITERAL COMPILE set-jumper
	jumping partial-move-type
	add-move
;
: stop ( -- ) jumper @ 0< NOT verify Pass ;
: st-n ['] north step-to ; : st-s ['] south step-to ;
: st-e ['] east step-to ; : st-w ['] west step-to ;
: ju-n ['] north jump-to ; : ju-s ['] south jump-to ;
: ju-e ['] east jump-to ; : ju-w ['] west jump-to ;
{moves all
	{move} st-n {move-type} stepping
	{move} st-s {move-type} stepping
	{move} st-e {move-type} stepping
	{move} st-w {move-type} stepping
	{move} ju-n {move-type} jumping
	{move} ju-s {move-type} jumping
	{move} ju-e {move-type} jumping
	{move} ju-w {move-type} jumping
	{move} stop {move-type} jumping
moves}
{pieces {piece} peg {moves} all pieces}
{board-setup
	{setup} Green peg a1 {setup} Green peg b1 {setup} Green peg a2 {setup} Green peg c2 {setup} Green peg c3
	{setup} Brown peg g7 {setup} Brown peg f7 {setup} Brown peg g6 {setup} Brown peg d4 {setup} Brown peg b4
board-setup}
