\ chinese-checkers.4th -- Chinese checkers for two.
\
\ Each player has ten men on a tip of a star with 121 points; Red begins. A man goes to the next point,
\ or hops over one man of any side to the empty point behind, and hops on from there as often as there
\ is a way. Nobody is taken. Whoever first has the opposite tip full, with an own man in it, wins.

{players
	{player} Red
	{player} Green
players}

{turn-order
	{turn} Red
	{turn} Green
turn-order}

CREATE tips   \ where each player begins: 1 to 6 around the star
	6 , 3 ,

LOAD rules.4th
