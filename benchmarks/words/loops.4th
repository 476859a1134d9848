\ loops.4th -- loop counters and little else: four nested loops, 2 560 000 rounds.

40 CONSTANT size

: two-loops ( sum -- sum )
	size 0 DO
		size 0 DO I XOR J + 65535 AND LOOP
	LOOP
;

: bench ( -- check )
	0 size 0 DO
		size 0 DO two-loops LOOP
	LOOP
;
