\ Two players can win, and the words are for puzzles.
{board 2 3 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: step ( -- )   east verify empty? verify from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} One man a1 {setup} Two man c1 board-setup}
: there ( -- )   b1 empty-at? NOT IF One goal ENDIF ;   \ expect: FG519
{endings there {ending} there endings}
: OnDistance ( -- n )   1 ;   \ expect: FG520
