( dobutsu, little shogi: captured men return from the hand; hands are board variables )
{board 4 3 {grid}
  {variable} hand-A-chick {variable} hand-A-giraffe {variable} hand-A-elephant
  {variable} hand-B-chick {variable} hand-B-giraffe {variable} hand-B-elephant
board}
{directions -1 0 {direction} f 1 0 {direction} b 0 1 {direction} r 0 -1 {direction} l
 -1 1 {direction} fr -1 -1 {direction} fl 1 1 {direction} br 1 -1 {direction} bl directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
{symmetries B {symmetry} f b B {symmetry} fr br B {symmetry} fl bl symmetries}
DEFER CHICK DEFER GIRAFFE DEFER ELEPHANT DEFER LION DEFER HEN
: hand-of ( type -- addr )
  current-player A = IF
    DUP CHICK = IF DROP hand-A-chick ELSE
    GIRAFFE = IF hand-A-giraffe ELSE hand-A-elephant ENDIF ENDIF
  ELSE
    DUP CHICK = IF DROP hand-B-chick ELSE
    GIRAFFE = IF hand-B-giraffe ELSE hand-B-elephant ENDIF ENDIF
  ENDIF ;
: gain ( type -- ) hand-of ++ ;
: spend ( type -- ) hand-of -- ;
: demoted ( type -- type ) DUP HEN = IF DROP CHICK ENDIF ;
: collect ( -- )
  enemy? IF
    piece-type LION <> IF
      piece-type demoted COMPILE-LITERAL COMPILE gain
    ENDIF
  ENDIF ;
: far? ( -- ? ) current-player A = IF here 3 < ELSE here 8 > ENDIF ;
: grow ( -- ) current-piece-type CHICK = far? AND IF HEN change-type ENDIF ;
: step ( 'd -- ) EXECUTE verify friend? NOT verify from here move grow collect add-move ;
: sf ['] f step ;  : sb ['] b step ;  : sr ['] r step ;  : sl ['] l step ;
: sfr ['] fr step ;  : sfl ['] fl step ;  : sbr ['] br step ;  : sbl ['] bl step ;
: put ( -- )
  current-piece-type hand-of @ 0> verify
  empty? verify
  drop
  current-piece-type COMPILE-LITERAL COMPILE spend
  add-move ;
{moves chick-m {move} sf moves}
{moves giraffe-m {move} sf {move} sb {move} sr {move} sl moves}
{moves elephant-m {move} sfr {move} sfl {move} sbr {move} sbl moves}
{moves lion-m {move} sf {move} sb {move} sr {move} sl {move} sfr {move} sfl {move} sbr {move} sbl moves}
{moves hen-m {move} sf {move} sb {move} sr {move} sl {move} sfr {move} sfl moves}
{moves put-m {move} put moves}
{pieces
  {piece} chick {moves} chick-m {drops} put-m 1 {value}
  {piece} giraffe {moves} giraffe-m {drops} put-m 3 {value}
  {piece} elephant {moves} elephant-m {drops} put-m 3 {value}
  {piece} lion {moves} lion-m 100 {value}
  {piece} hen {moves} hen-m 4 {value}
pieces}
' chick IS CHICK ' giraffe IS GIRAFFE ' elephant IS ELEPHANT ' lion IS LION ' hen IS HEN
{board-setup {setup} A elephant a1 {setup} A lion b1 {setup} A giraffe c1 {setup} A chick b2
 {setup} B giraffe a4 {setup} B lion b4 {setup} B elephant c4 {setup} B chick b3 board-setup}
: alive? ( player -- ? ) FALSE SWAP 12 0 DO I player-at OVER = I piece-type-at LION = AND IF SWAP DROP TRUE SWAP ENDIF LOOP DROP ;
: OnIsGameOver current-player alive? IF #UnknownScore ELSE #LossScore ENDIF ;
: OnEvaluate current-player material-balance ;
