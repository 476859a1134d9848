\ three.4th -- a level with three crates for two rooms.

LOAD map.4th

CREATE map
row ########
row #--#---#
row #-$--.-#
row #-#-#--#
row #-$$-..#
row #-@-#--#
row ########

{board
	7 8 {grid}
board}

LOAD warehouse.4th
