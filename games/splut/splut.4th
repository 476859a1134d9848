\ splut.4th -- Splut! for four teams: South, West, North and East.
\
\ Design by Tommy De Coninck; the name and rules are his and not for commercial use.
\ README.md tells the rules and how this script is built.

\ The numbers of the first four pieces, in the order of {pieces below.
1 CONSTANT STONE
2 CONSTANT WIZARD
3 CONSTANT DWARF
4 CONSTANT TROLL

$passTurnForced ON   \ a dead team, a stuck one, and one that has thrown can only pass

\ ---- Board ----

{board
	9 9 {grid}
	{position} cupboard       \ beside the board, where the cleaner keeps his broom
	{variable} wizards        \ how many are alive
	{variable} thrower        \ the player whose turn was ended by a throw, or 0
	{variable} lifter         \ the player whose wizard has levitated this turn, or 0
	{variable} lifted         \ the team of the stone he holds; -1 when he has let go
	4 {array} stone-square[]  \ where each team's stone is
	4 {array} moved[]         \ true for a stone that was moved in this round
board}

{directions   \ The grid's, less the 32 steps that lead out of the diamond.
	-1  0 {direction} north
	 1  0 {direction} south
	 0  1 {direction} east
	 0 -1 {direction} west

	{unlink} north a5  {unlink} north b6  {unlink} north c7  {unlink} north d8
	{unlink} north f8  {unlink} north g7  {unlink} north h6  {unlink} north i5
	{unlink} south a5  {unlink} south b4  {unlink} south c3  {unlink} south d2
	{unlink} south f2  {unlink} south g3  {unlink} south h4  {unlink} south i5
	{unlink} east  e9  {unlink} east  f8  {unlink} east  g7  {unlink} east  h6
	{unlink} east  h4  {unlink} east  g3  {unlink} east  f2  {unlink} east  e1
	{unlink} west  e9  {unlink} west  d8  {unlink} west  c7  {unlink} west  b6
	{unlink} west  b4  {unlink} west  c3  {unlink} west  d2  {unlink} west  e1

	{link} next e9 d8  {link} next d8 e8  {link} next e8 f8  {link} next f8 c7
	{link} next c7 d7  {link} next d7 e7  {link} next e7 f7  {link} next f7 g7
	{link} next g7 b6  {link} next b6 c6  {link} next c6 d6  {link} next d6 e6
	{link} next e6 f6  {link} next f6 g6  {link} next g6 h6  {link} next h6 a5
	{link} next a5 b5  {link} next b5 c5  {link} next c5 d5  {link} next d5 e5
	{link} next e5 f5  {link} next f5 g5  {link} next g5 h5  {link} next h5 i5
	{link} next i5 b4  {link} next b4 c4  {link} next c4 d4  {link} next d4 e4
	{link} next e4 f4  {link} next f4 g4  {link} next g4 h4  {link} next h4 c3
	{link} next c3 d3  {link} next d3 e3  {link} next e3 f3  {link} next f3 g3
	{link} next g3 d2  {link} next d2 e2  {link} next e2 f2  {link} next f2 e1
directions}

\ ---- Players and turns ----

{players
	{player} South
	{player} West
	{player} North
	{player} East
	{player} ?Cleaner {random}
players}

{turn-order
	{turn} South
	{turn} West   {turn} West
	{turn} North  {turn} North  {turn} North
	{turn} East   {turn} East   {turn} East
	{repeat}
	{turn} ?Cleaner {of-type} cleaning
	{turn} South  {turn} South  {turn} South
	{turn} West   {turn} West   {turn} West
	{turn} North  {turn} North  {turn} North
	{turn} East   {turn} East   {turn} East
turn-order}

\ ---- Teams ----
\ A team is known by its player, neutral or not; teams count from 0.

: team ( player -- team )   \ The number of a player's team.
	#PlayerNumber AND player-index
;

: team-at ( pos -- team )   \ The team of the piece at a position.
	player-at team
;

: mover ( -- player )   \ The player whose move is being made: the owner of the piece that began it.
	from player-at
;

\ ---- Notes ----
\ What a move changes beside the pieces. These words run when a move that holds them is applied,
\ and everything they need to know is written into the move, so that they work in a search too.

: note-stone ( pos team -- )   \ A stone was moved to pos.
	TRUE OVER moved[] !
	stone-square[] !
;

: note-lift ( team player -- )   \ The player's wizard holds the team's stone.
	lifter !  lifted !
;

: note-let-go ( -- )   \ The wizard holds no stone any more.
	-1 lifted !
;

: note-throw ( player -- )   \ The player's turn is over.
	thrower !
;

: note-death ( -- )   \ A wizard has died.
	wizards --
;

\ ---- Recording ----

: stone-to ( pos team -- )   \ Record the note that the team's stone is now at pos.
	SWAP COMPILE-LITERAL COMPILE-LITERAL COMPILE note-stone
;

: carry ( from to -- )   \ Record that a piece, perhaps a stone, goes to a position.
	OVER piece-type-at STONE = IF DUP 2 PICK team-at stone-to ENDIF
	move
;

: add-plain ( -- )   \ Finish a move without levitation; a stone held until now is let go.
	lifter @ mover = IF COMPILE note-let-go ENDIF
	add-move
;

: add-lift ( team -- )   \ Finish a move in which the wizard levitates the team's stone.
	COMPILE-LITERAL mover COMPILE-LITERAL COMPILE note-lift
	add-move
;

: stride ( -- )   \ The plain move of everybody but the stone: a step to here.
	from here move
	add-plain
;

: on-turn? ( -- ? )   \ False when the mover has ended his turn by a throw.
	thrower @ mover <>
;

\ ---- Dwarf ----

: row-end? ( 'dir -- ? )   \ Go on over pieces: true at the first empty square, false at the edge.
	BEGIN
		DUP EXECUTE NOT IF DROP FALSE EXIT ENDIF
		empty?
	UNTIL DROP TRUE
;

: push ( 'back 'dir -- )   \ The row of pieces that begins here goes on, and the dwarf follows.
	row-end? IF
		BEGIN
			here OVER EXECUTE DROP
			here SWAP carry
		here from = UNTIL
		add-plain
	ENDIF DROP
;

: dwarf-goes ( 'back 'dir -- )   \ The dwarf's moves in one direction.
	DUP EXECUTE IF
		empty? IF stride 2DROP ELSE push ENDIF
	ELSE 2DROP ENDIF
	back
;

: dwarf-walk ( -- )   \ The dwarf's moves.
	on-turn? verify
	['] south ['] north dwarf-goes
	['] north ['] south dwarf-goes
	['] west  ['] east  dwarf-goes
	['] east  ['] west  dwarf-goes
;

\ ---- Wizard ----

: liftable? ( team -- ? )   \ He may go on with the stone he holds, or begin with one not moved.
	lifter @ mover = IF lifted @ = ELSE moved[] @ NOT ENDIF
;

: lift-far ( 'dir -- )   \ The wizard steps here, and any one stone goes the same way elsewhere.
	here SWAP
	4 0 DO
		I liftable? IF
			I stone-square[] @ to
			piece-type STONE = IF
				DUP EXECUTE IF
					empty? here from = OR IF
						from 2 PICK move
						I stone-square[] @ here carry
						I add-lift
					ENDIF
				ENDIF
			ENDIF
		ENDIF
	LOOP 2DROP
;

: lift-ahead ( 'dir -- )   \ The stone that is here goes on, and the wizard takes its square.
	here team-at liftable? IF
		here SWAP EXECUTE IF
			empty? IF
				DUP here carry
				from OVER move
				DUP team-at add-lift
			ENDIF
		ENDIF
	ENDIF DROP
;

: wizard-goes ( 'dir -- )   \ The wizard's moves in one direction.
	DUP EXECUTE IF
		empty? IF stride lift-far
		ELSE piece-type STONE = IF lift-ahead ELSE DROP ENDIF ENDIF
	ELSE DROP ENDIF
	back
;

: wizard-walk ( -- )   \ The wizard's moves.
	on-turn? verify
	['] north wizard-goes
	['] south wizard-goes
	['] east  wizard-goes
	['] west  wizard-goes
;

\ ---- Troll ----

: drag ( 'back -- )   \ The troll steps here, and a stone behind him takes his square.
	here SWAP
	back EXECUTE IF
		piece-type STONE = IF
			from OVER move
			here from carry
			add-plain
		ENDIF
	ENDIF DROP
;

: overflown? ( -- ? )   \ True when a flying stone does not stop at what is here.
	empty? IF TRUE EXIT ENDIF
	piece-type DWARF =
	here from = OR   \ the square the troll has left
;

: flight ( 'dir -- pos )   \ Where a stone thrown from here comes down.
	BEGIN
		here OVER EXECUTE
		IF overflown? ELSE FALSE ENDIF
	WHILE DROP
	REPEAT
	piece-type WIZARD = IF DROP here ENDIF   \ on the wizard, else before what stops it
	SWAP DROP
;

: depart ( pos player -- )   \ Record that a dead wizard's dwarf and troll leave.
	e9 to
	BEGIN
		player OVER = IF
			piece-type DUP DWARF = SWAP TROLL = OR IF
				here from = IF OVER ELSE here ENDIF capture-at   \ the thrower is at pos by now
			ENDIF
		ENDIF
	next NOT UNTIL
	2DROP
;

: throw ( pos 'dir -- )   \ The troll steps to the stone at pos and throws it.
	OVER to flight
	2DUP = IF 2DROP EXIT ENDIF   \ it cannot leave its square
	from 2 PICK move
	DUP from <> OVER not-empty-at? AND IF DUP capture-at ENDIF   \ a dwarf or a wizard is hit
	OVER player-at STONE 2 PICK create-player-piece-type-at   \ the stone, which the troll took
	2DUP SWAP team-at stone-to
	mover COMPILE-LITERAL COMPILE note-throw
	DUP piece-type-at WIZARD = IF
		COMPILE note-death
		player-at depart
	ELSE 2DROP ENDIF
	add-move
;

: throws ( -- )   \ The stone that is here is thrown in each direction.
	here
	DUP ['] north throw
	DUP ['] south throw
	DUP ['] east  throw
	    ['] west  throw
;

: troll-goes ( 'back 'dir -- )   \ The troll's moves in one direction.
	EXECUTE IF
		empty? IF stride drag
		ELSE DROP piece-type STONE = IF throws ENDIF ENDIF
	ELSE DROP ENDIF
	back
;

: troll-walk ( -- )   \ The troll's moves.
	on-turn? verify
	['] south ['] north troll-goes
	['] north ['] south troll-goes
	['] west  ['] east  troll-goes
	['] east  ['] west  troll-goes
;

\ ---- Cleaner ----

: clean ( -- )   \ Forget the round: no stone has been moved, held or thrown.
	thrower OFF  lifter OFF  lifted OFF
	4 0 DO I moved[] OFF LOOP
;

: sweep ( -- )   \ The cleaner's only move: a pass that cleans.
	COMPILE clean
	Pass
;

\ ---- Pieces ----

{moves wizard-moves
	{move} wizard-walk
moves}

{moves dwarf-moves
	{move} dwarf-walk
moves}

{moves troll-moves
	{move} troll-walk
moves}

{moves broom-moves
	{move} sweep {move-type} cleaning
moves}

{pieces
	{piece} stone
	{piece} wizard {moves} wizard-moves
	{piece} dwarf  {moves} dwarf-moves
	{piece} troll  {moves} troll-moves
	{piece} broom  {moves} broom-moves
pieces}

{board-setup
	{setup} South stone e1  {setup} South wizard d2  {setup} South dwarf e2  {setup} South troll f2
	{setup} West  stone a5  {setup} West  wizard b6  {setup} West  dwarf b5  {setup} West  troll b4
	{setup} North stone e9  {setup} North wizard f8  {setup} North dwarf e8  {setup} North troll d8
	{setup} East  stone i5  {setup} East  wizard h4  {setup} East  dwarf h5  {setup} East  troll h6
	{setup} ?Cleaner broom cupboard
board-setup}

\ ---- Events ----

: OnEditAdd ( player type pos -- )   \ Count wizards and find stones as they are placed.
	OVER STONE = IF DUP 3 PICK team stone-square[] ! ENDIF
	OVER WIZARD = IF wizards ++ ENDIF
	OnEditAdd
;

: OnPosition ( -- )   \ Count wizards and find stones anew.
	wizards OFF
	81 0 DO
		I piece-type-at WIZARD = IF wizards ++ ENDIF
		I piece-type-at STONE = IF I I player-at team stone-square[] ! ENDIF
	LOOP
;

: last-wizard ( -- player )   \ The owner of the first wizard on the board.
	e9 to
	BEGIN piece-type WIZARD = IF TRUE ELSE next NOT ENDIF UNTIL
	player
;

: OnIsGameOver ( -- result )   \ The last wizard wins. The cleaner has no part in it.
	wizards @ 1 > current-player ?Cleaner = OR IF #UnknownScore ELSE
	last-wizard current-player = IF #WinScore ELSE #LossScore ENDIF ENDIF
;

LOAD engine.4th
