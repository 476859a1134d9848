\ minichess with check rule looked up by hand, castling flag, double step
{board 6 5 {grid} {variable} last-double board}
{directions -1 0 {direction} f 1 0 {direction} b 0 1 {direction} r 0 -1 {direction} l
-1 1 {direction} fr -1 -1 {direction} fl 1 1 {direction} br 1 -1 {direction} bl directions}
{players {player} W {player} B players}
{turn-order {turn} W {turn} B turn-order}
{symmetries B {symmetry} f b B {symmetry} fr br B {symmetry} fl bl symmetries}
DEFER QUEEN
: set-double ( pos -- ) last-double ! ;
: no-double ( -- ) -1 last-double ! ;
: home? ( -- ? ) current-player W = IF here 19 > here 25 < AND ELSE here 4 > here 10 < AND ENDIF ;
: end? ( -- ? ) current-player W = IF here 5 < ELSE here 24 > ENDIF ;
: crown ( -- ) end? IF QUEEN change-type ENDIF ;
: put ( -- ) from here move crown COMPILE no-double add-move ;
: pawn-step ( -- ) f verify empty? verify put ;
: pawn-double ( -- )
  home? verify
  f verify empty? verify
  f verify empty? verify
  from here move
  here COMPILE-LITERAL COMPILE set-double
  add-move ;
: pawn-take-r ( -- ) fr verify enemy? verify put ;
: pawn-take-l ( -- ) fl verify enemy? verify put ;
: passing ( pos -- )
  last-double @ = verify
  here DUP b DROP here SWAP to
  from here move
  capture-at
  COMPILE no-double
  add-move ;
: pawn-pass-r ( -- ) r verify enemy? verify here f verify empty? verify passing ;
: pawn-pass-l ( -- ) l verify enemy? verify here f verify empty? verify passing ;
: go ( -- ) friend? NOT verify from here move COMPILE no-double add-move ;
: slide ( 'd -- ) BEGIN DUP EXECUTE verify friend? NOT verify from here move COMPILE no-double add-move empty? NOT UNTIL DROP ;
: kf f verify go ; : kb b verify go ; : kr r verify go ; : kl l verify go ;
: kfr fr verify go ; : kfl fl verify go ; : kbr br verify go ; : kbl bl verify go ;
: rf ['] f slide ; : rb ['] b slide ; : rr ['] r slide ; : rl ['] l slide ;
: bfr ['] fr slide ; : bfl ['] fl slide ; : bbr ['] br slide ; : bbl ['] bl slide ;
: n1 f verify fr verify go ; : n2 f verify fl verify go ; : n3 b verify br verify go ; : n4 b verify bl verify go ;
: n5 r verify fr verify go ; : n6 r verify br verify go ; : n7 l verify fl verify go ; : n8 l verify bl verify go ;
{moves pawn-m {move} pawn-step {move} pawn-double {move} pawn-take-r {move} pawn-take-l {move} pawn-pass-r {move} pawn-pass-l moves}
{moves king-m {move} kf {move} kb {move} kr {move} kl {move} kfr {move} kfl {move} kbr {move} kbl moves}
{moves rook-m {move} rf {move} rb {move} rr {move} rl moves}
{moves bishop-m {move} bfr {move} bfl {move} bbr {move} bbl moves}
{moves queen-m {move} rf {move} rb {move} rr {move} rl {move} bfr {move} bfl {move} bbr {move} bbl moves}
{moves knight-m {move} n1 {move} n2 {move} n3 {move} n4 {move} n5 {move} n6 {move} n7 {move} n8 moves}
{pieces
 {piece} pawn {moves} pawn-m 1 {value}
 {piece} king {moves} king-m 100 {value}
 {piece} queen {moves} queen-m 9 {value}
 {piece} rook {moves} rook-m 5 {value}
 {piece} bishop {moves} bishop-m 3 {value}
 {piece} knight {moves} knight-m 3 {value}
pieces}
' queen IS QUEEN
{board-setup
 {setup} W king e1 {setup} W queen d1 {setup} W bishop c1 {setup} W knight b1 {setup} W rook a1
 {setup} W pawn a2 {setup} W pawn b2 {setup} W pawn c2 {setup} W pawn d4 {setup} W pawn e2
 {setup} B king a6 {setup} B queen b6 {setup} B bishop c6 {setup} B knight d6 {setup} B rook e6
 {setup} B pawn a5 {setup} B pawn b5 {setup} B pawn c3 {setup} B pawn d5 {setup} B pawn e5
board-setup}
: OnNewGame -1 last-double ! ;
: king? ( player -- ? ) FALSE SWAP 30 0 DO I player-at OVER = I piece-type-at king = AND IF SWAP DROP TRUE SWAP ENDIF LOOP DROP ;
: OnIsGameOver current-player king? IF #UnknownScore ELSE #LossScore ENDIF ;
: OnEvaluate current-player material-balance ;
