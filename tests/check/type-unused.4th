\ A move type that nothing asks for, a priority and a turn of types that no move has.
LOAD parts/head.4th
{moves list
	{move} step-n {move-type} ahead
	{move} step-e {move-type} aside   \ expect: FG503
moves}
{move-priorities
	{move-priority} ahead
	{move-priority} jumping   \ expect: FG504
move-priorities}
{turn-order
	{turn} White
	{turn} Black {of-type} leap   \ expect: FG505
turn-order}
LOAD parts/tail.4th
