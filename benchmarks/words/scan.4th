\ scan.4th -- bytes and early exits: occurrences of a text of 3 bytes in one of 32768, 20 times.

32768 CONSTANT length
3 CONSTANT wanted#
CREATE letters length ALLOT
CREATE wanted wanted# ALLOT
VARIABLE seed

: random-letter ( -- char )   \ From a to d. The same in cells of 32 and of 64 bits.
	seed @ 1103515245 * 12345 + 2147483647 AND DUP seed ! 65536 / 4 MOD 97 +
;

: fill-letters ( -- )
	97 wanted C!  98 wanted 1+ C!  97 wanted 2 + C!
	7 seed !
	length 0 DO random-letter letters I + C! LOOP
;

: same? ( addr -- ? )   \ True when the wanted text stands there.
	0 BEGIN
		DUP wanted# < WHILE
		2DUP + C@ OVER wanted + C@ = 0= IF 2DROP 0 EXIT THEN
		1+
	REPEAT
	2DROP -1
;

: occurrences ( -- n )
	0 length wanted# - 1+ 0 DO letters I + same? IF 1+ THEN LOOP
;

: bench ( -- check )
	fill-letters 0 20 0 DO occurrences + LOOP
;
