\ Words are case-sensitive.
: Square ( n -- n' ) DUP * ;
: four ( -- n ) 2 square ;   \ expect: FG101
' four DROP  ' Square DROP
