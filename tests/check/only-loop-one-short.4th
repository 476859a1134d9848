\ The only loop over the board leaves out its last position.
{board
	5 5 {grid}
board}
{directions 1 0 {direction} south -1 0 {direction} north directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} north south symmetries}
{turn-order {turn} White {turn} Black turn-order}
: go ( -- ) north verify friend? NOT verify from here move add-move ;
{moves man-moves {move} go moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1
	{setup} Black man e5
board-setup}
: men ( player -- n )
	0 SWAP
	24 0 DO \ expect: FG546
		I player-at OVER = IF SWAP 1+ SWAP ENDIF
	LOOP
	DROP
;
: OnIsGameOver ( -- score )
	current-player men 0= IF #LossScore ELSE
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF ENDIF
;
