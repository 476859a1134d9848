\ dameo-a.4th -- dameo without kings: lines of men move, men jump. Helpers and tables of tokens.
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

CREATE sides   ' n , ' s , ' e , ' w ,
CREATE aheads   ' n , ' ne , ' nw ,

: pick ( i table -- 'dir )	SWAP CELLS + @ ;

: keep-on ( pos -- )   \ Part of a jump: which man has to go on.
	1+ jumper !
;

: mine? ( -- ? )   \ Whether no man is jumping, or this one is.
	jumper @ DUP 0= SWAP from 1+ = OR
;

: jump ( 'dir -- )   \ Over an enemy to the empty square behind.
	DUP EXECUTE IF enemy? ELSE FALSE ENDIF IF
		here SWAP EXECUTE IF empty? ELSE FALSE ENDIF IF
			from here move
			capture-at
			here COMPILE-LITERAL COMPILE keep-on
			jumping partial-move-type
			add-move
		ELSE DROP ENDIF
	ELSE DROP ENDIF
	back
;

: step ( 'dir -- )   \ To the first square behind a line of friends.
	BEGIN DUP EXECUTE IF friend? ELSE FALSE ENDIF WHILE REPEAT DROP
	empty? IF from here move add-move ENDIF
	back
;

: jumps ( -- )	mine? verify 4 0 DO I sides pick jump LOOP ;
: steps ( -- )	3 0 DO I aheads pick step LOOP ;

{moves man-moves
	{move} jumps {move-type} jumping
	{move} steps {move-type} stepping
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

: first-rank ( -- pos )   \ Where the first rank of the player to move begins.
	current-player White = IF a1 ELSE a8 ENDIF
;

: invaded? ( -- ? )
	FALSE 8 0 DO first-rank I + enemy-at? OR LOOP
;

: OnIsGameOver ( -- result )
	invaded? stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF
;
