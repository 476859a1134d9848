\ corridor.4th -- a level with one crate and a way round it.

LOAD map.4th

CREATE map
row ########
row #--#---#
row #.-$---#
row #--#-#-#
row #@-----#
row ########

{board
	6 8 {grid}
board}

LOAD warehouse.4th
