\ surakarta.4th -- captures along the loops of a board from Java.
\
\ Twelve stones a side fill the two nearest rows of a 6 x 6 board; White begins. A stone goes one
\ step in any direction to an empty point. To take an enemy it runs along a line, over empty points,
\ around at least one of the loops that join the lines at the corners, and on to the enemy's point.
\ Whoever has no stones or no move loses. After fifty turns without a capture more stones win.
\
\ perft: 16 256 5382 111122 2572484

{board
	6 6 {grid}
	{variable} quiet   \ turns since a stone was taken
board}

{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west
	-1  1 {direction} northeast
	 1  1 {direction} southeast
	-1 -1 {direction} northwest
	 1 -1 {direction} southwest

	\ A loop joins the ends of two lines, the inner ones and the outer ones at each corner.
	{link} loop b6 a5  {link} loop a5 b6  {link} loop c6 a4  {link} loop a4 c6
	{link} loop e6 f5  {link} loop f5 e6  {link} loop d6 f4  {link} loop f4 d6
	{link} loop b1 a2  {link} loop a2 b1  {link} loop c1 a3  {link} loop a3 c1
	{link} loop e1 f2  {link} loop f2 e1  {link} loop d1 f3  {link} loop f3 d1
directions}

{players
	{player} White
	{player} Black
players}

{turn-order
	{turn} White
	{turn} Black
turn-order}

\ ---- Steps ----

: note-quiet ( -- )   \ Part of every step: a turn without a capture.
	quiet ++
;

: step ( 'dir -- )   \ To the next point, if it is empty.
	EXECUTE IF
		empty? IF from here move COMPILE note-quiet add-move ENDIF
	ENDIF
	back
;

: steps ( -- )   \ All steps of a stone.
	['] north step  ['] northeast step  ['] east step  ['] southeast step
	['] south step  ['] southwest step  ['] west step  ['] northwest step
;

\ ---- Captures ----

VARIABLE loops     \ how many loops the stone has gone around
5 [] found[]       \ the enemies found so far: the same one is often reached in two ways
VARIABLE found

: inward ( -- 'dir )   \ The direction away from the edge that is here.
	here a5 < IF ['] south EXIT ENDIF
	here f2 > IF ['] north EXIT ENDIF
	here 6 MOD IF ['] west ELSE ['] east ENDIF
;

: run-on ( 'dir -- 'dir ? )   \ To the next point on the line or around a loop; false at a corner.
	DUP EXECUTE IF TRUE EXIT ENDIF
	loop IF DROP inward loops ++ TRUE ELSE FALSE ENDIF
;

: blocked? ( -- ? )   \ True when another stone stands here.
	not-empty? here from <> AND
;

: new? ( -- ? )   \ True when the enemy here has not been found before.
	here found @ found[] !
	-1 BEGIN 1+ DUP found[] @ here = UNTIL
	found @ =
;

: note-taken ( -- )   \ Part of every capture.
	quiet OFF
;

: reach ( -- )   \ Take what stands here: an enemy, behind a loop, found for the first time.
	enemy? loops @ AND IF
		new? IF
			found ++
			from here move COMPILE note-taken add-move
		ENDIF
	ENDIF
;

: run ( 'dir -- )   \ Run along a line to the first stone; no way is longer than 24 points.
	loops OFF
	24 0 DO
		run-on IF
			blocked? IF reach LEAVE ENDIF
		ELSE LEAVE ENDIF
	LOOP DROP
	back
;

: runs ( -- )   \ All captures of a stone.
	found OFF
	['] north run  ['] east run  ['] south run  ['] west run
;

{moves stone-moves
	{move} runs
	{move} steps
moves}

{pieces
	{piece} stone {moves} stone-moves
pieces}

{board-setup
	{setup} White stone a1  {setup} White stone b1  {setup} White stone c1
	{setup} White stone d1  {setup} White stone e1  {setup} White stone f1
	{setup} White stone a2  {setup} White stone b2  {setup} White stone c2
	{setup} White stone d2  {setup} White stone e2  {setup} White stone f2
	{setup} Black stone a6  {setup} Black stone b6  {setup} Black stone c6
	{setup} Black stone d6  {setup} Black stone e6  {setup} Black stone f6
	{setup} Black stone a5  {setup} Black stone b5  {setup} Black stone c5
	{setup} Black stone d5  {setup} Black stone e5  {setup} Black stone f5
board-setup}

\ ---- The end of the game ----

50 CONSTANT patience   \ the most turns without a capture

: ahead ( -- n )   \ How many stones the player to move has more than his opponent.
	current-player material-balance
;

: OnIsGameOver ( -- result )   \ No move loses; after a long quiet more stones win.
	stalemate? IF #LossScore EXIT ENDIF
	quiet @ patience < IF #UnknownScore EXIT ENDIF
	ahead 0= IF #DrawScore EXIT ENDIF
	ahead 0> IF #WinScore ELSE #LossScore ENDIF
;

\ ---- A judgement for the built-in search ----

CREATE lines   \ Ways to run from each point: points on no loop are worth little.
	0 , 1 , 1 , 1 , 1 , 0 ,
	1 , 2 , 2 , 2 , 2 , 1 ,
	1 , 2 , 2 , 2 , 2 , 1 ,
	1 , 2 , 2 , 2 , 2 , 1 ,
	1 , 2 , 2 , 2 , 2 , 1 ,
	0 , 1 , 1 , 1 , 1 , 0 ,

: stone-worth ( pos -- n )   \ A stone counts for itself and for its point.
	CELLS lines + @ 20 +
;

: OnEvaluate ( -- score )   \ Worth of the stones of the player to move, less his opponent's.
	0 36 0 DO
		I friend-at? IF I stone-worth + ENDIF
		I enemy-at? IF I stone-worth - ENDIF
	LOOP
;
