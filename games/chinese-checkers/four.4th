\ four.4th -- Chinese checkers for four, in two pairs, opposite each other.

{players
	{player} Red
	{player} Green
	{player} Blue
	{player} White
players}

{turn-order
	{turn} Red
	{turn} Green
	{turn} Blue
	{turn} White
turn-order}

CREATE tips   \ where each player begins: 1 to 6 around the star
	6 , 1 , 3 , 4 ,

LOAD rules.4th
