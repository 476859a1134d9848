\ Rows, branches and loops that do not fit.
{board
	5 5 {grid}
board}
{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} Black
turn-order}
: go-north ( -- ) north verify empty? verify from here move add-move ;
: go-south ( -- ) south verify empty? verify from here move add-move ;
: go-east ( -- ) east verify empty? verify from here move add-move ;
: go-west ( -- ) west verify empty? verify from here move add-move ;
VARIABLE count
VARIABLE white-men
VARIABLE black-men
: note ( pos -- )
	friend-at? IF count ++ ENDIF
;
: middle ( -- )
	0 count !
	b2 note
	c2 note
	b2 note   \ expect: FG542
	b3 note
	c3 note
;
: forward ( -- ? )
	current-player White = IF north DROP ENDIF
	current-player Black = NOT IF south DROP ENDIF   \ expect: FG542
	current-player White = IF east DROP ENDIF
	current-player White = IF west DROP ENDIF
	TRUE
;
: same ( -- n )
	turn-number 5 > IF 7 ELSE 7 ENDIF   \ expect: FG543
;
: white-count ( -- n )
	white-men @ 1+
;
: black-count ( -- n )
	white-men @ 1+   \ expect: FG544
;
: mine ( -- n )
	current-player Black = IF white-count ELSE black-count ENDIF
;
: men ( -- n )
	0 25 0 DO I friend-at? IF 1+ ENDIF LOOP
	26 0 DO I enemy-at? IF 1- ENDIF LOOP   \ expect: FG546
;
: wrong ( -- ? )
	player a1 =   \ expect: FG545
	White empty-at? AND   \ expect: FG545
;
: OnEvaluate ( -- score )
	middle count @ same + mine + men + wrong + black-men @ + forward +
	1 white-men ! 1 black-men !
;

{moves man-moves
	{move} go-north
	{move} go-south
	{move} go-east
	{move} go-west
moves}
{pieces
	{piece} man {moves} man-moves
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man a5
board-setup}
