\ stones
5 CONSTANT N
N N * CONSTANT N2
{board N N {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} B {player} W players}
{turn-order {turn} B {turn} W turn-order}
N2 [] mark[]
VARIABLE libs
VARIABLE who
VARIABLE taken
: clear-marks N2 0 DO 0 I mark[] ! LOOP ;
: near ( dir -- )
  EXECUTE IF
    empty? IF libs ++ ENDIF
  ENDIF
;
: count-libs ( pos -- )
  DUP to ['] n near
  DUP to ['] s near
  DUP to ['] e near
  DUP to ['] w near
  to
;
: spread? ( pos 'dir -- ? )
  SWAP to EXECUTE IF
    here mark[] @ 0= not-empty? AND IF player who @ = ELSE FALSE ENDIF
  ELSE FALSE ENDIF
;
: flood ( pos -- )
  1 OVER mark[] !
  DUP count-libs
  DUP ['] n spread? IF here RECURSE ENDIF
  DUP ['] s spread? IF here RECURSE ENDIF
  DUP ['] e spread? IF here RECURSE ENDIF
  DUP ['] w spread? IF here RECURSE ENDIF
  DROP
;
: take-marked N2 0 DO I mark[] @ IF I capture-at ENDIF LOOP ;
: attack ( pos 'dir -- )
  SWAP to EXECUTE IF
    enemy? IF
      clear-marks 0 libs !
      player who !
      here flood
      libs @ 2 < IF take-marked TRUE taken ! ENDIF
    ENDIF
  ENDIF
;
: put ( -- )
  empty? verify
  FALSE taken !
  here
  DUP ['] n attack
  DUP ['] s attack
  DUP ['] e attack
  DUP ['] w attack
  clear-marks 0 libs !
  current-player who !
  DUP flood
  taken @ libs @ 0> OR verify
  to
  drop
  add-move
;
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
{board-setup
  {setup} W stone b5 {setup} W stone a4
  {setup} B stone d4 {setup} W stone d3 {setup} B stone c3 {setup} B stone e3
  {setup} B stone b1
board-setup}
