\ Five of something win, by two comparisons; a third one asks for six.
5 CONSTANT enough
{board
	1 9 {grid}
	{variable} white-taken
	{variable} black-taken
	{variable} steps
board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} east west symmetries}
{turn-order {turn} White {turn} Black turn-order}
: +step ( -- ) steps ++ ;
: +white ( -- ) white-taken ++ ;
: +black ( -- ) black-taken ++ ;
: note ( -- )
	current-player White = IF COMPILE +white ELSE COMPILE +black ENDIF
;
: go ( -- )
	east verify
	friend? NOT verify
	enemy? IF note ENDIF
	from here move
	COMPILE +step
	add-move
;
{moves man-moves {move} go moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1
	{setup} Black man i1
board-setup}
: OnIsGameOver ( -- score )
	steps @ enough > IF #DrawScore ELSE \ expect: FG567
	white-taken @ enough >= IF current-player White = IF #WinScore ELSE #LossScore ENDIF ELSE
	black-taken @ enough >= IF current-player Black = IF #WinScore ELSE #LossScore ENDIF ELSE
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF
	ENDIF ENDIF ENDIF
;
