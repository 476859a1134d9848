\ brandubh.4th -- the Irish siege on seven by seven squares.
\
\ Eight attackers, four defenders and a king, who must reach a corner. He is taken like a man, but
\ among four on and beside his throne.

{board
	7 7 {grid}
	{variable} quiet        \ turns since the last capture
	{variable} king-place   \ where the king is, or was when he was taken
board}

TRUE  CONSTANT corners?
FALSE CONSTANT strong-king?

LOAD tafl.4th

{board-setup
	{setup} Attackers man d7  {setup} Attackers man d6  {setup} Attackers man a4  {setup} Attackers man b4
	{setup} Attackers man f4  {setup} Attackers man g4  {setup} Attackers man d2  {setup} Attackers man d1
	{setup} Defenders man d5  {setup} Defenders man c4  {setup} Defenders man e4  {setup} Defenders man d3
	{setup} Defenders king d4
board-setup}
