\ Earlier users keep the old word.
LOAD parts/head.4th
: bonus ( -- n ) 1 ;
: OnEvaluate ( -- score ) bonus ;
: bonus ( -- n ) 2 ;   \ expect: FG404
' bonus DROP
LOAD parts/tail.4th
