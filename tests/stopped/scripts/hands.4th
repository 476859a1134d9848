\ Pieces that are taken come to hand, and are put in again.
{board 3 3 {grid} {hand} {variable} drops-made board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} n s symmetries}
{turn-order {turn} White {turn} Black turn-order}
VARIABLE taken  VARIABLE tries
: step n verify friend? NOT verify from here move add-move ;
: side e verify friend? NOT verify from here move add-move ;
: put tries ++ empty? verify drop drops-made ++ add-move ;
{moves ways {move} step {move} side moves}
{moves puts {move} put moves}
{pieces {piece} man {moves} ways {drops} puts pieces}
{board-setup {setup} White man a1 {setup} White man b1 {setup} Black man a3 {setup} Black man b3 board-setup}
$recycle ON
: OnMakeAMove White 1 in-hand Black 1 in-hand + taken ! ;
: OnIsGameOver stalemate? turn-number 30 > OR IF #LossScore ELSE #UnknownScore ENDIF ;
