\ Both turns are of one player.
{board
	4 4 {grid}
board}
{directions
	-1 0 {direction} n
	0 1 {direction} e
directions}
{players
	{player} White
	{player} Black
players}
{turn-order
	{turn} White
	{turn} White   \ expect: FG548
turn-order}
: put ( -- )   empty? verify drop add-move ;
: row? ( -- ? )   current-player Black = n e OR AND ;
: OnIsTerminal? ( -- ? )   row? ;
{moves list
	{move} put
moves}
{pieces
	{piece} man {drops} list
pieces}
