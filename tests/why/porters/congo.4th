( Small Congo. Everything written out by hand. )
7 CONSTANT ROWS
7 CONSTANT COLS
{board ROWS COLS {grid} board}
{directions
  -1  0 {direction} North    1  0 {direction} South
   0  1 {direction} East     0 -1 {direction} West
  -1  1 {direction} NE      -1 -1 {direction} NW
   1  1 {direction} SE       1 -1 {direction} SW
directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
{symmetries
  Black {symmetry} North South
  Black {symmetry} NE SE
  Black {symmetry} NW SW
symmetries}

: RIVER? ( -- ? ) here 20 > here 28 < AND ;
: CASTLE? ( -- ? )
  here COLS MOD DUP 1 > SWAP 5 < AND
  here 14 < here 34 > OR AND ;
: LAND ( -- )
  friend? NOT verify
  from here move
  add-move ;

: PAWN-N  North verify LAND ;
: PAWN-NE NE verify LAND ;
: PAWN-NW NW verify LAND ;
: PAWN-BACK
  from 20 <= current-player White = AND
  from 28 >= current-player Black = AND OR verify
  South verify empty? verify
  LAND
  South verify empty? verify
  LAND ;
: LION-N North verify CASTLE? verify LAND ;
: LION-S South verify CASTLE? verify LAND ;
: LION-E East verify CASTLE? verify LAND ;
: LION-W West verify CASTLE? verify LAND ;
: LION-NE NE verify CASTLE? verify LAND ;
: LION-NW NW verify CASTLE? verify LAND ;
: LION-SE SE verify CASTLE? verify LAND ;
: LION-SW SW verify CASTLE? verify LAND ;
: ZEBRA-NNE North verify NE verify LAND ;
: ZEBRA-NNW North verify NW verify LAND ;
: ZEBRA-SSE South verify SE verify LAND ;
: ZEBRA-SSW South verify SW verify LAND ;
: ZEBRA-EEN East verify NE verify LAND ;
: ZEBRA-EES East verify SE verify LAND ;
: ZEBRA-WWN West verify NW verify LAND ;
: ZEBRA-WWS West verify SW verify LAND ;
: ELEPHANT-N North verify LAND ;
: ELEPHANT-NN North verify North verify LAND ;
: ELEPHANT-S South verify LAND ;
: ELEPHANT-SS South verify South verify LAND ;
: ELEPHANT-E East verify LAND ;
: ELEPHANT-EE East verify East verify LAND ;
: ELEPHANT-W West verify LAND ;
: ELEPHANT-WW West verify West verify LAND ;
: MONKEY-N
  North verify enemy? verify here
  North verify empty? verify
  from here move capture-at add-move ;
: MONKEY-NE
  NE verify enemy? verify here
  NE verify empty? verify
  from here move capture-at add-move ;
: MONKEY-NW
  NW verify enemy? verify here
  NW verify empty? verify
  from here move capture-at add-move ;
: MONKEY-STEP-N North verify LAND ;
: MONKEY-STEP-NE NE verify LAND ;
: MONKEY-STEP-NW NW verify LAND ;

{moves pawns {move} PAWN-N {move} PAWN-NE {move} PAWN-NW {move} PAWN-BACK moves}
{moves lions
  {move} LION-N {move} LION-S {move} LION-E {move} LION-W
  {move} LION-NE {move} LION-NW {move} LION-SE {move} LION-SW
moves}
{moves zebras
  {move} ZEBRA-NNE {move} ZEBRA-NNW {move} ZEBRA-SSE {move} ZEBRA-SSW
  {move} ZEBRA-EEN {move} ZEBRA-EES {move} ZEBRA-WWN {move} ZEBRA-WWS
moves}
{moves elephants
  {move} ELEPHANT-N {move} ELEPHANT-NN {move} ELEPHANT-S {move} ELEPHANT-SS
  {move} ELEPHANT-E {move} ELEPHANT-EE {move} ELEPHANT-W {move} ELEPHANT-WW
moves}
{moves monkeys
  {move} MONKEY-N {move} MONKEY-NE {move} MONKEY-NW
  {move} MONKEY-STEP-N {move} MONKEY-STEP-NE {move} MONKEY-STEP-NW
moves}
{pieces
  {piece} Pawn {moves} pawns 1 {value}
  {piece} Lion {moves} lions 100 {value}
  {piece} Zebra {moves} zebras 4 {value}
  {piece} Elephant {moves} elephants 5 {value}
  {piece} Monkey {moves} monkeys 3 {value}
pieces}
{board-setup
  {setup} White Monkey b1 {setup} White Elephant c1 {setup} White Lion d1
  {setup} White Elephant e1 {setup} White Zebra f1
  {setup} White Pawn b2 {setup} White Pawn c2 {setup} White Pawn d2 {setup} White Pawn e3 {setup} White Pawn f2
  {setup} White Pawn g5
  {setup} Black Monkey b7 {setup} Black Elephant c7 {setup} Black Lion d7
  {setup} Black Elephant e7 {setup} Black Zebra f7
  {setup} Black Pawn a2 {setup} Black Pawn c3 {setup} Black Pawn d6 {setup} Black Pawn e5 {setup} Black Pawn f6
board-setup}
: has-lion? ( player -- ? )
  FALSE SWAP ROWS COLS * 0 DO
    I player-at OVER = I piece-type-at Lion = AND IF SWAP DROP TRUE SWAP ENDIF
  LOOP DROP ;
: OnIsGameOver
  current-player has-lion? IF #UnknownScore ELSE #LossScore ENDIF ;
