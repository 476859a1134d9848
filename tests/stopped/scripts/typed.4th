\ Types of moves, priorities, and a filter that the event sets.
LOAD pawns.4th
VARIABLE hot
: OnGenerateMoves turn-number 3 MOD hot ! OnGenerateMoves hot @ 100 + hot ! ;
: bold hot @ 1 = verify right ;
{moves ways {move} bold {move-type} bold-type {move} step {move-type} quiet {move} left {move} aside moves}
{move-priorities {move-priority} bold-type {move-priority} quiet move-priorities}
{pieces {piece} man {moves} ways pieces}
: OnMakeAMove hot @ last-to ! ;
