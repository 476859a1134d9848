\ The repetition history of a script, kept by the events.
LOAD pawns.4th
VARIABLE depth
: back-step s verify empty? verify from here move add-move ;
{moves ways {move} step {move} right {move} left {move} back-step moves}
{pieces {piece} man {moves} ways pieces}
: OnNewGame repetition-reset 0 depth ! ;
: OnNextTurn OnNextTurn depth ++ repetition-push-position 3 > IF last-to ON ENDIF ;
: OnRetractMove repetition-pop-position depth @ 1- depth ! OnRetractMove ;
: OnIsGameOver last-to @ IF #DrawScore ELSE OnIsGameOver ENDIF ;
