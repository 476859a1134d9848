\ A loop without its end.
: a ( -- ) 3 0 DO I . ;   \ expect: FG102
' a DROP
