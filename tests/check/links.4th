\ Links given twice, replaced, and removed where there is none.
LOAD parts/head.4th
{directions
	-1 0 {direction} n
	0 1 {direction} e
	{link} n a4 a1
	{link} n a4 b1   \ expect: FG509
	{link} e d4 a4
	{link} e d4 a4   \ expect: FG510
	{unlink} n b4   \ expect: FG511
directions}
LOAD parts/tail.4th
