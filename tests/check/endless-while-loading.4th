\ A word that never ends when it is run.
: ever ( -- ) BEGIN 0 1 < WHILE REPEAT ;   \ expect: FG106
ever
