\ a capture race; each side has runners and a wall
{board 6 5 {grid} {variable} tempo board}
{directions
  -1 0 {direction} fwd   1 0 {direction} bwd
  0 1 {direction} rgt    0 -1 {direction} lft
  -1 1 {direction} fr   -1 -1 {direction} fl
  1 1 {direction} br    1 -1 {direction} bl
directions}
{players {player} South {player} North players}
{symmetries
  North {symmetry} fwd bwd
  North {symmetry} fr br
  North {symmetry} fl bl
symmetries}
{turn-order {turn} South {turn} North turn-order}
VARIABLE steps-made
: free-or-foe? ( -- ? ) empty? enemy? OR ;
: go ( 'way -- )
  EXECUTE verify
  free-or-foe? verify
  from here move
  add-move
;
: quiet ( 'way -- )
  EXECUTE verify
  empty? verify
  from here move
  add-move
;
: strike ( 'way -- )
  EXECUTE verify
  enemy? verify
  from here move
  add-move
;
: dash ( 'way -- )
  0 steps-made !
  BEGIN
    DUP EXECUTE empty? AND
    steps-made @ 3 < AND
  WHILE
    from here move
    add-move
    steps-made ++
  REPEAT DROP
;
: run-f ['] fwd quiet ;
: hit-r ['] fr strike ;
: hit-l ['] fl strike ;
: wall-l ['] lft go ;
: wall-r ['] rgt go ;
: dash-f ['] fwd dash ;
: dash-b ['] bwd dash ;
: dash-r ['] rgt dash ;
: dash-l ['] lft dash ;
{moves runner-moves {move} run-f {move} hit-r {move} hit-l moves}
{moves wall-moves {move} wall-l {move} wall-r moves}
{moves dasher-moves {move} dash-f {move} dash-b {move} dash-r {move} dash-l moves}
{pieces
  {piece} runner {moves} runner-moves 1 {value}
  {piece} wall {moves} wall-moves 2 {value}
  {piece} dasher {moves} dasher-moves 4 {value}
pieces}
: far-row? ( pos -- ? )
  current-player South = IF 24 > ELSE 5 < ENDIF
;
: OnIsGameOver ( -- r )
  FALSE
  30 0 DO
    I enemy-at? IF I piece-type-at runner = IF I far-row? OR ENDIF ENDIF
  LOOP
  IF #LossScore ELSE move-count 0= IF #LossScore ELSE #UnknownScore ENDIF ENDIF
;
{board-setup
  {setup} South runner a2 {setup} South runner c2 {setup} South wall b1 {setup} South dasher e1
  {setup} North runner b3 {setup} North runner d5 {setup} North wall d6 {setup} North dasher a6
board-setup}
