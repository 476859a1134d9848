\ short.4th -- the eight-puzzle from a start that takes twelve moves.

LOAD eight-puzzle.4th

{board-setup
	{setup} Player two   a3  {setup} Player four b3  {setup} Player three c3
	{setup} Player seven a2                          {setup} Player one   c2
	{setup} Player eight a1  {setup} Player six  b1  {setup} Player five  c1
board-setup}
