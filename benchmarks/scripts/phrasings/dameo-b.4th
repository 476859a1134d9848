\ dameo-b.4th -- dameo without kings: lines of men move, men jump. Copied out by hand.
\
\ White begins. A man goes ahead, straight or slanting, to the first square that no friend holds, if it is empty: so a
\ line of men moves. Enemies beside a man in four directions are jumped when the square behind is empty; that must
\ be done, and the same man goes on as long as it can (simplified: any capture will do). Who has a man on the last
\ rank wins (simplified: there are no kings); who cannot move loses.

{board
	8 8 {grid}
	{variable} jumper   \ 1 more than where the man stands who is jumping, 0 if none is
board}

{directions
	-1 0 {direction} n   1 0 {direction} s   0 1 {direction} e   0 -1 {direction} w
	-1 1 {direction} ne   1 1 {direction} se   -1 -1 {direction} nw   1 -1 {direction} sw
directions}

{players	{player} White  {player} Black	players}
{turn-order	{turn} White    {turn} Black	turn-order}

{symmetries
	Black {symmetry} n s   Black {symmetry} ne se   Black {symmetry} nw sw
symmetries}

1 CONSTANT jumping
2 CONSTANT stepping

VARIABLE victim

: jump-n ( -- )
	jumper @ 0= jumper @ here 1+ = OR verify
	n verify
	enemy? verify
	here victim !
	n verify
	empty? verify
	from here move
	victim @ capture-at
	here 1+ jumper later!
	jumping partial-move-type
	add-move
;

: jump-s ( -- )
	jumper @ 0= jumper @ here 1+ = OR verify
	s verify
	enemy? verify
	here victim !
	s verify
	empty? verify
	from here move
	victim @ capture-at
	here 1+ jumper later!
	jumping partial-move-type
	add-move
;

: jump-e ( -- )
	jumper @ 0= jumper @ here 1+ = OR verify
	e verify
	enemy? verify
	here victim !
	e verify
	empty? verify
	from here move
	victim @ capture-at
	here 1+ jumper later!
	jumping partial-move-type
	add-move
;

: jump-w ( -- )
	jumper @ 0= jumper @ here 1+ = OR verify
	w verify
	enemy? verify
	here victim !
	w verify
	empty? verify
	from here move
	victim @ capture-at
	here 1+ jumper later!
	jumping partial-move-type
	add-move
;

: step-n ( -- )
	n verify
	friend? IF
		n verify
		friend? IF
			n verify
			friend? IF
				n verify
				friend? IF
					n verify
					friend? IF
						n verify
						friend? IF
							n verify
						ENDIF
					ENDIF
				ENDIF
			ENDIF
		ENDIF
	ENDIF
	empty? verify
	from here move
	add-move
;

: step-ne ( -- )
	ne verify
	friend? IF
		ne verify
		friend? IF
			ne verify
			friend? IF
				ne verify
				friend? IF
					ne verify
					friend? IF
						ne verify
						friend? IF
							ne verify
						ENDIF
					ENDIF
				ENDIF
			ENDIF
		ENDIF
	ENDIF
	empty? verify
	from here move
	add-move
;

: step-nw ( -- )
	nw verify
	friend? IF
		nw verify
		friend? IF
			nw verify
			friend? IF
				nw verify
				friend? IF
					nw verify
					friend? IF
						nw verify
						friend? IF
							nw verify
						ENDIF
					ENDIF
				ENDIF
			ENDIF
		ENDIF
	ENDIF
	empty? verify
	from here move
	add-move
;

{moves man-moves
	{move} jump-n {move-type} jumping
	{move} jump-s {move-type} jumping
	{move} jump-e {move-type} jumping
	{move} jump-w {move-type} jumping
	{move} step-n {move-type} stepping
	{move} step-ne {move-type} stepping
	{move} step-nw {move-type} stepping
moves}

{move-priorities
	{move-priority} jumping
	{move-priority} stepping
move-priorities}

{pieces		{piece} man {moves} man-moves	pieces}

{board-setup
	{setup} White man a1  {setup} White man b1  {setup} White man c1  {setup} White man d1  {setup} White man e1  {setup} White man f1  {setup} White man g1  {setup} White man h1
	{setup} White man b2  {setup} White man c2  {setup} White man d2  {setup} White man e2  {setup} White man f2  {setup} White man g2
	{setup} White man c3  {setup} White man d3  {setup} White man e3  {setup} White man f3
	{setup} Black man a8  {setup} Black man b8  {setup} Black man c8  {setup} Black man d8  {setup} Black man e8  {setup} Black man f8  {setup} Black man g8  {setup} Black man h8
	{setup} Black man b7  {setup} Black man c7  {setup} Black man d7  {setup} Black man e7  {setup} Black man f7  {setup} Black man g7
	{setup} Black man c6  {setup} Black man d6  {setup} Black man e6  {setup} Black man f6
board-setup}

: OnNextTurn ( -- )   \ Nobody is jumping any more.
	0 jumper !
	OnNextTurn
;

: OnIsGameOver ( -- result )
	current-player White = IF
		a1 player-at Black = b1 player-at Black = OR c1 player-at Black = OR d1 player-at Black = OR e1 player-at Black = OR f1 player-at Black = OR g1 player-at Black = OR h1 player-at Black = OR
	ELSE
		a8 player-at White = b8 player-at White = OR c8 player-at White = OR d8 player-at White = OR e8 player-at White = OR f8 player-at White = OR g8 player-at White = OR h8 player-at White = OR
	ENDIF
	IF #LossScore EXIT ENDIF
	stalemate? IF #LossScore EXIT ENDIF
	#UnknownScore
;
