\ guards.4th -- kings and rooks on 5 by 5 squares: a king may not be left where it could be taken.
{board 5 5 {grid} 2 {array} kings {variable} notes board}
{directions
	-1 0 {direction} n  1 0 {direction} s  0 1 {direction} e  0 -1 {direction} w
	-1 1 {direction} ne  -1 -1 {direction} nw  1 1 {direction} se  1 -1 {direction} sw
directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}

: king-cell ( -- addr )   current-player player-index kings ;

: slide ( xt -- )   \ As far as there is room, and onto the first enemy.
	BEGIN DUP EXECUTE WHILE
		friend? NOT verify  from here move add-move  empty? verify
	REPEAT DROP
;
: slide-n ['] n slide ;  : slide-s ['] s slide ;  : slide-e ['] e slide ;  : slide-w ['] w slide ;

: step ( ? -- )   \ The king goes one square.
	verify  friend? NOT verify  from here move  here king-cell later!  add-move
;
: step-n n step ;  : step-s s step ;  : step-e e step ;  : step-w w step ;
: step-ne ne step ;  : step-nw nw step ;  : step-se se step ;  : step-sw sw step ;

{moves rook-moves {move} slide-n {move} slide-s {move} slide-e {move} slide-w moves}
{moves king-moves
	{move} step-n {move} step-s {move} step-e {move} step-w
	{move} step-ne {move} step-nw {move} step-se {move} step-sw
moves}
{pieces {piece} king {moves} king-moves {piece} rook {moves} rook-moves 5 {value} pieces}
{board-setup
	{setup} White king c1 {setup} White rook a1 {setup} White rook e1
	{setup} Black king c5 {setup} Black rook a5 {setup} Black rook d4
board-setup}

: OnNewGame ( -- )   c1 0 kings !  c5 1 kings ! ;
: in-check? ( -- ? )   king-cell @ attacked? ;
: OnIsLegal? ( -- ? )   in-check? NOT ;
: OnIsGameOver ( -- result )
	stalemate? IF in-check? IF #LossScore ELSE #DrawScore ENDIF ELSE #UnknownScore ENDIF
;
