\ hasami-b.4th -- hasami shogi: men that move like rooks and take between two. Copied out by hand.
\
\ Nine men each on the nearest rank of nine by nine squares; White begins. A man slides; enemies in a row
\ between where it stops and another man of its player are taken, in four directions (not in corners).
\ Who has fewer than two men, or no move, loses; the game is a draw after two hundred turns.

{board	9 9 {grid}	board}
{players	{player} White  {player} Black	players}
{turn-order	{turn} White    {turn} Black	turn-order}

{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
directions}

VARIABLE target
VARIABLE count

: go-n ( -- )
	BEGIN n IF empty? ELSE FALSE ENDIF WHILE
		here target !
		from here move
		target @ to  0 count !
		BEGIN n IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN n DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN s IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN s DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN e IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN e DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN w IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN w DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to
		add-move
	REPEAT
;

: go-s ( -- )
	BEGIN s IF empty? ELSE FALSE ENDIF WHILE
		here target !
		from here move
		target @ to  0 count !
		BEGIN n IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN n DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN s IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN s DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN e IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN e DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN w IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN w DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to
		add-move
	REPEAT
;

: go-e ( -- )
	BEGIN e IF empty? ELSE FALSE ENDIF WHILE
		here target !
		from here move
		target @ to  0 count !
		BEGIN n IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN n DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN s IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN s DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN e IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN e DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN w IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN w DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to
		add-move
	REPEAT
;

: go-w ( -- )
	BEGIN w IF empty? ELSE FALSE ENDIF WHILE
		here target !
		from here move
		target @ to  0 count !
		BEGIN n IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN n DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN s IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN s DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN e IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN e DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to  0 count !
		BEGIN w IF enemy? ELSE FALSE ENDIF WHILE count ++ REPEAT
		friend? count @ 0 > AND IF
			target @ to
			BEGIN w DROP enemy? WHILE here capture-at REPEAT
		ENDIF
		target @ to
		add-move
	REPEAT
;

{moves man-moves
	{move} go-n  {move} go-s  {move} go-e  {move} go-w
moves}

{pieces		{piece} man {moves} man-moves	pieces}

{board-setup
	{setup} White man a1  {setup} White man b1  {setup} White man c1  {setup} White man d1  {setup} White man e1
	{setup} White man f1  {setup} White man g1  {setup} White man h1  {setup} White man i1
	{setup} Black man a9  {setup} Black man b9  {setup} Black man c9  {setup} Black man d9  {setup} Black man e9
	{setup} Black man f9  {setup} Black man g9  {setup} Black man h9  {setup} Black man i9
board-setup}

: OnIsGameOver ( -- result )
	0 count !
	81 0 DO I player-at current-player = IF count ++ ENDIF LOOP
	count @ 2 < IF #LossScore EXIT ENDIF
	stalemate? IF #LossScore EXIT ENDIF
	turn-number 200 > IF #DrawScore EXIT ENDIF
	#UnknownScore
;
