\ jungle-b.4th -- jungle, or dou shou qi: eight animals, two rivers, two dens. Copied out by hand.
\
\ White begins. An animal goes one square in four directions and takes an enemy of its rank or lower; the rat
\ takes the elephant, and the elephant not the rat. Only the rat swims, and it takes nothing when it enters or
\ leaves the water. Lion and tiger leap over the water, where no rat swims on their way. In a trap beside the den
\ any enemy takes an animal. Nobody enters his own den; who enters the other's wins. Who cannot move loses; after
\ two hundred turns the game is a draw.

{board	9 7 {grid}	board}

{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
directions}

{players	{player} White  {player} Black	players}
{turn-order	{turn} White    {turn} Black	turn-order}

VARIABLE wet
VARIABLE dry

: rat-n ( -- )
	n verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR wet !
		from b6 = from c6 = OR from e6 = OR from f6 = OR from b5 = OR from c5 = OR from e5 = OR from f5 = OR from b4 = OR from c4 = OR from e4 = OR from f4 = OR dry !
		piece-type 1 = piece-type 8 = OR wet @ dry @ = AND OR
		verify
	ENDIF
	from here move
	add-move
;

: rat-s ( -- )
	s verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR wet !
		from b6 = from c6 = OR from e6 = OR from f6 = OR from b5 = OR from c5 = OR from e5 = OR from f5 = OR from b4 = OR from c4 = OR from e4 = OR from f4 = OR dry !
		piece-type 1 = piece-type 8 = OR wet @ dry @ = AND OR
		verify
	ENDIF
	from here move
	add-move
;

: rat-e ( -- )
	e verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR wet !
		from b6 = from c6 = OR from e6 = OR from f6 = OR from b5 = OR from c5 = OR from e5 = OR from f5 = OR from b4 = OR from c4 = OR from e4 = OR from f4 = OR dry !
		piece-type 1 = piece-type 8 = OR wet @ dry @ = AND OR
		verify
	ENDIF
	from here move
	add-move
;

: rat-w ( -- )
	w verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR wet !
		from b6 = from c6 = OR from e6 = OR from f6 = OR from b5 = OR from c5 = OR from e5 = OR from f5 = OR from b4 = OR from c4 = OR from e4 = OR from f4 = OR dry !
		piece-type 1 = piece-type 8 = OR wet @ dry @ = AND OR
		verify
	ENDIF
	from here move
	add-move
;

: cat-n ( -- )
	n verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: cat-s ( -- )
	s verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: cat-e ( -- )
	e verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: cat-w ( -- )
	w verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: dog-n ( -- )
	n verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: dog-s ( -- )
	s verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: dog-e ( -- )
	e verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: dog-w ( -- )
	w verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: wolf-n ( -- )
	n verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: wolf-s ( -- )
	s verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: wolf-e ( -- )
	e verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: wolf-w ( -- )
	w verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: leopard-n ( -- )
	n verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: leopard-s ( -- )
	s verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: leopard-e ( -- )
	e verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: leopard-w ( -- )
	w verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: tiger-n ( -- )
	n verify
	BEGIN here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR WHILE
		empty? verify
		n DROP
	REPEAT
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: tiger-s ( -- )
	s verify
	BEGIN here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR WHILE
		empty? verify
		s DROP
	REPEAT
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: tiger-e ( -- )
	e verify
	BEGIN here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR WHILE
		empty? verify
		e DROP
	REPEAT
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: tiger-w ( -- )
	w verify
	BEGIN here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR WHILE
		empty? verify
		w DROP
	REPEAT
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: lion-n ( -- )
	n verify
	BEGIN here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR WHILE
		empty? verify
		n DROP
	REPEAT
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR piece-type 7 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: lion-s ( -- )
	s verify
	BEGIN here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR WHILE
		empty? verify
		s DROP
	REPEAT
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR piece-type 7 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: lion-e ( -- )
	e verify
	BEGIN here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR WHILE
		empty? verify
		e DROP
	REPEAT
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR piece-type 7 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: lion-w ( -- )
	w verify
	BEGIN here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR WHILE
		empty? verify
		w DROP
	REPEAT
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 1 = piece-type 2 = OR piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR piece-type 7 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: elephant-n ( -- )
	n verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 2 = piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR piece-type 7 = OR piece-type 8 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: elephant-s ( -- )
	s verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 2 = piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR piece-type 7 = OR piece-type 8 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: elephant-e ( -- )
	e verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 2 = piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR piece-type 7 = OR piece-type 8 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

: elephant-w ( -- )
	w verify
	here b6 = here c6 = OR here e6 = OR here f6 = OR here b5 = OR here c5 = OR here e5 = OR here f5 = OR here b4 = OR here c4 = OR here e4 = OR here f4 = OR NOT verify
	current-player White = IF here d1 <> ELSE here d9 <> ENDIF verify
	friend? NOT verify
	enemy? IF
		current-player White = IF
			here c1 = here e1 = OR here d2 = OR
		ELSE
			here c9 = here e9 = OR here d8 = OR
		ENDIF
		piece-type 2 = piece-type 3 = OR piece-type 4 = OR piece-type 5 = OR piece-type 6 = OR piece-type 7 = OR piece-type 8 = OR OR
		verify
	ENDIF
	from here move
	add-move
;

{moves rat-moves	{move} rat-n  {move} rat-s  {move} rat-e  {move} rat-w	moves}
{moves cat-moves	{move} cat-n  {move} cat-s  {move} cat-e  {move} cat-w	moves}
{moves dog-moves	{move} dog-n  {move} dog-s  {move} dog-e  {move} dog-w	moves}
{moves wolf-moves	{move} wolf-n  {move} wolf-s  {move} wolf-e  {move} wolf-w	moves}
{moves leopard-moves	{move} leopard-n  {move} leopard-s  {move} leopard-e  {move} leopard-w	moves}
{moves tiger-moves	{move} tiger-n  {move} tiger-s  {move} tiger-e  {move} tiger-w	moves}
{moves lion-moves	{move} lion-n  {move} lion-s  {move} lion-e  {move} lion-w	moves}
{moves elephant-moves	{move} elephant-n  {move} elephant-s  {move} elephant-e  {move} elephant-w	moves}

{pieces
	{piece} rat {moves} rat-moves
	{piece} cat {moves} cat-moves
	{piece} dog {moves} dog-moves
	{piece} wolf {moves} wolf-moves
	{piece} leopard {moves} leopard-moves
	{piece} tiger {moves} tiger-moves
	{piece} lion {moves} lion-moves
	{piece} elephant {moves} elephant-moves
pieces}

{board-setup
	{setup} White rat g3  {setup} Black rat a7
	{setup} White cat b2  {setup} Black cat f8
	{setup} White dog f2  {setup} Black dog b8
	{setup} White wolf c3  {setup} Black wolf e7
	{setup} White leopard e3  {setup} Black leopard c7
	{setup} White tiger a1  {setup} Black tiger g9
	{setup} White lion g1  {setup} Black lion a9
	{setup} White elephant a3  {setup} Black elephant g7
board-setup}

: OnIsGameOver ( -- result )
	current-player White = IF
		d1 player-at Black = IF #LossScore EXIT ENDIF
	ELSE
		d9 player-at White = IF #LossScore EXIT ENDIF
	ENDIF
	stalemate? IF #LossScore EXIT ENDIF
	turn-number 200 > IF #DrawScore EXIT ENDIF
	#UnknownScore
;
