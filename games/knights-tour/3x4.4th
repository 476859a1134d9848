\ 3x4.4th -- a knight's tour of 3 by 4 squares.

{board
	3 4 {grid}
	{variable} seen   \ how many squares the knight has been on
board}

LOAD tour.4th
