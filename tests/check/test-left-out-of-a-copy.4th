\ Three steps are copies of each other, and one lacks its test; the fourth is of another type.
{board 4 4 {grid} board}
{directions
	-1 0 {direction} north 1 0 {direction} south 0 1 {direction} east 0 -1 {direction} west
directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
: go-north ( -- ) north verify friend? NOT verify from here move add-move ;
: go-south ( -- ) south verify friend? NOT verify from here move add-move ;
: go-east ( -- ) east verify from here move add-move ; \ expect: FG536
: go-west ( -- ) west verify from here move add-move ;
{move-priorities {move-priority} plain {move-priority} leaping move-priorities}
{moves man-moves
	{move} go-north {move-type} plain
	{move} go-south {move-type} plain
	{move} go-east {move-type} plain
	{move} go-west {move-type} leaping \ expect: FG534
moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1 {setup} Black man d4
board-setup}
