\ morris.4th -- nine men's morris: rows of three on three squares, one inside the other.
\
\ Players first put nine men each on empty points, then move them along the lines; White begins.
\ Three men on a line are a mill, and whoever closes one takes an enemy who stands in none, or any
\ enemy if all stand in mills. With three men left a player may move to any empty point. Fewer than
\ three men, or no move, lose; the game is a draw after a hundred turns each.
\
\ perft: 24 552 12144 255024 5140800

{board
	{position} a7                        {position} d7                        {position} g7
	           {position} b6             {position} d6             {position} f6
	                      {position} c5  {position} d5  {position} e5
	{position} a4  {position} b4  {position} c4  {position} e4  {position} f4  {position} g4
	                      {position} c3  {position} d3  {position} e3
	           {position} b2             {position} d2             {position} f2
	{position} a1                        {position} d1                        {position} g1
board}

{directions   \ Every line has three points, so each point has two others on each of its two lines.
	{link} east a7 d7  {link} east d7 g7  {link} west g7 d7  {link} west d7 a7
	{link} east b6 d6  {link} east d6 f6  {link} west f6 d6  {link} west d6 b6
	{link} east c5 d5  {link} east d5 e5  {link} west e5 d5  {link} west d5 c5
	{link} east a4 b4  {link} east b4 c4  {link} west c4 b4  {link} west b4 a4
	{link} east e4 f4  {link} east f4 g4  {link} west g4 f4  {link} west f4 e4
	{link} east c3 d3  {link} east d3 e3  {link} west e3 d3  {link} west d3 c3
	{link} east b2 d2  {link} east d2 f2  {link} west f2 d2  {link} west d2 b2
	{link} east a1 d1  {link} east d1 g1  {link} west g1 d1  {link} west d1 a1

	{link} south a7 a4  {link} south a4 a1  {link} north a1 a4  {link} north a4 a7
	{link} south b6 b4  {link} south b4 b2  {link} north b2 b4  {link} north b4 b6
	{link} south c5 c4  {link} south c4 c3  {link} north c3 c4  {link} north c4 c5
	{link} south d7 d6  {link} south d6 d5  {link} north d5 d6  {link} north d6 d7
	{link} south d3 d2  {link} south d2 d1  {link} north d1 d2  {link} north d2 d3
	{link} south e5 e4  {link} south e4 e3  {link} north e3 e4  {link} north e4 e5
	{link} south f6 f4  {link} south f4 f2  {link} north f2 f4  {link} north f4 f6
	{link} south g7 g4  {link} south g4 g1  {link} north g1 g4  {link} north g4 g7
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

24 CONSTANT points

\ ---- Mills ----

VARIABLE side    \ whose mills are looked for

: held? ( -- ? )   \ True when a man of that side stands here and is not about to leave.
	player side @ = here from <> AND
;

: count-along ( pos n 'dir -- pos n )   \ Add the men of that side in a direction from a point.
	2 PICK to
	BEGIN DUP EXECUTE WHILE held? IF SWAP 1+ SWAP ENDIF REPEAT DROP
;

: mill? ( pos -- ? )   \ True when the side holds the other two points of a line through this one.
	0 ['] west count-along ['] east count-along 2 = SWAP
	0 ['] north count-along ['] south count-along 2 = SWAP DROP
	OR
;

: loose-enemy? ( -- ? )   \ True when an enemy stands in no mill.
	FALSE points 0 DO I enemy-at? IF I mill? NOT OR ENDIF LOOP
;

\ ---- Moves ----

18 CONSTANT placing   \ how many turns men are put on the board

: own-men ( -- n )   \ How many men the player to move has on the board.
	0 points 0 DO I friend-at? IF 1+ ENDIF LOOP
;

: put ( pos -- )   \ Record that the man comes to a point: onto the board, or from where he stands.
	DUP from = IF to drop ELSE from SWAP move ENDIF
;

: take-one ( pos -- )   \ Add a move for each enemy that may be taken when a man comes to the point.
	next-player side !
	loose-enemy?
	points 0 DO
		I enemy-at? IF
			DUP NOT I mill? NOT OR IF
				OVER put I capture-at add-move
			ENDIF
		ENDIF
	LOOP 2DROP
;

: arrive ( -- )   \ Add the move of a man who comes here, with what he takes if he closes a mill.
	here
	current-player side !
	DUP mill? IF DUP take-one ELSE DUP put add-move ENDIF
	to
;

: place ( -- )   \ A man is put on any empty point.
	turn-number placing <= verify
	empty? verify
	arrive
;

: step ( ? -- )   \ To the next point on a line, if there is one and it is empty.
	IF empty? IF arrive ENDIF ENDIF
	back
;

: fly ( -- )   \ To any empty point.
	points 0 DO I empty-at? IF I to arrive ENDIF LOOP
;

: go ( -- )   \ Along the lines, or anywhere with three men left.
	turn-number placing > verify
	own-men 3 = IF fly ELSE
	north step  south step  west step  east step ENDIF
;

{moves man-moves
	{move} go
moves}

{moves man-drops
	{move} place
moves}

{pieces
	{piece} man {moves} man-moves {drops} man-drops
pieces}

\ ---- The end of the game ----

200 CONSTANT longest   \ turns

: too-few? ( -- ? )   \ True when the player to move has no mill left to hope for.
	turn-number placing > own-men 3 < AND
;

: OnIsGameOver ( -- result )   \ Too few men or no move lose; a long game is a draw.
	too-few? stalemate? OR IF #LossScore ELSE
	turn-number longest > IF #DrawScore ELSE #UnknownScore ENDIF ENDIF
;

\ ---- A judgement for the built-in search ----

: room ( n pos 'dir -- n pos )   \ Add 1 for an empty point beside this one.
	OVER to
	EXECUTE IF empty? IF SWAP 1+ SWAP ENDIF ENDIF
;

: man-worth ( pos -- n )   \ A man counts for himself and for the empty points around him.
	20 SWAP
	['] north room  ['] south room  ['] west room  ['] east room DROP
;

: OnEvaluate ( -- score )   \ Worth of the men of the player to move, less that of his opponent's.
	0 points 0 DO
		I friend-at? IF I man-worth + ENDIF
		I enemy-at? IF I man-worth - ENDIF
	LOOP
;
