\ An array that is only read.
LOAD parts/head.4th
4 [] weight   \ expect: FG402
: OnEvaluate ( -- score ) 2 weight @ ;
LOAD parts/tail.4th
