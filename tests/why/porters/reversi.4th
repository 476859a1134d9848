( othello )
{board 6 6 {grid} board}
{directions
   -1  0 {direction} north      1  0 {direction} south
    0  1 {direction} east       0 -1 {direction} west
   -1  1 {direction} northeast -1 -1 {direction} northwest
    1  1 {direction} southeast  1 -1 {direction} southwest
directions}
{players {player} Dark {player} Light players}
{turn-order {turn} Dark {turn} Light turn-order}
$passTurnForced ON
VARIABLE flips
VARIABLE dist
: line-len ( 'dir -- n )
   0 SWAP
   BEGIN
      DUP EXECUTE IF enemy? ELSE FALSE ENDIF
   WHILE
      SWAP 1+ SWAP
   REPEAT
   DROP
   friend? NOT IF DROP 0 ENDIF
;
: flip ( 'dir n -- )
   BEGIN DUP 0> WHILE
      OVER EXECUTE DROP
      current-player change-owner
      flips ++
      1-
   REPEAT 2DROP
;
: try ( 'dir -- )
   from to
   DUP line-len
   from to
   flip
;
: place
   empty? verify
   0 flips !
   drop
   ['] north try
   ['] south try
   ['] east try
   ['] west try
   ['] northeast try
   ['] northwest try
   ['] southeast try
   ['] southwest try
   flips @ 0> verify
   add-move
;
{moves drops {move} place moves}
{pieces {piece} disc {drops} drops pieces}
{board-setup
   {setup} Dark disc c3 {setup} Dark disc d4
   {setup} Light disc c4 {setup} Light disc d3
   {setup} Light disc b5 {setup} Light disc e2
board-setup}
