\ sieve.4th -- bytes and loops: the sieve of the old BYTE magazine. 1899 primes a round.

8190 CONSTANT size
CREATE flags size ALLOT

: cross-out ( i -- )   \ Cross out the multiples of the prime that flag i stands for, 2i + 3.
	DUP DUP + 3 + SWAP OVER +
	BEGIN DUP size < WHILE 0 OVER flags + C! OVER + REPEAT
	2DROP
;

: primes ( -- n )
	size 0 DO 1 flags I + C! LOOP
	0 size 0 DO
		flags I + C@ IF I cross-out 1+ THEN
	LOOP
;

: bench ( -- check )
	0 200 0 DO primes + LOOP
;
