\ Ricochet Hexes
\ Every man slides until something stops him. A wall of the board turns him
\ once, like a ball at a cushion; a stone of granite stops him, a man of the
\ other side is pushed off if he was hit after a turn. Three of your men in
\ the middle field and its neighbours win.

{board
	{position} a1
	{position} a2
	{position} a3
	{position} a4
	{position} b1
	{position} b2
	{position} b3
	{position} b4
	{position} b5
	{position} c1
	{position} c2
	{position} c3
	{position} c4
	{position} c5
	{position} c6
	{position} d1
	{position} d2
	{position} d3
	{position} d4
	{position} d5
	{position} d6
	{position} d7
	{position} e1
	{position} e2
	{position} e3
	{position} e4
	{position} e5
	{position} e6
	{position} f1
	{position} f2
	{position} f3
	{position} f4
	{position} f5
	{position} g1
	{position} g2
	{position} g3
	{position} g4
board}

{directions
	{link} e a1 a2
	{link} e a2 a3
	{link} e a3 a4
	{link} e b1 b2
	{link} e b2 b3
	{link} e b3 b4
	{link} e b4 b5
	{link} e c1 c2
	{link} e c2 c3
	{link} e c3 c4
	{link} e c4 c5
	{link} e c5 c6
	{link} e d1 d2
	{link} e d2 d3
	{link} e d3 d4
	{link} e d4 d5
	{link} e d5 d6
	{link} e d6 d7
	{link} e e1 e2
	{link} e e2 e3
	{link} e e3 e4
	{link} e e4 e5
	{link} e e5 e6
	{link} e f1 f2
	{link} e f2 f3
	{link} e f3 f4
	{link} e f4 f5
	{link} e g1 g2
	{link} e g2 g3
	{link} e g3 g4
	{link} w a2 a1
	{link} w a3 a2
	{link} w a4 a3
	{link} w b2 b1
	{link} w b3 b2
	{link} w b4 b3
	{link} w b5 b4
	{link} w c2 c1
	{link} w c3 c2
	{link} w c4 c3
	{link} w c5 c4
	{link} w c6 c5
	{link} w d2 d1
	{link} w d3 d2
	{link} w d4 d3
	{link} w d5 d4
	{link} w d6 d5
	{link} w d7 d6
	{link} w e2 e1
	{link} w e3 e2
	{link} w e4 e3
	{link} w e5 e4
	{link} w e6 e5
	{link} w f2 f1
	{link} w f3 f2
	{link} w f4 f3
	{link} w f5 f4
	{link} w g2 g1
	{link} w g3 g2
	{link} w g4 g3
	{link} ne b1 a1
	{link} ne b2 a2
	{link} ne b3 a3
	{link} ne b4 a4
	{link} ne c1 b1
	{link} ne c2 b2
	{link} ne c3 b3
	{link} ne c4 b4
	{link} ne c5 b5
	{link} ne d1 c1
	{link} ne d2 c2
	{link} ne d3 c3
	{link} ne d4 c4
	{link} ne d5 c5
	{link} ne d6 c6
	{link} ne e1 d2
	{link} ne e2 d3
	{link} ne e3 d4
	{link} ne e4 d5
	{link} ne e5 d6
	{link} ne e6 d7
	{link} ne f1 e2
	{link} ne f2 e3
	{link} ne f3 e4
	{link} ne f4 e5
	{link} ne f5 e6
	{link} ne g1 f2
	{link} ne g2 f3
	{link} ne g3 f4
	{link} ne g4 f5
	{link} nw b2 a1
	{link} nw b3 a2
	{link} nw b4 a3
	{link} nw b5 a4
	{link} nw c2 b1
	{link} nw c3 b2
	{link} nw c4 b3
	{link} nw c5 b4
	{link} nw c6 b5
	{link} nw d2 c1
	{link} nw d3 c2
	{link} nw d4 c3
	{link} nw d5 c4
	{link} nw d6 c5
	{link} nw d7 c6
	{link} nw e1 d1
	{link} nw e2 d2
	{link} nw e3 d3
	{link} nw e4 d4
	{link} nw e5 d5
	{link} nw e6 d6
	{link} nw f1 e1
	{link} nw f2 e2
	{link} nw f3 e3
	{link} nw f4 e4
	{link} nw f5 e5
	{link} nw g1 f1
	{link} nw g2 f2
	{link} nw g3 f3
	{link} nw g4 f4
	{link} se a1 b2
	{link} se a2 b3
	{link} se a3 b4
	{link} se a4 b5
	{link} se b1 c2
	{link} se b2 c3
	{link} se b3 c4
	{link} se b4 c5
	{link} se b5 c6
	{link} se c1 d2
	{link} se c2 d3
	{link} se c3 d4
	{link} se c4 d5
	{link} se c5 d6
	{link} se c6 d7
	{link} se d1 e1
	{link} se d2 e2
	{link} se d3 e3
	{link} se d4 e4
	{link} se d5 e5
	{link} se d6 e6
	{link} se e1 f1
	{link} se e2 f2
	{link} se e3 f3
	{link} se e4 f4
	{link} se e5 f5
	{link} se f1 g1
	{link} se f2 g2
	{link} se f3 g3
	{link} se f4 g4
	{link} sw a1 b1
	{link} sw a2 b2
	{link} sw a3 b3
	{link} sw a4 b4
	{link} sw b1 c1
	{link} sw b2 c2
	{link} sw b3 c3
	{link} sw b4 c4
	{link} sw b5 c5
	{link} sw c1 d1
	{link} sw c2 d2
	{link} sw c3 d3
	{link} sw c4 d4
	{link} sw c5 d5
	{link} sw c6 d6
	{link} sw d2 e1
	{link} sw d3 e2
	{link} sw d4 e3
	{link} sw d5 e4
	{link} sw d6 e5
	{link} sw d7 e6
	{link} sw e2 f1
	{link} sw e3 f2
	{link} sw e4 f3
	{link} sw e5 f4
	{link} sw e6 f5
	{link} sw f2 g1
	{link} sw f3 g2
	{link} sw f4 g3
	{link} sw f5 g4
directions}

