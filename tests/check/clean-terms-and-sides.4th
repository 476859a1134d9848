\ Terms of both signs in a row, and two words that choose by the player in opposite ways.
{board
	1 8 {grid}
	{variable} white-town
	{variable} black-town
board}
{directions 0 1 {direction} east 0 -1 {direction} west directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} east west symmetries}
{turn-order {turn} White {turn} Black turn-order}
: white-lost ( -- ) white-town ON ;
: black-lost ( -- ) black-town ON ;
: my-town ( -- ? ) current-player White = IF white-town @ ELSE black-town @ ENDIF ;
: his-town ( -- ? ) current-player White = IF black-town @ ELSE white-town @ ENDIF ;
: go ( -- )
	east verify
	friend? NOT verify
	enemy? IF current-player White = IF COMPILE black-lost ELSE COMPILE white-lost ENDIF ENDIF
	from here move
	add-move
;
{moves man-moves {move} go moves}
{pieces {piece} man {moves} man-moves pieces}
{board-setup
	{setup} White man a1 {setup} White man b1
	{setup} Black man g1 {setup} Black man h1
board-setup}
: OnIsGameOver ( -- score )
	my-town IF #LossScore ELSE his-town IF #WinScore ELSE
	stalemate? IF #LossScore ELSE #UnknownScore ENDIF ENDIF ENDIF
;
: OnEvaluate ( -- score )
	0
	a1 empty-at? IF 10 + ENDIF b1 empty-at? IF 10 + ENDIF
	g1 empty-at? IF 10 - ENDIF h1 empty-at? IF 10 - ENDIF
	current-player Black = IF NEGATE ENDIF
;
