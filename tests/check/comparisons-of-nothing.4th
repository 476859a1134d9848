\ Comparisons that never hold, or always.
LOAD parts/head.4th
VARIABLE turns
: a ( -- )   turns @ 3 = turns @ 4 = AND IF 1 . ENDIF ;   \ expect: FG550
: b ( -- )   turns @ 3 > turns @ 5 < OR IF 1 . ENDIF ;   \ expect: FG550
: c ( -- )   turns @ 3 > turns @ 5 < AND IF turns @ 3 <> turns @ 4 <> AND IF 1 . ENDIF ENDIF ;
: d ( -- )   here 16 > verify ;   \ expect: FG550
: f ( -- )   here 15 >= verify ;
: g ( n -- ? )   DROP 2 DUP = ;   \ expect: FG550
: OnNextTurn ( -- )   turns ++ a b c d f 7 g DROP OnNextTurn ;
: OnIsGameOver ( -- result )
	turn-number 20 < IF #DrawScore ELSE #UnknownScore ENDIF   \ expect: FG554
;
LOAD parts/tail.4th
