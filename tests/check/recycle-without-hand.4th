\ Taken pieces are to come into a hand that the board does not have.
{board 1 3 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: step ( -- )   east verify friend? NOT verify from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} One man a1 {setup} Two man c1 board-setup}
$recycle ON   \ expect: FG517
