\ Words that nothing uses.
LOAD parts/head.4th
: helper ( -- ) n DROP ;   \ expect: FG403
5 CONSTANT five   \ expect: FG403
VARIABLE v   \ expect: FG403
LOAD parts/tail.4th
