\ rules by DEFER
DEFER may-land?
DEFER after-move
{board 5 5 {grid} {variable} marks board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} X {player} O players}
{turn-order {turn} X {turn} O turn-order}
: (go) ( xt -- )
  EXECUTE verify
  may-land? verify
  from here move
  COMPILE after-move
  add-move
;
: gn ['] n (go) ; : gs ['] s (go) ; : ge ['] e (go) ; : gw ['] w (go) ;
: hunter-land ( -- ? ) friend? NOT ;
: plain-land ( -- ? ) empty? ;
: count-move ( -- ) marks ++ ;
' hunter-land IS may-land?
' count-move IS after-move
: rest marks @ 2 >= verify Pass ;
{moves m {move} gn {move} gs {move} ge {move} gw {move} rest moves}
{pieces {piece} p {moves} m pieces}
{board-setup
  {setup} X p b2 {setup} X p c2 {setup} O p b3 {setup} O p d2 {setup} O p e5
board-setup}
