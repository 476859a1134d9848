\ Both branches leave something, but not the same number.
LOAD parts/head.4th
: where ( -- pos )
	empty? IF here ELSE from here ENDIF   \ expect: FG203
;
' where DROP
LOAD parts/tail.4th
