\ Every unknown word is found in one run.
LOAD parts/head.4th
: one ( -- ? ) freind? ;   \ expect: FG101
: two ( -- ? ) enmy? NOT ;   \ expect: FG101
: three ( -- ) one verify two verify Step-n ;   \ expect: FG101
' three DROP
undefined-thing   \ expect: FG101
LOAD parts/tail.4th
