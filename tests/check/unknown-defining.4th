\ A misspelt defining word does not make its name unknown too.
VARIABEL count   \ expect: FG101
: more ( -- ) count ++ ;
' more DROP
