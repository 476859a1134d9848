\ Variables that move words change and test, and that nothing resets.
LOAD parts/head.4th
VARIABLE steps
VARIABLE open
VARIABLE owner
VARIABLE stamp
16 [] seen[]
: far ( -- )   \ expect: FG563
	BEGIN n IF empty? ELSE FALSE ENDIF WHILE
		steps ++
	REPEAT
	steps @ 2 > verify
	from here move add-move
;
: through ( -- )
	FALSE owner !   \ expect: FG563
	n verify empty? IF TRUE open ! ENDIF
	player owner !
	open @ verify  owner @ White = verify
	from here move add-move
;
: once ( -- )
	stamp ++  stamp @ here seen[] !
	n verify here seen[] @ stamp @ <> verify
	from here move add-move
;
{moves list
	{move} step-n
	{move} step-e
	{move} far
	{move} through
	{move} once
moves}
LOAD parts/tail.4th
