\ Tests of rows, columns and remainders that no position meets, and joined limits that do not fit.
LOAD parts/head.4th
VARIABLE left
: column ( -- n )   here 4 MOD ;
: row ( -- n )   here 4 / ;
: outside? ( -- ? )   row 4 = ;   \ expect: FG550
: inside? ( -- ? )   column 4 < ;   \ expect: FG550
: few? ( -- ? )   left @ DUP 2 = SWAP 3 = AND ;   \ expect: FG550
: bottom? ( -- ? )   here a1 >= here d1 >= AND ;   \ expect: FG550
: middle? ( -- ? )   column 1 >= column 2 <= AND ;
: edge? ( -- ? )   column 0= column 3 = OR ;
: either? ( -- ? )   left @ DUP 2 = SWAP 3 = OR ;
: OnNewGame ( -- )   2 left ! ;
: OnEvaluate ( -- score )
	outside? inside? few? bottom? middle? edge? either? OR OR OR OR OR OR
;
LOAD parts/tail.4th
