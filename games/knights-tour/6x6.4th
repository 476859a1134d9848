\ 6x6.4th -- a knight's tour of 6 by 6 squares.

{board
	6 6 {grid}
	{variable} seen   \ how many squares the knight has been on
board}

LOAD tour.4th