{players
	{player} Amber
	{player} Jade
	{neutral} Granite
players}

{turn-order
	{turn} Amber
	{turn} Jade
turn-order}

VARIABLE turned		\ has the man been turned by the edge
VARIABLE steps
VARIABLE way

: stone-here? ( -- ? )
	player Granite =
;

: other-man? ( -- ? )
	enemy? IF
		stone-here? NOT
	ELSE
		FALSE
	ENDIF
;

: free? ( -- ? )
	empty?
;

\ where a man comes from the edge: each way has a way to which it turns

: turn-way ( 'dir -- 'dir )
	DUP ['] e = IF DROP ['] nw EXIT ENDIF
	DUP ['] w = IF DROP ['] se EXIT ENDIF
	DUP ['] ne = IF DROP ['] w EXIT ENDIF
	DUP ['] nw = IF DROP ['] sw EXIT ENDIF
	DUP ['] se = IF DROP ['] ne EXIT ENDIF
	DUP ['] sw = IF DROP ['] e EXIT ENDIF
;

: one-step ( -- ? )
	way @ EXECUTE IF
		TRUE
	ELSE
		turned @ IF
			FALSE
		ELSE
			turned ON
			way @ turn-way way !
			way @ EXECUTE
		ENDIF
	ENDIF
;

: stop-before ( pos -- )
	steps @ 0> verify
	from SWAP move
	add-move
;

: push-off ( -- )
	turned @ verify
	from here move
	add-move
;

: slide ( 'dir -- )
	way !
	turned OFF
	0 steps !
	BEGIN
		here
		one-step IF
			stone-here? IF
				stop-before
				FALSE
			ELSE
				other-man? IF
					DROP push-off
					FALSE
				ELSE
					friend? IF
						stop-before
						FALSE
					ELSE
						DROP
						steps ++
						steps @ 9 <
					ENDIF
				ENDIF
			ENDIF
		ELSE
			stop-before
			FALSE
		ENDIF
	WHILE
	REPEAT
;

: slide-e ( -- )
	['] e slide
;

: slide-w ( -- )
	['] w slide
;

: slide-ne ( -- )
	['] ne slide
;

: slide-nw ( -- )
	['] nw slide
;

: slide-se ( -- )
	['] se slide
;

: slide-sw ( -- )
	['] sw slide
;

: hop-e ( -- ) e verify other-man? verify e verify free? verify from here move add-move ;
: hop-w ( -- ) w verify other-man? verify w verify free? verify from here move add-move ;
: hop-ne ( -- ) ne verify other-man? verify ne verify free? verify from here move add-move ;
: hop-nw ( -- ) nw verify other-man? verify nw verify free? verify from here move add-move ;
: hop-se ( -- ) se verify other-man? verify se verify free? verify from here move add-move ;
: hop-sw ( -- ) sw verify other-man? verify sw verify free? verify from here move add-move ;

\ the middle

VARIABLE middle-men

: count-here ( pos -- )
	friend-at? IF
		middle-men ++
	ENDIF
;

: count-middle ( -- )
	0 middle-men !
	d4 count-here
	d5 count-here
	d3 count-here
	c4 count-here
	c3 count-here
	e4 count-here
	e3 count-here
;

: foe-middle ( -- n )
	0
	d4 enemy-at? IF 1+ ENDIF
	d5 enemy-at? IF 1+ ENDIF
	d3 enemy-at? IF 1+ ENDIF
	c4 enemy-at? IF 1+ ENDIF
	c3 enemy-at? IF 1+ ENDIF
	e4 enemy-at? IF 1+ ENDIF
	e3 enemy-at? IF 1+ ENDIF
;

: men-of ( player -- n )
	0
	37 0 DO
		OVER I player-at = IF
			1+
		ENDIF
	LOOP
	SWAP DROP
;

: OnIsGameOver ( -- result )
	foe-middle 3 > IF
		#LossScore
	ELSE
		current-player men-of 3 < IF
			#LossScore
		ELSE
			turn-number 120 > IF
				#DrawScore
			ELSE
				move-count 0= IF
					#LossScore
				ELSE
					#UnknownScore
				ENDIF
			ENDIF
		ENDIF
	ENDIF
;

: OnEvaluate ( -- score )
	count-middle
	middle-men @ 20 *
	foe-middle 20 * -
	current-player men-of 5 * +
;

{moves man-moves
	{move} slide-e
	{move} slide-w
	{move} slide-ne
	{move} slide-nw
	{move} slide-se
	{move} slide-sw
	{move} hop-e
	{move} hop-w
	{move} hop-ne
	{move} hop-nw
	{move} hop-se
	{move} hop-sw
moves}

{pieces
	{piece} man {moves} man-moves
	{piece} rock
pieces}

{board-setup
	{setup} Amber man a1
	{setup} Amber man a2
	{setup} Amber man a3
	{setup} Amber man a4
	{setup} Amber man b1
	{setup} Amber man b5
	{setup} Jade man g1
	{setup} Jade man g2
	{setup} Jade man g3
	{setup} Jade man g4
	{setup} Jade man f1
	{setup} Jade man f5
	{setup} Granite rock d2
	{setup} Granite rock c4
	{setup} Granite rock e2
board-setup}
