\ tafl, custodian
7 CONSTANT R
{board R R {grid} board}
{directions
-1 0 {direction} Up
1 0 {direction} Down
0 -1 {direction} Left
0 1 {direction} Right
directions}
{players {player} Attacker {player} Defender players}
{turn-order {turn} Attacker {turn} Defender turn-order}
: corner? ( -- ? )
  here a1 = here a7 = OR here g1 = OR here g7 = OR
;
: hostile? ( -- ? )
  friend? corner? OR
;
: take ( dir -- )
  DUP EXECUTE IF
    enemy? IF
      here SWAP EXECUTE IF
        hostile? IF capture-at ELSE DROP ENDIF
      ELSE DROP ENDIF
    ELSE DROP ENDIF
  ELSE DROP ENDIF
;
: take-all ( -- )
  here
  DUP to ['] Up take
  DUP to ['] Down take
  DUP to ['] Left take
  DUP to ['] Right take
  to
;
: run ( dir -- )
  BEGIN
    DUP EXECUTE IF
      empty? corner? NOT AND
    ELSE FALSE ENDIF
  WHILE
    from here move
    take-all
    add-move
  REPEAT
  DROP
;
: king-run ( dir -- )
  BEGIN
    DUP EXECUTE IF empty? ELSE FALSE ENDIF
  WHILE
    from here move
    take-all
    add-move
  REPEAT
  DROP
;
: up-run ['] Up run ;
: down-run ['] Down run ;
: left-run ['] Left run ;
: right-run ['] Right run ;
: k-up ['] Up king-run ;
: k-down ['] Down king-run ;
: k-left ['] Left king-run ;
: k-right ['] Right king-run ;
{moves man-moves {move} up-run {move} down-run {move} left-run {move} right-run moves}
{moves king-moves {move} k-up {move} k-down {move} k-left {move} k-right moves}
{pieces
  {piece} man {moves} man-moves
  {piece} king {moves} king-moves
pieces}
: on-corner? ( pos -- ? ) DUP a1 = OVER a7 = OR OVER g1 = OR SWAP g7 = OR ;
: king-home? ( -- ? )
  FALSE
  R R * 0 DO
    I not-empty-at? IF
      I piece-type-at king = IF I on-corner? OR ENDIF
    ENDIF
  LOOP
;
: OnIsGameOver ( -- result )
  king-home? IF
    current-player Defender = IF #WinScore ELSE #LossScore ENDIF
  ELSE
    #UnknownScore
  ENDIF
;
{board-setup
  {setup} Attacker man d1
  {setup} Attacker man d7
  {setup} Attacker man a4
  {setup} Attacker man g4
  {setup} Attacker man b5
  {setup} Defender man d3
  {setup} Defender man c4
  {setup} Defender man f4
  {setup} Defender man d5
  {setup} Defender man c5
  {setup} Defender king d4
board-setup}
