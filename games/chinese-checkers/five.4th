\ five.4th -- Chinese checkers for five; Blue goes to the tip that is empty.

{players
	{player} Red
	{player} Green
	{player} Blue
	{player} White
	{player} Black
players}

{turn-order
	{turn} Red
	{turn} Green
	{turn} Blue
	{turn} White
	{turn} Black
turn-order}

CREATE tips   \ where each player begins: 1 to 6 around the star
	6 , 1 , 2 , 3 , 4 ,

LOAD rules.4th
