\ The loop goes through the table of directions without the last one.
{board 4 4 {grid} board}
{directions
	-1 0 {direction} north 1 0 {direction} south 0 1 {direction} east 0 -1 {direction} west
directions}
{players {player} White {player} Black players}
{turn-order {turn} White {turn} Black turn-order}
4 [] ways
' north 0 ways ! ' south 1 ways ! ' east 2 ways ! ' west 3 ways !
: go ( -- )
	3 0 DO \ expect: FG546
		from to
		I ways @ EXECUTE IF
			friend? NOT IF from here move add-move ENDIF
		ENDIF
	LOOP
;
{moves man-moves {move} go moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1 {setup} Black man d4
board-setup}
