\ A tick of an unknown word.
LOAD parts/head.4th
: go ( -- ) ['] nn step ;   \ expect: FG101
' go DROP
LOAD parts/tail.4th
