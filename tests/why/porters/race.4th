\ royal race: a track of links, four throwing sticks as one die
{board
  {position} p0 {position} p1 {position} p2 {position} p3 {position} p4 {position} p5
  {position} p6 {position} p7 {position} p8 {position} p9 {position} p10 {position} p11
  {position} goal {position} die {position} homeR {position} homeG
board}
{directions
  {link} fwd p0 p1 {link} fwd p1 p2 {link} fwd p2 p3 {link} fwd p3 p4
  {link} fwd p4 p5 {link} fwd p5 p6 {link} fwd p6 p7 {link} fwd p7 p8
  {link} fwd p8 p9 {link} fwd p9 p10 {link} fwd p10 p11 {link} fwd p11 goal
directions}
{players {player} Red {player} Green {player} ?Stick {random} players}
{turn-order {turn} ?Stick {turn} Red {turn} ?Stick {turn} Green turn-order}
DEFER D1
: throw ( -- ) here die = verify current-player ?Stick = verify drop add-move ;
: thrown ( -- n ) die piece-type-at D1 - 1+ ;
: safe? ( pos -- ? ) DUP p3 = OVER p7 = OR SWAP p11 = OR ;
: home-of ( player -- pos ) Red = IF homeR ELSE homeG ENDIF ;
: step-n ( n -- ) BEGIN fwd verify 1- DUP 0= UNTIL DROP ;
: run ( -- )
  thrown step-n
  friend? here goal <> AND NOT verify
  enemy? IF
    here safe? NOT verify
  ENDIF
  from here move
  enemy? IF
    player piece-type OVER home-of create-player-piece-type-at
  ENDIF
  here goal = IF capture ENDIF
  add-move ;
: enter ( -- )
  here current-player home-of = verify
  thrown 3 > verify
  p0 to friend? NOT verify
  from here move
  add-move ;
{moves runs {move} run {move-type} normal {move} enter {move-type} normal {move} Pass {move-type} passing moves}
{moves throws {move} throw {move-type} normal moves}
{move-priorities {move-priority} normal {move-priority} passing move-priorities}
{pieces
  {piece} horse {moves} runs
  {piece} one {drops} throws
  {piece} two {drops} throws
  {piece} three {drops} throws
  {piece} four {drops} throws
pieces}
' one IS D1
{board-setup
  {setup} Red horse p0 {setup} Red horse p2 {setup} Red horse homeR
  {setup} Green horse p4 {setup} Green horse p3 {setup} Green horse homeG
  {setup} ?Stick two die
board-setup}
: horses ( player -- n ) 0 SWAP 12 0 DO I player-at OVER = IF SWAP 1+ SWAP ENDIF LOOP
  DUP home-of player-at OVER = IF SWAP 1+ SWAP ENDIF DROP ;
: OnIsGameOver ( -- result ) #UnknownScore
  Red horses 0= IF DROP current-player Red = IF #WinScore ELSE #LossScore ENDIF ENDIF
  Green horses 0= IF DROP current-player Green = IF #WinScore ELSE #LossScore ENDIF ENDIF ;
