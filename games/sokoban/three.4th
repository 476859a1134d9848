\ three.4th -- a level with three crates for two rooms.

LOAD rules.4th

{levels
	{drawn} place
	{level-file} three.levels
levels}
