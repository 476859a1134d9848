\ An event with a letter left out, and one without its beginning: each is reported once.
LOAD parts/head.4th
: w ( -- ) n verify from here move add-move ;
: OnEvalute ( -- n ) 0 ;   \ expect: FG530
: IsGameOver ( -- n ) 0 ;   \ expect: FG530
: OnEvaluation ( -- n ) 1 ;   \ used, so it is a word of the script's own
: OnEvaluate ( -- n ) OnEvaluation ;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
