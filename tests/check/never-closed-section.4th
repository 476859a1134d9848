\ A section without its end.
{board   \ expect: FG102
	3 3 {grid}
