\ ELSE without IF; the rest is read all the same.
: a ( ? -- n ) ELSE 1 ENDIF ;   \ expect: FG102
: b ( -- ) 0 a wrong ;   \ expect: FG101
' b DROP
