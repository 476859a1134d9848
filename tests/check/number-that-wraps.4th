\ Numbers in decimal that are negative ones; masks in other bases are meant.
LOAD parts/head.4th
3000000000 CONSTANT big   \ expect: FG111
: t ( -- n )   4294967295 big + [ 2147483648 ] LITERAL + ;   \ expect: FG111 FG111
HEX
: mask ( -- n )   FFFFFFFF 80000000 AND ;
DECIMAL
t mask + -2147483648 + 2147483647 + DROP
LOAD parts/tail.4th
