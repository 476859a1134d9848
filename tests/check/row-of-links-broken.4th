\ The link of c1 leads past d1, where the next one goes on.
{board
	2 4 {grid}
board}
{directions
	{link} next a1 b1
	{link} next b1 c1
	{link} next c1 d2 \ expect: FG539
	{link} next d1 d2
	{link} next d2 c2
	{link} next c2 b2
	{link} next b2 a2
	{link} next a2 a1
directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: go ( -- ) next verify friend? NOT verify from here move add-move ;
{moves man-moves {move} go moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1
	{setup} Black man d2
board-setup}
