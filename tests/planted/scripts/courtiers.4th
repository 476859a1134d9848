\ COURTIERS
\ A small court of fairy pieces on six by seven. Squares that the other side
\ sees are kept on a board of flags; a prince may not step on one of them.
\ Take the prince, or leave the other side without a move, and you win.

{board
	7 6 {grid}
board}

{directions
	-1  0 {direction} N
	 1  0 {direction} S
	 0  1 {direction} E
	 0 -1 {direction} W
	-1  1 {direction} NE
	-1 -1 {direction} NW
	 1  1 {direction} SE
	 1 -1 {direction} SW
directions}

{players
	{player}	Gold
	{player}	Silver
players}

{symmetries
	Silver	{symmetry} N S
	Silver	{symmetry} NE SE
	Silver	{symmetry} NW SW
symmetries}

{turn-order
	{turn}	Gold
	{turn}	Silver
turn-order}

1 CONSTANT PAGE
2 CONSTANT STAG
3 CONSTANT TOWER
4 CONSTANT HOPPER
5 CONSTANT PRINCE

42 [] seen[]		( squares that the side to move may not enter with its prince )
VARIABLE whose
VARIABLE princes

: clear-seen ( -- )
	42 0 DO
		FALSE I seen[] !
	LOOP
;

: mark ( -- )
	TRUE here seen[] !
;

