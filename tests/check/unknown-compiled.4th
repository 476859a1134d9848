\ COMPILE of an unknown word.
LOAD parts/head.4th
: go ( -- ) COMPILE note-it ;   \ expect: FG101
' go DROP
LOAD parts/tail.4th
