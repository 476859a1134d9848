\ three.4th -- Chinese checkers for three, on every other tip: each goes to an empty one.

{players
	{player} Red
	{player} Green
	{player} Blue
players}

{turn-order
	{turn} Red
	{turn} Green
	{turn} Blue
turn-order}

CREATE tips   \ where each player begins: 1 to 6 around the star
	6 , 2 , 4 ,

LOAD rules.4th
