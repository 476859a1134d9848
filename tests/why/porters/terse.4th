{board 5 5 {grid} board}
{directions -1 0 {direction} u 1 0 {direction} d 0 1 {direction} r 0 -1 {direction} l directions}
{players {player} A {player} Z {neutral} N players}
{turn-order {turn} A {turn} Z turn-order}
VARIABLE k VARIABLE q
: c 0 k ! u IF friend? IF k ++ ENDIF ENDIF from to d IF friend? IF k ++ ENDIF ENDIF
from to r IF friend? IF k ++ ENDIF ENDIF from to l IF friend? IF k ++ ENDIF ENDIF from to ;
: p piece-value ;
: m c k @ 1 >= verify EXECUTE verify enemy? NOT verify friend? NOT verify from here move add-move ;
: x c k @ 2 >= verify EXECUTE verify enemy? verify
piece p from piece-at p <= verify from here move add-move ;
: mu ['] u m ;
: md ['] d m ;
: mr ['] r m ;
: ml ['] l m ;
: xu ['] u x ;
: xd ['] d x ;
: xr ['] r x ;
: xl ['] l x ;
{moves o {move} mu {move} md {move} mr {move} ml {move} xu {move} xd {move} xr {move} xl moves}
{pieces {piece} w {moves} o 2 {value} {piece} h {moves} o 5 {value} pieces}
{board-setup {setup} A w b1 {setup} A h b2 {setup} A w b3 {setup} A w c2
{setup} Z w b4 {setup} Z h d2 {setup} Z w d3 {setup} Z w e5 {setup} N h a2 board-setup}
