\ A set-up of one player that is symmetric but for one piece.
{board 5 5 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} Solver players}
{turn-order {turn} Solver turn-order}
: step ( -- )   east verify empty? verify  from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} peg {moves} steps pieces}
{board-setup
	{setup} Solver peg b1 {setup} Solver peg c1 {setup} Solver peg d1
	{setup} Solver peg b2 {setup} Solver peg d2
	{setup} Solver peg b4 {setup} Solver peg d4
	{setup} Solver peg b5 {setup} Solver peg c5
	{setup} Solver peg e5   \ expect: FG538
board-setup}
