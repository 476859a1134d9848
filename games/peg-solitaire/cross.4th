\ cross.4th -- the smallest of the old problems for the English board: six pegs, five jumps.

LOAD peg-solitaire.4th

{board-setup
	{setup} Player peg d6
	{setup} Player peg c5  {setup} Player peg d5  {setup} Player peg e5
	{setup} Player peg d4
	{setup} Player peg d3
board-setup}
