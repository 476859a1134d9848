\ The helper records something on one of its ways only, after the move has been added.
{board
	1 5 {grid}
	{position} mark-place
board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} east west symmetries}
{turn-order {turn} White {turn} Black turn-order}
: note ( -- )
	mark-place empty-at? IF
		mark-place create-at \ expect: FG563
	ENDIF
;
: go ( -- )
	east verify
	friend? NOT verify
	from here move
	add-move
	note \ expect: FG560
;
{moves man-moves {move} go moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1
	{setup} Black man e1
board-setup}
