\ A variable that is only read.
LOAD parts/head.4th
VARIABLE limit   \ expect: FG402
: OnIsTerminal? ( -- ? ) turn-number limit @ > ;
LOAD parts/tail.4th
