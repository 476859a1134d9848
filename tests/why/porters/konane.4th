\ Konane on 6x6. First each side takes a stone away, then jumps.
6 CONSTANT N
{board N N {grid} {variable} plies board}
{directions
  -1 0 {direction} up-dir 1 0 {direction} down-dir 0 -1 {direction} left-dir 0 1 {direction} right-dir
directions}
{players {player} Dark {player} Light players}
{turn-order {turn} Dark {turn} Light turn-order}
: ply++ plies ++ ;
: middle? ( -- ? ) here c3 = here d4 = OR here a6 = OR here f1 = OR ;
VARIABLE gap-near
: near-gap? ( 'dir -- ) here SWAP EXECUTE IF empty? IF TRUE gap-near ! ENDIF ENDIF to ;
: beside-gap? ( -- ? )
  FALSE gap-near !
  ['] up-dir near-gap? ['] down-dir near-gap? ['] left-dir near-gap? ['] right-dir near-gap?
  gap-near @ ;
: take-first ( -- )
  plies @ 0= verify
  middle? verify
  capture COMPILE ply++ add-move ;
: take-second ( -- )
  plies @ 1 = verify
  beside-gap? verify
  capture COMPILE ply++ add-move ;
: hop-1 ( 'dir -- )
  plies @ 1 > verify
  DUP EXECUTE verify
  enemy? verify
  here SWAP
  EXECUTE verify
  empty? verify
  from here move
  capture-at
  COMPILE ply++
  add-move ;
: hop-2 ( 'dir -- )
  plies @ 1 > verify
  DUP EXECUTE verify enemy? verify here SWAP
  DUP EXECUTE verify empty? verify
  DUP EXECUTE verify enemy? verify here SWAP
  EXECUTE verify empty? verify
  from here move
  capture-at capture-at
  COMPILE ply++
  add-move ;
: hop-u ['] up-dir hop-1 ;
: hop-d ['] down-dir hop-1 ;
: hop-l ['] left-dir hop-1 ;
: hop-r ['] right-dir hop-1 ;
: hop-uu ['] up-dir hop-2 ;
: hop-dd ['] down-dir hop-2 ;
: hop-ll ['] left-dir hop-2 ;
: hop-rr ['] right-dir hop-2 ;
{moves stone-moves
  {move} take-first {move} take-second
  {move} hop-u {move} hop-d {move} hop-l {move} hop-r
  {move} hop-uu {move} hop-dd {move} hop-ll {move} hop-rr
moves}
{pieces {piece} stone {moves} stone-moves pieces}
{board-setup
  {setup} Dark stone a6 {setup} Light stone b6 {setup} Dark stone c6 {setup} Light stone d6 {setup} Dark stone e6 {setup} Light stone f6
  {setup} Light stone a5 {setup} Dark stone b5 {setup} Light stone c5 {setup} Dark stone d5 {setup} Light stone e5 {setup} Dark stone f5
  {setup} Dark stone a4 {setup} Light stone b4 {setup} Dark stone c4 {setup} Light stone d4 {setup} Dark stone e4 {setup} Light stone f4
  {setup} Light stone a3 {setup} Dark stone b3 {setup} Light stone c3 {setup} Dark stone d3 {setup} Light stone e3 {setup} Dark stone f3
  {setup} Dark stone a2 {setup} Light stone b2 {setup} Dark stone c2 {setup} Light stone d2 {setup} Dark stone e2 {setup} Light stone f2
  {setup} Light stone a1 {setup} Dark stone b1 {setup} Light stone c1 {setup} Dark stone d1 {setup} Light stone e1 {setup} Dark stone f1
board-setup}
: OnNewGame 0 plies ! ;
: OnIsGameOver stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
