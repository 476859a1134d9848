\ Captures are preferred, or the names say that others are.
{board 1 6 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: step ( -- )   east verify empty? verify  from here move add-move ;
: jump ( -- )   east verify enemy? verify  capture  east verify empty? verify  from here move add-move ;
{move-priorities
	{move-priority} two
	{move-priority} one
move-priorities}
{moves steps {move} step {move-type} one {move} jump {move-type} two moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} White man a1 {setup} Black man d1 board-setup}
