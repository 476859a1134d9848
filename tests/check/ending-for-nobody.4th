\ Results of players who can have none.
{board 2 3 {grid} board}
{players {player} One {player} Two {neutral} Wild {player} ?Dice players}
{turn-order {turn} One {turn} ?Dice {turn} Two turn-order}
: put   empty? verify drop add-move ;
: wait   Pass ;
{moves drops {move} put moves}
{moves throws {move} wait moves}
{pieces {piece} stone {drops} drops {piece} die {drops} throws pieces}
{board-setup {setup} Wild stone a1 board-setup}
: full ( -- )
	stalemate? IF
		current-player ?Dice = IF ?Dice loses ENDIF   \ expect: FG553
		3 Wild score   \ expect: FG553
		5 One score
		Wild DROP Two loses
	ENDIF
;
: score-of ( player -- )   DROP draw ;
: full-2 ( -- )   stalemate? IF Wild score-of ENDIF ;
{endings
	full   {ending} full
	full-2 {ending} full-2
endings}
