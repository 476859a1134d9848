\ A list of moves that no piece has.
LOAD parts/head.4th
{moves more   \ expect: FG506
	{move} step-n
moves}
LOAD parts/tail.4th
