\ A definition without end, before one whose name is known.
LOAD parts/head.4th
: a ( -- )   \ expect: FG109
	1 .
: step-n
	2 . ;
' a DROP
LOAD parts/tail.4th
