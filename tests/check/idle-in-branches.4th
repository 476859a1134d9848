\ Steps without effect, tests that cannot hold, and branches exchanged around another branch.
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
VARIABLE white-men
VARIABLE black-men
: go-north ( -- ) north verify empty? verify from here move add-move ;
: go-south ( -- ) south verify empty? verify from here move add-move ;
: go-east ( -- ) east verify empty? verify from here move add-move ;
: go-west ( -- ) west verify empty? verify from here move add-move ;
: stay ( -- )
	north verify
	from from move   \ expect: FG549
	add-move
;
: onto-something ( -- )
	north verify
	not-empty? verify
	empty? verify   \ expect: FG550
	from here move add-move
;
: from-a-friend ( -- )   \ Two positions are tested, so both tests may hold.
	north verify empty? verify
	back friend? verify
	north verify from here move add-move
;
: weight ( n -- n )
	NEGATE NEGATE   \ expect: FG549
;
: white-count ( -- n )
	white-men @ 1+
;
: black-count ( -- n )
	black-men @ 2 *
;
: mine ( -- n )
	current-player Black = IF
		turn-number 5 > IF 1 weight DROP ELSE 2 weight DROP ENDIF
		white-count
	ELSE
		black-count
	ENDIF
;
: OnEvaluate ( -- score )
	mine 1 white-men ! 1 black-men !
;

{moves man-moves
	{move} go-north
	{move} go-south
	{move} go-east
	{move} go-west
	{move} stay
	{move} onto-something
	{move} from-a-friend
moves}
{pieces
	{piece} man {moves} man-moves
pieces}
{board-setup
	{setup} White man a1
	{setup} Black man a5
board-setup}
