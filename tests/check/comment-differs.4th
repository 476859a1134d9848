\ The comment promises a result.
LOAD parts/head.4th
: twice ( n -- n' n'' ) DUP + ;   \ expect: FG207
' twice DROP
LOAD parts/tail.4th
