\ {unlink} of a direction that is not declared, {link} to a position that is not.
LOAD parts/head.4th
{directions
	-1 0 {direction} n
	0 1 {direction} e
	{unlink} ne a1   \ expect: FG103
	{link} n a4 a9   \ expect: FG101
	{link} n a4 99   \ expect: FG103
directions}
LOAD parts/tail.4th
