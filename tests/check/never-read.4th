\ A variable that is only set.
LOAD parts/head.4th
VARIABLE seen   \ expect: FG401
: OnNewGame ( -- ) 0 seen ! seen ++ ;
LOAD parts/tail.4th
