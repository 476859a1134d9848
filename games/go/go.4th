\ go.4th -- go on 19 x 19; the variants are the same game on smaller boards.
\
\ Black begins. A player puts a stone on an empty point or passes. Enemy stones without a liberty
\ left are taken; a stone may not be put where it would have none itself. No stone may bring back
\ a board that has stood before, whoever was to move (positional superko). Two passes in a row end
\ the game; a player has a point for each stone and each empty point that only their stones touch,
\ and White seven and a half besides.

-FIND size 0= IF 19 CONSTANT size ENDIF   \ a variant may have given another one

size size * CONSTANT points
15 CONSTANT komi   \ of White, in half points

{board
	size size {grid}
board}

{directions
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west
directions}

{players
	{player} Black
	{player} White
players}

{turn-order
	{turn} Black
	{turn} White
turn-order}

\ ---- Groups: stones of one colour that touch, or empty points that do ----

points [] group   \ its points, in the order they are found
VARIABLE found    \ how many
points [] marked  \ the number of the last search that met a point
VARIABLE search
VARIABLE color    \ what the group is made of: a player, or 0 for empty points

: begin-at ( pos -- )   \ A new search, for the group of a point.
	search ++
	search @ OVER marked !
	DUP player-at color !
	0 group ! 1 found !
;

: new? ( -- ? )   \ Whether this search comes here for the first time.
	here marked @ search @ <> search @ here marked !
;

: join ( -- )   \ The point here belongs to the group.
	here found @ group ! found ++
;

\ ---- Liberties: empty points beside a group, but for the one where a stone is to be put ----

VARIABLE free

: look ( -- )   \ A neighbour of a stone of the group.
	empty? IF here from <> IF free ON ENDIF
	ELSE player color @ = IF new? IF join ENDIF ENDIF ENDIF
;

: look-around ( pos -- )
	DUP to north IF look ENDIF
	DUP to south IF look ENDIF
	DUP to east  IF look ENDIF
	    to west  IF look ENDIF
;

: lost? ( pos -- ? )   \ Whether the group there has no other liberty.
	free OFF
	begin-at
	0 BEGIN DUP found @ < free @ NOT AND WHILE DUP group @ look-around 1+ REPEAT
	DROP free @ NOT
;

\ ---- Moves ----

VARIABLE taken   \ how many stones the move takes
VARIABLE alive   \ whether it leaves the new stone a liberty

points [] dead   \ the number of the last move that takes the stone on a point
VARIABLE move-number

: take ( -- )   \ Take the group that was just found.
	found @ 0 DO
		I group @ DUP capture-at
		move-number @ SWAP dead !
		taken ++
	LOOP
;

: touch ( -- )   \ What a stone on `from` means to its neighbour here.
	here
	empty? IF alive ON
	ELSE friend? IF DUP lost? NOT IF alive ON ENDIF
	ELSE DUP dead @ move-number @ <> IF DUP lost? IF take ENDIF ENDIF
	ENDIF ENDIF
	DROP
;

: put ( -- )   \ A stone on an empty point.
	empty? verify
	move-number ++
	0 taken ! alive OFF
	drop
	north IF touch ENDIF back
	south IF touch ENDIF back
	east  IF touch ENDIF back
	west  IF touch ENDIF back
	alive @ taken @ OR verify
	progress add-move
;

: decline ( -- )   \ Put none.
	here 0= IF $Pass ENDIF
;

{moves stone-drops
	{move} put
	{move} decline
moves}

{pieces
	{piece} stone {drops} stone-drops
pieces}

: OnIsLegal? ( -- ? )   \ Superko; a pass changes nothing and is always legal.
	moved-to 0< IF TRUE ELSE board-repetitions 1 = ENDIF
;

\ ---- The end of the game ----

VARIABLE near-black
VARIABLE near-white

: look-out ( -- )   \ A neighbour of an empty point of the group.
	empty? IF new? IF join ENDIF
	ELSE player Black = IF near-black ELSE near-white ENDIF ON ENDIF
;

: look-out-around ( pos -- )
	DUP to north IF look-out ENDIF
	DUP to south IF look-out ENDIF
	DUP to east  IF look-out ENDIF
	    to west  IF look-out ENDIF
;

: owner ( pos -- player )   \ Who alone touches the empty points that hang together there, or 0.
	begin-at
	near-black OFF near-white OFF
	0 BEGIN DUP found @ < WHILE DUP group @ look-out-around 1+ REPEAT DROP
	near-black @ near-white @ = IF 0 ELSE near-black @ IF Black ELSE White ENDIF ENDIF
;

VARIABLE black-area
VARIABLE white-area

: credit ( n player -- )   \ So many points for a player, or for nobody.
	DUP Black = IF DROP black-area +! ELSE White = IF white-area +! ELSE DROP ENDIF ENDIF
;

: count-area ( -- )   \ Stones, and empty points not met yet.
	0 black-area ! 0 white-area !
	search @
	points 0 DO
		I empty-at? IF
			I marked @ OVER > NOT IF I owner found @ SWAP credit ENDIF
		ELSE 1 I player-at credit ENDIF
	LOOP
	DROP
;

: passed ( -- )   \ Two passes in a row.
	quiet-turns 1 > IF
		count-area
		black-area @ 2* Black score
		white-area @ 2* komi + White score
	ENDIF
;

{endings
	passed {ending} passed
endings}

: OnIsGameOver ( -- result )   \ Nothing else ends it: there is always a pass.
	#UnknownScore
;

\ ---- A judgement for the built-in search ----

: OnEvaluate ( -- score )   \ Area, if the game ended here.
	count-area
	black-area @ 2* white-area @ 2* komi + -
	current-player White = IF NEGATE ENDIF
;
