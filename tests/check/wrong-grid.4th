\ A grid without rows.
{board
	0 8 {grid}   \ expect: FG103
board}
