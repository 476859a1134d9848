\ A turn that moves the pieces of a player who has turns, unlike the others.
{board 5 5 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s directions}
{players {player} White {player} Black {neutral} Nature players}
{turn-order
	{turn} White
	{repeat}
	{turn} Black {for-player} White   \ expect: FG561
	{turn} Black
	{turn} White {for-player} Nature
	{turn} White
turn-order}
: go-n ( -- )   n verify empty? verify from here move add-move ;
: go-s ( -- )   s verify empty? verify from here move add-move ;
{moves men {move} go-n {move} go-s moves}
{pieces {piece} man {moves} men pieces}
{board-setup {setup} White man a1 {setup} Black man b5 {setup} Nature man c3 board-setup}