: mark-step ( pos 'dir -- pos )
	OVER to
	EXECUTE IF mark ENDIF
;

: mark-ray ( pos 'dir -- pos )
	OVER to
	BEGIN
		DUP EXECUTE IF
			mark
			empty?
		ELSE
			FALSE
		ENDIF
	WHILE
	REPEAT
	DROP
;

: mark-page ( pos -- pos )
	current-player Gold = IF
		['] NW mark-step
		['] NE mark-step
	ELSE
		['] SW mark-step
		['] SE mark-step
	ENDIF
;

: mark-prince ( pos -- pos )
	['] N mark-step
	['] S mark-step
	['] E mark-step
	['] W mark-step
	['] NE mark-step
	['] NW mark-step
	['] SE mark-step
	['] SW mark-step
;

: mark-tower ( pos -- pos )
	['] N mark-ray
	['] S mark-ray
	['] E mark-ray
	['] W mark-ray
;

: mark-piece ( pos -- pos )
	DUP piece-type-at PAGE = IF mark-page ENDIF
	DUP piece-type-at TOWER = IF mark-tower ENDIF
	DUP piece-type-at PRINCE = IF mark-prince ENDIF
;

: mark-all ( -- )
	clear-seen
	here
	42 0 DO
		I player-at whose @ = IF
			I mark-piece DROP
		ENDIF
	LOOP
	to
;

: other-side ( -- player )
	current-player Gold = IF Silver ELSE Gold ENDIF
;

: OnGenerateMoves ( -- )
	other-side whose !
	mark-all
;

\ ----- steps, leaps, rays: made for one direction after the other -----

: land ( -- )
	friend? NOT verify
	from here move
	add-move
;

: leap ( 'dir1 'dir2 -- )
	SWAP EXECUTE verify
	DUP EXECUTE verify
	EXECUTE verify
	land
;

: ray ( 'dir -- )
	BEGIN
		DUP EXECUTE verify
		friend? NOT verify
		from here move
		add-move
		empty?
	WHILE
	REPEAT
	DROP
;

: hop ( 'dir -- )
	BEGIN
		DUP EXECUTE verify
		empty?
	WHILE
	REPEAT
	EXECUTE verify
	land
;

: careful-step ( 'dir -- )
	EXECUTE verify
	here seen[] @ NOT verify
	land
;

: promote? ( -- ? )
	current-player Gold = IF
		here 6 <
	ELSE
		here 35 >
	ENDIF
;

: page-land ( -- )
	from here move
	promote? IF
		TOWER change-type
	ENDIF
	add-move
;

: page-ahead ( -- )
	N verify
	empty? verify
	page-land
;

: page-two ( -- )
	current-player Gold = IF
		from 29 > from 36 < AND
	ELSE
		from 5 > from 12 < AND
	ENDIF
	verify
	N verify
	empty? verify
	N verify
	empty? verify
	page-land
;

: page-takes ( 'dir -- )
	EXECUTE verify
	enemy? verify
	page-land
;

: page-ne ( -- ) ['] NE page-takes ;
: page-nw ( -- ) ['] NW page-takes ;

: stag-1 ( -- ) ['] E ['] N leap ;
: stag-2 ( -- ) ['] W ['] N leap ;
: stag-3 ( -- ) ['] E ['] S leap ;
: stag-4 ( -- ) ['] W ['] S leap ;
: stag-5 ( -- ) ['] N ['] E leap ;
: stag-6 ( -- ) ['] S ['] E leap ;
: stag-7 ( -- ) ['] N ['] W leap ;
: stag-8 ( -- ) ['] S ['] W leap ;

: tower-n ( -- ) ['] N ray ;
: tower-s ( -- ) ['] S ray ;
: tower-e ( -- ) ['] E ray ;
: tower-w ( -- ) ['] W ray ;

: hop-n ( -- ) ['] N hop ;
: hop-s ( -- ) ['] S hop ;
: hop-e ( -- ) ['] E hop ;
: hop-w ( -- ) ['] W hop ;
: hop-ne ( -- ) ['] NE hop ;
: hop-nw ( -- ) ['] NW hop ;
: hop-se ( -- ) ['] SE hop ;
: hop-sw ( -- ) ['] SW hop ;

: prince-n ( -- ) ['] N careful-step ;
: prince-s ( -- ) ['] S careful-step ;
: prince-e ( -- ) ['] E careful-step ;
: prince-w ( -- ) ['] W careful-step ;
: prince-ne ( -- ) ['] NE careful-step ;
: prince-nw ( -- ) ['] NW careful-step ;
: prince-se ( -- ) ['] SE careful-step ;
: prince-sw ( -- ) ['] SW careful-step ;

{moves page-moves
	{move} page-ahead
	{move} page-two
	{move} page-ne
	{move} page-nw
moves}

{moves stag-moves
	{move} stag-1	{move} stag-2	{move} stag-3	{move} stag-4
	{move} stag-5	{move} stag-6	{move} stag-7	{move} stag-8
moves}

{moves tower-moves
	{move} tower-n	{move} tower-s	{move} tower-e	{move} tower-w
moves}

{moves hopper-moves
	{move} hop-n	{move} hop-s	{move} hop-e	{move} hop-w
	{move} hop-ne	{move} hop-nw	{move} hop-se	{move} hop-sw
moves}

{moves prince-moves
	{move} prince-n	{move} prince-s	{move} prince-e	{move} prince-w
	{move} prince-ne	{move} prince-nw	{move} prince-se	{move} prince-sw
moves}

{pieces
	{piece}	page	{moves} page-moves	1 {value}
	{piece}	stag	{moves} stag-moves	3 {value}
	{piece}	tower	{moves} tower-moves	5 {value}
	{piece}	hopper	{moves} hopper-moves	2 {value}
	{piece}	prince	{moves} prince-moves	99 {value}
pieces}

: my-prince? ( pos -- ? )
	DUP piece-type-at PRINCE =
	SWAP player-at current-player = AND
;

: count-princes ( -- )
	0 princes !
	42 0 DO
		I my-prince? IF princes ++ ENDIF
	LOOP
;

: OnIsGameOver ( -- result )
	count-princes
	princes @ 0= IF
		#LossScore
	ELSE
		stalemate? IF
			#LossScore
		ELSE
			turn-number 150 > IF #DrawScore ELSE #UnknownScore ENDIF
		ENDIF
	ENDIF
;

: worth ( pos -- n )
	piece-at piece-value
;

: OnEvaluate ( -- score )
	0
	42 0 DO
		I not-empty-at? IF
			I worth
			I player-at current-player = NOT IF NEGATE ENDIF
			+
		ENDIF
	LOOP
;

{board-setup
	{setup} Gold tower a1
	{setup} Gold stag b1
	{setup} Gold hopper c1
	{setup} Gold prince d1
	{setup} Gold stag e1
	{setup} Gold tower f1
	{setup} Gold page a2
	{setup} Gold page b2
	{setup} Gold page c2
	{setup} Gold page d2
	{setup} Gold page e2
	{setup} Gold page f2
	{setup} Silver tower a7
	{setup} Silver stag b7
	{setup} Silver hopper c7
	{setup} Silver prince d7
	{setup} Silver stag e7
	{setup} Silver tower f7
	{setup} Silver page a6
	{setup} Silver page b6
	{setup} Silver page c6
	{setup} Silver page d6
	{setup} Silver page e6
	{setup} Silver page f6
board-setup}
