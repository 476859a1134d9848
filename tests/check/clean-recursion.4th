\ Words that call themselves, loops, the return stack, PICK.
: factorial ( n -- n! ) DUP 2 < IF DROP 1 ELSE DUP 1- RECURSE * ENDIF ;
: third ( a b c -- a b c a ) 2 PICK ;
: under ( a b -- a+1 b ) >R 1+ R> ;
: total ( n -- sum ) 0 SWAP 1+ 1 DO I + LOOP ;
: countdown ( n -- ) BEGIN DUP WHILE DUP . 1- REPEAT DROP ;
: gcd ( a b -- c ) BEGIN DUP WHILE SWAP OVER MOD REPEAT DROP ;
: greatest ( a b c -- n ) third 2DROP MAX ;
5 factorial . 3 total . 3 countdown 12 18 gcd . 1 2 3 greatest . 1 2 under . .
