\ map.4th -- what a level is drawn with: `row` takes the text behind it into memory.

: row ( "text" -- )   \ One row of the map: its letters, up to the next blank.
	BL WORD  PAD DUP "COUNT OVER + SWAP DO I C@ C, LOOP
;
