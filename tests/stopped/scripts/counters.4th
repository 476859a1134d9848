\ Counters of tried and of made moves; every seventh try is not offered.
LOAD pawns.4th
VARIABLE tries  VARIABLE made  VARIABLE offered
: counted tries ++ tries @ 7 MOD 0<> verify step offered ++ ;
: OnMakeAMove made ++ made @ last-to ! ;
{moves ways {move} counted {move} right {move} left {move} aside moves}
{pieces {piece} man {moves} ways pieces}
: OnEvaluate made @ 5 MOD offered @ 3 MOD + ;
