\ matrix.4th -- addresses and multiplication: product of two matrices of 100 by 100.

100 CONSTANT side
side side * CONSTANT area
side CELLS CONSTANT row-size
CREATE a area CELLS ALLOT
CREATE b area CELLS ALLOT
CREATE product area CELLS ALLOT

: fill-both ( -- )
	area 0 DO
		I 7 MOD 3 - a I CELLS + !
		I 11 MOD 5 - b I CELLS + !
	LOOP
;

: inner ( row column -- n )   \ A row of a times a column of b.
	CELLS b + SWAP row-size * a + 0
	side 0 DO
		>R OVER @ OVER @ * R> +
		ROT row-size + ROT 1 CELLS + ROT
	LOOP
	SWAP DROP SWAP DROP
;

: multiply ( -- )
	side 0 DO
		side 0 DO J I inner J side * I + CELLS product + ! LOOP
	LOOP
;

: digest ( -- n )
	0 area 0 DO 31 * product I CELLS + @ + 16777215 AND LOOP
;

: bench ( -- check )
	fill-both multiply digest
;
