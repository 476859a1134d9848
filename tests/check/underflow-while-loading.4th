\ A sum of nothing.
: add ( a b -- sum ) + ;
1 add .   \ expect: FG104
