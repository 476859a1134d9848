\ castling-like flags and a double step
{board 8 4 {grid} {variable} moved-w {variable} moved-b {variable} ep board}
{directions -1 0 {direction} up 1 0 {direction} dn 0 1 {direction} ea 0 -1 {direction} we
-1 1 {direction} ue -1 -1 {direction} uw 1 1 {direction} de 1 -1 {direction} dw directions}
{players {player} W {player} B players}
{symmetries B {symmetry} up dn B {symmetry} ue de B {symmetry} uw dw symmetries}
{turn-order {turn} W {turn} B turn-order}
: OnNewGame ( -- ) -1 ep ! ;
: set-ep ( pos -- ) ep ! ;
: clear-ep ( -- ) -1 ep ! ;
: note-king ( -- ) current-player W = IF moved-w ++ ELSE moved-b ++ ENDIF ;
: plain ( -- ) COMPILE clear-ep add-move ;
: home-row? ( -- ? ) current-player W = IF from 23 > ELSE from 8 < ENDIF ;
: step ( -- ) up verify empty? verify from here move plain ;
: double ( -- )
  home-row? verify
  up verify empty? verify
  here
  up verify empty? verify
  from here move
  COMPILE-LITERAL COMPILE set-ep
  add-move
;
: take-e ( -- ) ue verify enemy? verify from here move plain ;
: take-w ( -- ) uw verify enemy? verify from here move plain ;
: pass-e ( -- ) ue verify here ep @ = verify empty? verify from here move dn verify capture plain ;
: pass-w ( -- ) uw verify here ep @ = verify empty? verify from here move dn verify capture plain ;
: king-moved? ( -- ? ) current-player W = IF moved-w @ ELSE moved-b @ ENDIF ;
: kstep ( 'd -- ) EXECUTE verify friend? NOT verify from here move COMPILE note-king plain ;
: kn ['] up kstep ; : ks ['] dn kstep ; : ke ['] ea kstep ; : kw ['] we kstep ;
: leap ( -- )
  king-moved? 0= verify
  ea verify empty? verify
  ea verify empty? verify
  from here move COMPILE note-king plain
;
{moves pm {move} step {move} double {move} take-e {move} take-w {move} pass-e {move} pass-w moves}
{moves km {move} kn {move} ks {move} ke {move} kw {move} leap moves}
{pieces {piece} P {moves} pm {piece} K {moves} km pieces}
{board-setup
 {setup} W P a2 {setup} W P b2 {setup} W K a1 {setup} W P c5
 {setup} B P b7 {setup} B P d7 {setup} B K a8 {setup} B P c3
board-setup}
