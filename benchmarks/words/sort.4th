\ sort.4th -- cells in memory and unforeseeable branches: bubble sort of 2000 numbers.

2000 CONSTANT count#
CREATE numbers count# CELLS ALLOT
VARIABLE seed

: random-number ( -- n )   \ From 0 to 32767. The same in cells of 32 and of 64 bits.
	seed @ 1103515245 * 12345 + 2147483647 AND DUP seed ! 65536 /
;

: scatter ( -- )
	42 seed !
	count# 0 DO random-number numbers I CELLS + ! LOOP
;

: in-order ( addr -- )   \ Swap the two cells there if the first is the greater one.
	DUP @ OVER 1 CELLS + @ 2DUP > IF
		ROT SWAP OVER ! 1 CELLS + !
	ELSE 2DROP DROP THEN
;

: bubble ( -- )
	count# 1- 0 DO
		count# 1- I - 0 DO numbers I CELLS + in-order LOOP
	LOOP
;

: digest ( -- n )
	0 count# 0 DO 31 * numbers I CELLS + @ + 16777215 AND LOOP
;

: bench ( -- check )
	scatter bubble digest
;
