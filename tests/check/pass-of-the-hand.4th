\ Who has put all stones on the board cannot pass any more.
{board 3 3 {grid} {hand} board}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: place ( -- )   empty? verify drop add-move ;
: quiet ( -- )   here 0= verify Pass ;
{moves placing
	{move} place
	{move} quiet   \ expect: FG555
moves}
{pieces {piece} stone {drops} placing pieces}
: OnNewGame ( -- )   4 stone White in-hand!  4 stone Black in-hand! ;
