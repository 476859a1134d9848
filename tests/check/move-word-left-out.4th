\ A move word that was left out: the next word of the section stands in its place.
{board 4 4 {grid} board}
{directions -1 0 {direction} n directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: step-n ( -- ) n verify empty? verify from here move add-move ;
{moves list
	{move}
	{move} step-n   \ expect: FG103
moves}
{pieces {piece} man {moves} list pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d1
board-setup}
