\ PEBBLES
\ A sowing game of two rows of six pits with a store for each player.
\ Three pebbles in every pit. The last pebble in your own store: play again.
\ The last one in an empty pit of your own: take what lies opposite.

\ $gameLog ON

{board
	2 6 {grid}
	{position}	StoreS
	{position}	StoreN
board}

( South sows to the right through his store, North the other way round )

{directions
	{link} ringS a1 b1
	{link} ringS b1 c1
	{link} ringS c1 d1
	{link} ringS d1 e1
	{link} ringS e1 f1
	{link} ringS f1 StoreS
	{link} ringS StoreS f2
	{link} ringS f2 e2
	{link} ringS e2 d2
	{link} ringS d2 c2
	{link} ringS c2 b2
	{link} ringS b2 a2
	{link} ringS a2 a1

	{link} ringN f2 e2
	{link} ringN e2 d2
	{link} ringN d2 c2
	{link} ringN c2 b2
	{link} ringN b2 a2
	{link} ringN a2 StoreN
	{link} ringN StoreN a1
	{link} ringN a1 b1
	{link} ringN b1 c1
	{link} ringN c1 d1
	{link} ringN d1 e1
	{link} ringN e1 f1
	{link} ringN f1 f2

	{link} across a1 a2
	{link} across b1 b2
	{link} across c1 c2
	{link} across d1 d2
	{link} across e1 e2
	{link} across f1 f2
	{link} across a2 a1
	{link} across b2 b1
	{link} across c2 c1
	{link} across d2 d1
	{link} across e2 e1
	{link} across f2 f1
directions}

{players
	{player}	South
	{player}	North
players}

{turn-order
	{turn}	South
	{turn}	North
turn-order}

VARIABLE hand		( pebbles that are not sown yet )
VARIABLE start-pit
VARIABLE last-pit
VARIABLE before-last
VARIABLE booty
14 [] pebbles[]		( what will lie in each pit )
14 [] old-pebbles[]	( what lies there now )

: owner-of ( pos -- player )
	DUP StoreS = IF
		DROP South
	ELSE
		DUP StoreN = IF
			DROP North
		ELSE
			6 < IF
				North
			ELSE
				South
			ENDIF
		ENDIF
	ENDIF
;

: my-store ( -- pos )
	current-player South = IF
		StoreS
	ELSE
		StoreN
	ENDIF
;

: pit? ( pos -- ? )
	12 <
;

: my-pit? ( pos -- ? )
	DUP pit? IF
		owner-of current-player =
	ELSE
		DROP FALSE
	ENDIF
;

: read-pits ( -- )
	14 0 DO
		I piece-type-at
		DUP I pebbles[] !
		I old-pebbles[] !
	LOOP
;

: next-pit ( -- )
	current-player South = IF
		ringS DROP
	ELSE
		ringN DROP
	ENDIF
;

: sow-one ( -- )
	next-pit
	here start-pit @ = IF
		next-pit
	ENDIF
	here pebbles[] @ before-last !
	1 here pebbles[] +!
	hand --
;

: sow-all ( -- )
	BEGIN
		sow-one
		hand @ 0=
	UNTIL
	here last-pit !
;

: take-across ( -- )
	last-pit @ my-pit? IF
		before-last @ 0= IF
			last-pit @ to
			across IF
				here pebbles[] @ DUP 0> IF
					1+ booty !
					0 here pebbles[] !
					0 last-pit @ pebbles[] !
					booty @ my-store pebbles[] +!
				ELSE
					DROP
				ENDIF
			ENDIF
		ENDIF
	ENDIF
;

: put-down ( n pos -- )
	OVER 0= IF
		capture-at
		DROP
	ELSE
		DUP owner-of ROT ROT
		create-player-piece-type-at
	ENDIF
;

: write-pits ( -- )
	14 0 DO
		I pebbles[] @ I old-pebbles[] @ <> IF
			I pebbles[] @ I put-down
		ENDIF
	LOOP
;

: play-again? ( -- ? )
	last-pit @ my-store =
;

: sow ( -- )
	here my-pit? verify
	read-pits
	here start-pit !
	piece-type hand !
	0 here pebbles[] !
	sow-all
	take-across
	write-pits
	play-again? IF
		partial
	ENDIF
	add-move
;

: count-row ( first -- n )
	0 SWAP
	6 0 DO
		DUP I + piece-type-at
		ROT + SWAP
	LOOP
	DROP
;

: south-count ( -- n )
	StoreS piece-type-at 6 count-row +
;

: north-count ( -- n )
	StoreN piece-type-at 0 count-row +
;

: my-lead ( -- n )
	south-count north-count -
	current-player North = IF
		NEGATE
	ENDIF
;

: OnIsGameOver ( -- result )
	my-store piece-type-at 18 > IF
		#WinScore
	ELSE
		move-count 0= IF
			my-lead 0> IF
				#WinScore
			ELSE
				my-lead 0< IF
					#LossScore
				ELSE
					#DrawScore
				ENDIF
			ENDIF
		ELSE
			turn-number 200 > IF
				#DrawScore
			ELSE
				#UnknownScore
			ENDIF
		ENDIF
	ENDIF
;

: OnEvaluate ( -- score )
	StoreS piece-type-at StoreN piece-type-at -
	10 *
	current-player North = IF
		NEGATE
	ENDIF
;

{moves pit-moves
	{move} sow
moves}

{pieces
	{piece}	p1	{moves} pit-moves	1 {value}
	{piece}	p2	{moves} pit-moves	2 {value}
	{piece}	p3	{moves} pit-moves	3 {value}
	{piece}	p4	{moves} pit-moves	4 {value}
	{piece}	p5	{moves} pit-moves	5 {value}
	{piece}	p6	{moves} pit-moves	6 {value}
	{piece}	p7	{moves} pit-moves	7 {value}
	{piece}	p8	{moves} pit-moves	8 {value}
	{piece}	p9	{moves} pit-moves	9 {value}
	{piece}	p10	{moves} pit-moves	10 {value}
	{piece}	p11	{moves} pit-moves	11 {value}
	{piece}	p12	{moves} pit-moves	12 {value}
	{piece}	p13	{moves} pit-moves	13 {value}
	{piece}	p14	{moves} pit-moves	14 {value}
	{piece}	p15	{moves} pit-moves	15 {value}
	{piece}	p16	{moves} pit-moves	16 {value}
	{piece}	p17	{moves} pit-moves	17 {value}
	{piece}	p18	{moves} pit-moves	18 {value}
	{piece}	p19	19 {value}
	{piece}	p20	20 {value}
	{piece}	p21	21 {value}
	{piece}	p22	22 {value}
	{piece}	p23	23 {value}
	{piece}	p24	24 {value}
	{piece}	p25	25 {value}
	{piece}	p26	26 {value}
	{piece}	p27	27 {value}
	{piece}	p28	28 {value}
	{piece}	p29	29 {value}
	{piece}	p30	30 {value}
	{piece}	p31	31 {value}
	{piece}	p32	32 {value}
	{piece}	p33	33 {value}
	{piece}	p34	34 {value}
	{piece}	p35	35 {value}
	{piece}	p36	36 {value}
pieces}

{board-setup
	{setup}	South p3 a1
	{setup}	South p3 b1
	{setup}	South p3 c1
	{setup}	South p3 d1
	{setup}	South p3 e1
	{setup}	South p3 f1
	{setup}	North p3 a2
	{setup}	North p3 b2
	{setup}	North p3 c2
	{setup}	North p3 d2
	{setup}	North p3 e2
	{setup}	North p3 f2
board-setup}
