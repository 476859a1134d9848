\ An end without a beginning.
: a ( -- ) 1 . ; ;   \ expect: FG102
' a DROP
