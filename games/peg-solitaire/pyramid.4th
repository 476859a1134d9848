\ pyramid.4th -- another old problem: sixteen pegs in four rows, fifteen jumps.

LOAD peg-solitaire.4th

{board-setup
	{setup} Player peg d6
	{setup} Player peg c5  {setup} Player peg d5  {setup} Player peg e5
	{setup} Player peg b4  {setup} Player peg c4  {setup} Player peg d4  {setup} Player peg e4  {setup} Player peg f4
	{setup} Player peg a3  {setup} Player peg b3  {setup} Player peg c3  {setup} Player peg d3
	{setup} Player peg e3  {setup} Player peg f3  {setup} Player peg g3
board-setup}
