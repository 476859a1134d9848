\ sokoban.4th -- a warehouse with two crates to push to their goals; the keeper can push, not pull.

LOAD map.4th

CREATE map
row #######
row #.---.#
row #-$-$-#
row #--@--#
row #-----#
row #######

{board
	6 7 {grid}
board}

LOAD warehouse.4th
