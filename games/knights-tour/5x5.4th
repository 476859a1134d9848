\ 5x5.4th -- a knight's tour of 5 by 5 squares.

{board
	5 5 {grid}
	{variable} seen   \ how many squares the knight has been on
board}

LOAD tour.4th
