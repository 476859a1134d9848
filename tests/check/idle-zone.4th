\ One zone is asked about, the other never.
{board 2 3 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
{zones
	0 {zone} gate a1 b1
	0 {zone} yard a2 b2   \ expect: FG518
zones}
: step ( -- )   east verify empty? verify gate in-zone? verify from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} One man a1 {setup} Two man c1 board-setup}
