\ dameo-c.4th -- dameo without kings: lines of men move, men jump. As the cookbook says: jump, step, promote (zones).
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

: may-jump? ( -- ? )   \ Whether no man is jumping, or this one is.
	jumper @ 0=  jumper @ from 1+ =  OR
;

: jump ( 'dir -- )   \ Over an enemy to the empty square behind.
	may-jump? verify
	DUP EXECUTE verify
	enemy? verify
	here SWAP EXECUTE verify
	empty? verify
	from here move
	capture-at
	here 1+ jumper later!
	jumping partial-move-type
	add-move
;

: step ( 'dir -- )   \ To the first square in a direction that no friend holds, if it is empty.
	BEGIN DUP EXECUTE verify friend? NOT UNTIL DROP
	empty? verify
	from here move add-move
;

: jump-n ( -- ) ['] n jump ;
: jump-s ( -- ) ['] s jump ;
: jump-e ( -- ) ['] e jump ;
: jump-w ( -- ) ['] w jump ;
: step-n  ( -- ) ['] n  step ;
: step-ne ( -- ) ['] ne step ;
: step-nw ( -- ) ['] nw step ;

{moves man-moves
	{move} jump-n {move-type} jumping   {move} jump-s {move-type} jumping
	{move} jump-e {move-type} jumping   {move} jump-w {move-type} jumping
	{move} step-n {move-type} stepping
	{move} step-ne {move-type} stepping {move} step-nw {move-type} stepping
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

: home-rank ( -- pos )   \ The first square of the rank where the player to move began.
	current-player White = IF a1 ELSE a8 ENDIF
;

: invaded? ( -- ? )   \ Whether an enemy stands on that rank.
	FALSE home-rank DUP 8 + SWAP
	DO I enemy-at? OR LOOP
;

: OnIsGameOver ( -- result )   \ An enemy at home loses, and so does having no move.
	invaded? stalemate? OR IF #LossScore ELSE #UnknownScore ENDIF
;
