\ Sections whose words leave items on the stack.
{board	3 3 {grid} 5	board}   \ expect: FG112
{directions	-1 0 {direction} n	directions}
{players	{player} White {player} Black	players}
{turn-order	{turn} White {turn} Black	turn-order}
: go ( -- )	n verify empty? verify from here move add-move ;
{moves walks	{move} go	moves}
{pieces	{piece} man {moves} walks	7 {value}	pieces}
{board-setup
	{setup} White man a1 b1 c1   \ expect: FG112
	{setup} Black man a3 b3   \ expect: FG112
	{setup} Black man c3
board-setup}
