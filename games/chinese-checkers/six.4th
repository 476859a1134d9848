\ six.4th -- Chinese checkers for six, one on each tip.

{players
	{player} Red
	{player} Green
	{player} Blue
	{player} White
	{player} Black
	{player} Yellow
players}

{turn-order
	{turn} Red
	{turn} Green
	{turn} Blue
	{turn} White
	{turn} Black
	{turn} Yellow
turn-order}

CREATE tips   \ where each player begins: 1 to 6 around the star
	6 , 1 , 2 , 3 , 4 , 5 ,

LOAD rules.4th
