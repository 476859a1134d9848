\ The mark lets the player move once more, and is taken away by the next move.
{board
	1 6 {grid}
	{position} again-mark
board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} east west symmetries}
{turn-order {turn} White {turn} Black turn-order}
: go ( -- )
	again-mark enemy-at? NOT verify
	east verify
	friend? NOT verify
	from here move again-mark capture-at
	here d1 = IF
		again-mark create-at
	ENDIF
	add-move
;
{moves man-moves {move} go moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1
	{setup} Black man f1
board-setup}
