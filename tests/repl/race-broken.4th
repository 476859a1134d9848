\ race.4th -- one runner a side on five squares in a row; who cannot move has lost.

VARIABLE laps

{board 5 1 {grid} board}
{directions 1 0 {direction} down  -1 0 {direction} up directions}
{players {player} Red {player} Blue players}
{turn-order {turn} Red {turn} Blue turn-order}

: forward ( -- )   \ Red runs down, Blue up, onto an empty square.
	current-player Red = IF down ELSE up ENDIF verify
	emty? verify
	from here move add-move
;

{moves runs {move} forward moves}
{pieces {piece} runner {moves} runs pieces}
{board-setup {setup} Red runner a5 {setup} Blue runner a1 board-setup}

: OnIsGameOver ( -- result )   \ Who has no move has lost.
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF
;
