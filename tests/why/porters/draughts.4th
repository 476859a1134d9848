( draughts by hand )
{board
  8 8 {grid}
  {variable} chain
board}
{directions
  -1  1 {direction} NE
  -1 -1 {direction} NW
   1  1 {direction} SE
   1 -1 {direction} SW
directions}
{players {player} Red {player} White players}
{symmetries
  White {symmetry} NE SE
  White {symmetry} NW SW
symmetries}
{turn-order {turn} Red {turn} White turn-order}
VARIABLE captures
: OnNewGame ( -- ) 0 captures ! ;
: note-capture ( -- ) captures ++ ;
: OnNextTurn ( -- )
  0 captures !
  OnNextTurn
;
: Walk ( dir -- )
  captures @ 0= verify
  EXECUTE verify
  empty? verify
  from here move
  add-move
;
: Hop ( dir -- )
  captures @ 3 < verify
  DUP EXECUTE verify
  enemy? verify
  here SWAP
  EXECUTE verify
  empty? verify
  from here move
  capture-at
  COMPILE note-capture
  add-move
;
: WalkNE ( -- ) ['] NE Walk ;
: WalkNW ( -- ) ['] NW Walk ;
: WalkSE ( -- ) ['] SE Walk ;
: WalkSW ( -- ) ['] SW Walk ;
: HopNE ( -- ) ['] NE Hop ;
: HopNW ( -- ) ['] NW Hop ;
: HopSE ( -- ) ['] SE Hop ;
: HopSW ( -- ) ['] SW Hop ;
{moves ManMoves
  {move} HopNE {move-type} Jump
  {move} HopNW {move-type} Jump
  {move} WalkNE {move-type} Plain
  {move} WalkNW {move-type} Plain
moves}
{moves KingMoves
  {move} HopNE {move-type} Jump
  {move} HopNW {move-type} Jump
  {move} HopSE {move-type} Jump
  {move} HopSW {move-type} Jump
  {move} WalkNE {move-type} Plain
  {move} WalkNW {move-type} Plain
  {move} WalkSE {move-type} Plain
  {move} WalkSW {move-type} Plain
moves}
{move-priorities
  {move-priority} Jump
  {move-priority} Plain
move-priorities}
{pieces
  {piece} Man {moves} ManMoves
  {piece} King {moves} KingMoves
pieces}
{board-setup
  {setup} Red Man a3
  {setup} Red Man c3
  {setup} Red Man e3
  {setup} Red King g3
  {setup} White Man b6
  {setup} White Man d6
  {setup} White Man f6
  {setup} White King h6
board-setup}
