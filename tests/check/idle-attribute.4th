\ An attribute that nothing reads or sets; a mark that is set.
{board 1 3 {grid} 2 {mark} seen board}
{directions 0 1 {direction} east directions}
{players {player} One {player} Two players}
{turn-order {turn} One {turn} Two turn-order}
: step ( -- )   east verify empty? verify from here move 1 seen! add-move ;
{moves steps {move} step moves}
{pieces
	1 {attribute} moved   \ expect: FG515
	{piece} man {moves} steps
pieces}
{board-setup {setup} One man a1 {setup} Two man c1 board-setup}
