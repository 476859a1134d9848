\ A word runs the token it is given; the comment is that of the caller.
LOAD parts/head.4th
: try ( 'dir -- ? ) EXECUTE ;
: try-n ( -- ) ['] n try ;   \ expect: FG207
' try-n DROP
LOAD parts/tail.4th
