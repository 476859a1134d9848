\ sokoban.4th -- a keeper pushes crates to their goals; `play sokoban --level 3` begins with a later level.

LOAD rules.4th

{levels
	{drawn} place
	{level-file} sokoban.levels
levels}
