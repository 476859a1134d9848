( Push - two or three marbles in a row shove fewer of the other side. By R. )
{board 7 7 {grid} {variable} out-of-A {variable} out-of-B board}
{directions -1 0 {direction} UP 1 0 {direction} DN 0 -1 {direction} LT 0 1 {direction} RT directions}
{players {player} A {player} B players}
{turn-order {turn} A {turn} B turn-order}
VARIABLE mine VARIABLE theirs VARIABLE dropped
3 CONSTANT MOST
: A-out out-of-A ++ ;
: B-out out-of-B ++ ;
: count-mine ( 'dir -- 'dir )
  1 mine !
  BEGIN DUP EXECUTE IF friend? ELSE FALSE ENDIF WHILE mine ++ REPEAT ;
VARIABLE edge
: count-theirs ( 'dir -- 'dir )
  0 theirs ! 0 edge !
  BEGIN enemy? edge @ 0= AND WHILE
    theirs ++
    DUP EXECUTE NOT IF -1 edge ! ENDIF
  REPEAT ;
: note-loss ( -- ) current-player A = IF COMPILE B-out ELSE COMPILE A-out ENDIF ;
: shove ( 'dir -- )
  count-mine
  mine @ MOST <= verify
  enemy? IF
    here SWAP
    count-theirs
    mine @ theirs @ > verify
    edge @ IF
      note-loss
      DROP
    ELSE
      empty? verify
      DROP
      next-player here create-player-at
    ENDIF
    from SWAP move
  ELSE
    DROP
    empty? verify
    mine @ 0> verify
    from here move
  ENDIF
  add-move ;
: go-up ['] UP shove ;
: go-dn ['] DN shove ;
: go-lt ['] LT shove ;
: go-rt ['] RT shove ;
{moves shoves {move} go-up {move} go-dn {move} go-lt {move} go-rt moves}
{pieces {piece} ball {moves} shoves pieces}
{board-setup
  {setup} A ball b3 {setup} A ball c3 {setup} A ball d3 {setup} A ball b2 {setup} A ball c2 {setup} A ball d5 {setup} A ball e1
  {setup} B ball e3 {setup} B ball f3 {setup} B ball e2 {setup} B ball e5 {setup} B ball f6 {setup} B ball b4 {setup} B ball d6
board-setup}
: OnNewGame 0 out-of-A ! 0 out-of-B ! ;
: OnIsGameOver
  out-of-A @ 2 >= IF current-player A = IF #LossScore ELSE #WinScore ENDIF ELSE
  out-of-B @ 2 >= IF current-player B = IF #LossScore ELSE #WinScore ENDIF ELSE
  stalemate? IF #LossScore ELSE #UnknownScore ENDIF ENDIF ENDIF ;
