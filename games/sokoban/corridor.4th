\ corridor.4th -- a level with one crate and a way round it.

LOAD warehouse.4th

{levels
	{drawn} place
	{level-file} corridor.levels
levels}
