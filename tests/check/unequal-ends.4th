\ A word that leaves one item at one end and two at the other.
LOAD parts/head.4th
: find
	n IF here TRUE EXIT ENDIF
	FALSE
;   \ expect: FG212
' find DROP
LOAD parts/tail.4th
