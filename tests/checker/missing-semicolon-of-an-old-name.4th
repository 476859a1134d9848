\ A definition without end, before one whose name is known.
LOAD parts/head.4th
: a ( -- )
	1 .
: step-n   \ expect: FG109
	2 . ;
' a DROP
LOAD parts/tail.4th
