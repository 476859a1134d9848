\ fib.4th -- calls and returns: Fibonacci numbers by naive recursion.

: fib ( n -- f )
	DUP 2 < 0= IF DUP 1- RECURSE SWAP 2 - RECURSE + THEN
;

: bench ( -- check )
	32 fib
;
