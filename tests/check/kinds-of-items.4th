\ Items of the wrong kind: through words, branches, loops and variables.
LOAD parts/head.4th
VARIABLE marked
VARIABLE owner
VARIABLE hits
: at-edge? ( pos -- ? )   DUP a1 = SWAP d4 = OR ;
: held? ( player pos -- ? )   player-at = ;
: typed? ( piece-type -- ? )   DUP piece-type = SWAP a1 piece-type-at = OR ;
: keep ( x -- x )   DUP DROP ;
: mine? ( pos -- ? )   current-player held? ;   \ expect: FG213 FG545
: mine-here? ( -- ? )   current-player keep at-edge? ;   \ expect: FG545
: either ( ? -- ? )
	IF here ELSE from ENDIF   \ a position in both ways
	White = ;   \ expect: FG545
: far? ( -- ? )
	here 3 0 DO n DROP LOOP
	player-index ;   \ expect: FG545
: remember ( -- )   here marked !  current-player owner ! ;
: marked? ( -- ? )   marked @ player-at owner @ = ;
: wrong? ( -- ? )   marked @ owner @ = ;   \ expect: FG545
: many? ( -- ? )   hits 3 > hits @ 1+ hits ! ;   \ expect: FG545
: king? ( -- ? )   piece typed? ;   \ expect: FG545
: little? ( -- ? )   current-player 1 = ;   \ expect: FG545
: twice ( -- n )   ['] n 2 * ;   \ expect: FG545
: both ( -- n )   hits marked + ;   \ expect: FG545
: worth ( -- n )   piece piece-value 4 + ;
: worths ( -- n )   hits @ piece + ;   \ expect: FG545
: value-of ( -- n )
	piece piece-value
	DUP 700 = IF DROP 3 ENDIF
;
: stronger? ( -- ? )   a1 piece-at value-of > ;   \ expect: FG545
DEFER MAN
: man? ( -- ? )   piece MAN = ;   \ expect: FG545
: far-away? ( -- ? )
	current-player
	turn-number 5 > IF DUP DROP ENDIF
	empty-at? ;   \ expect: FG545
2 CONSTANT two
: never? ( -- ? )   current-player two = ;   \ expect: FG545
: above? ( n -- ? )   DUP hits > SWAP hits @ > OR ;   \ expect: FG545
: OnEvaluate ( -- score )
	man? far-away? +  never? + 3 above? +
	remember marked? + wrong? + many? + king? + little? + twice + both + worth + 1 either +
	far? + mine-here? + worths + stronger? +
	here mine? +   \ expect: FG545
;
LOAD parts/tail.4th
' man IS MAN
