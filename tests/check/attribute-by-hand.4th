\ Cells of the board are written by hand, and an attribute lies in their upper bits.
{board 1 3 {grid} 1 {attribute} moved board}
{directions 0 1 {direction} east directions}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: step ( -- )   east verify empty? verify from here move 1 moved! add-move ;
: OnNewGame ( -- )   1 65536 * $board @ ! ;   \ expect: FG516
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} One man a1 {setup} Two man c1 board-setup}
