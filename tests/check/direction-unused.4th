\ A direction that nothing uses.
LOAD parts/head.4th
{directions
	-1 0 {direction} n
	0 1 {direction} e
	1 0 {direction} s   \ expect: FG514
directions}
LOAD parts/tail.4th
