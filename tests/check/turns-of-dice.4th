\ The dice are thrown for Black twice, and never for White.
{board 1 6 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} White {player} Black {player} ?Dice players}
{turn-order
	{turn} ?Dice {for-player} Black
	{turn} White
	{turn} ?Dice {for-player} Black   \ expect: FG561
	{turn} Black
turn-order}
: step ( -- )   east verify empty? verify  from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} White man a1 {setup} Black man d1 board-setup}
