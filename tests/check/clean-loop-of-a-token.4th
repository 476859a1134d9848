\ Each step drops the position that it came from.
{board 5 5 {grid} board}
{directions 1 0 {direction} south -1 0 {direction} north directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} north south symmetries}
{turn-order {turn} White {turn} Black turn-order}
: slip ( 'dir -- )
	BEGIN
		here SWAP
		DUP EXECUTE IF
			empty? IF
				SWAP DROP FALSE
			ELSE
				SWAP to TRUE
			ENDIF
		ELSE
			SWAP DROP TRUE
		ENDIF
	UNTIL
	DROP
	from here <> verify
	from here move
	add-move
;
: slip-north ( -- ) ['] north slip ;
: slip-south ( -- ) ['] south slip ;
{moves man-moves {move} slip-north {move} slip-south moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1
	{setup} Black man e5
board-setup}
