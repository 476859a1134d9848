\ What the code of a word does not show is taken from its comment.
VARIABLE token
: negated ( n -- m )   NEGATE ;
' negated token !
: run ( n -- m )   token @ EXECUTE ;
: twice ( n -- m k )   run ; \ expect: FG207
: three ( -- m )   1 2 run + ;
three twice
