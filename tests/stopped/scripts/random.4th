\ Random numbers in move words and in events.
LOAD pawns.4th
VARIABLE drawn
: lucky 0 3 RAND-WITHIN DUP drawn ! verify step ;
{moves ways {move} lucky {move} right {move} left {move} aside moves}
{pieces {piece} man {moves} ways pieces}
: OnMakeAMove 1 6 RAND-WITHIN2 last-to ! drawn ++ ;
: OnEvaluate drawn @ 0 9 RAND-WITHIN + ;
