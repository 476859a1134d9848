\ OnIsLegal? leaves nothing, so no move is legal.
LOAD parts/head.4th
: OnIsLegal? ( -- ) ;   \ expect: FG209
LOAD parts/tail.4th
