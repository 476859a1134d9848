\ corridor.4th -- a level with one crate and a way round it.

LOAD rules.4th

{levels
	{drawn} place
	{level-file} corridor.levels
levels}
