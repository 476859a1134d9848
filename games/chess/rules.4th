\ rules.4th -- what chess has in common with its variants, on boards of any size.
\
\ The script that LOADs it has declared a `{board` with `kings`, where the kings stand, and
\ named the types. Move words make what a piece could do; OnIsLegal? takes out what leaves the own king in check.

: king-cell ( -- addr )   current-player player-index kings ;
DEFER threatened? ( pos -- ? )   \ Whether a king there could be taken.
: takeable? ( pos -- ? )   attacked? ;   ' takeable? IS threatened?

: in-check? ( -- ? )   king-cell @ attacked? ;

{directions
	-1  0 {direction} n     1  0 {direction} s     0  1 {direction} e     0 -1 {direction} w
	-1  1 {direction} ne    1  1 {direction} se    1 -1 {direction} sw   -1 -1 {direction} nw
	-2  1 {direction} nne  -1  2 {direction} ene   1  2 {direction} ese   2  1 {direction} sse
	 2 -1 {direction} ssw   1 -2 {direction} wsw  -1 -2 {direction} wnw  -2 -1 {direction} nnw
directions}

{players     {player} White  {player} Black  players}
{turn-order  {turn} White    {turn} Black    turn-order}

{symmetries   \ Moves are written as White makes them. A knight's are eight for both: no need to turn.
	Black {symmetry} n s    Black {symmetry} ne se    Black {symmetry} nw sw
symmetries}

\ ---- Moves ----

DEFER finish ( -- )   \ Ends a move from `from` to `here` that has been recorded.
' add-move IS finish

: go ( -- )    enemy? IF progress ENDIF from here move finish ;
: step ( ? -- )   verify friend? NOT verify go ;   \ Behind a direction.

: slide ( dir -- )   \ Any number of squares, up to the first piece.
	BEGIN DUP EXECUTE WHILE
		friend? NOT verify  go  empty? verify
	REPEAT DROP
;

: slide-n  ( -- ) ['] n  slide ;   : slide-s  ( -- ) ['] s  slide ;
: slide-e  ( -- ) ['] e  slide ;   : slide-w  ( -- ) ['] w  slide ;
: slide-ne ( -- ) ['] ne slide ;   : slide-nw ( -- ) ['] nw slide ;
: slide-se ( -- ) ['] se slide ;   : slide-sw ( -- ) ['] sw slide ;
: leap-nne ( -- ) nne step ;       : leap-ene ( -- ) ene step ;
: leap-ese ( -- ) ese step ;       : leap-sse ( -- ) sse step ;
: leap-ssw ( -- ) ssw step ;       : leap-wsw ( -- ) wsw step ;
: leap-wnw ( -- ) wnw step ;       : leap-nnw ( -- ) nnw step ;

: king-step ( ? -- )   \ A step that `kings` follows.
	verify friend? NOT verify
	enemy? IF progress ENDIF  from here move  here king-cell later!  finish
;

: king-n  ( -- ) n  king-step ;   : king-s  ( -- ) s  king-step ;
: king-e  ( -- ) e  king-step ;   : king-w  ( -- ) w  king-step ;
: king-ne ( -- ) ne king-step ;   : king-nw ( -- ) nw king-step ;
: king-se ( -- ) se king-step ;   : king-sw ( -- ) sw king-step ;

\ ---- Lists of moves ----

{moves knight-moves
	{move} leap-nne {move} leap-ene {move} leap-ese {move} leap-sse
	{move} leap-ssw {move} leap-wsw {move} leap-wnw {move} leap-nnw moves}
{moves bishop-moves  {move} slide-ne {move} slide-nw {move} slide-se {move} slide-sw moves}
{moves rook-moves    {move} slide-n {move} slide-s {move} slide-e {move} slide-w moves}
{moves queen-moves
	{move} slide-n {move} slide-s {move} slide-e {move} slide-w
	{move} slide-ne {move} slide-nw {move} slide-se {move} slide-sw moves}
{moves king-moves
	{move} king-n {move} king-s {move} king-e {move} king-w
	{move} king-ne {move} king-nw {move} king-se {move} king-sw moves}

\ ---- The rule about kings, and the end ----

: OnIsLegal? ( -- ? )    king-cell @ attacked? NOT ;

: mated ( -- )           stalemate? IF in-check? IF current-player loses ENDIF ENDIF ;
: stuck ( -- )           stalemate? IF draw ENDIF ;
: thrice ( -- )          repetitions 2 > IF draw ENDIF ;
: quiet-for-long ( -- )  quiet-turns 99 > IF draw ENDIF ;

{endings
	mated          {ending} checkmate   2 {priority}
	stuck          {ending} stalemate   1 {priority}
	thrice         {ending} repetition
	quiet-for-long {ending} fifty-moves
endings}

\ ---- Kings of a position that was set from outside ----

: find-king ( player -- )   \ Note where a player's king stands, -1 if nowhere.
	-1 OVER player-index kings !
	$positions @ 0 DO
		DUP king OR I piece-at = IF I OVER player-index kings ! ENDIF
	LOOP DROP
;

: find-kings ( -- )   White find-king  Black find-king ;
