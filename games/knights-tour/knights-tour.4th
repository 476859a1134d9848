\ knights-tour.4th -- a knight's tour of 8 by 8 squares.

{board
	8 8 {grid}
	{variable} seen   \ how many squares the knight has been on
board}

LOAD tour.4th
