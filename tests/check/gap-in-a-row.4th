\ A row of pieces with a gap, and one piece before it.
{board 6 5 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: step ( -- )   east verify empty? verify  from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps {piece} king {moves} steps pieces}
{board-setup
	{setup} White man a2 {setup} White man b2 {setup} White man d2 {setup} White man e2
	{setup} White man c3   \ expect: FG538
	{setup} Black king c6 {setup} Black king d6
board-setup}
