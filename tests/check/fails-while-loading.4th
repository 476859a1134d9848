\ A word that fails when it is run.
: half ( n -- n' ) 0 / ;   \ expect: FG106
8 half .
