\ fib35.4th -- calls and returns, for longer: Fibonacci numbers by naive recursion.

: fib ( n -- f )
	DUP 2 < 0= IF DUP 1- RECURSE SWAP 2 - RECURSE + THEN
;

: bench ( -- check )
	35 fib
;
