\ Changes of a piece that `move` overwrites, and some that it does not.
LOAD parts/head.4th
: early ( -- )
	n verify empty? verify
	1 change-type
	from here move   \ expect: FG559
	add-move
;
: at-start ( -- )
	n verify empty? verify
	1 from change-type-at
	from here move   \ expect: FG559
	add-move
;
: late ( -- )   n verify empty? verify  from here move  1 change-type  add-move ;
: of-another ( -- )   n verify enemy? verify  1 change-type  n verify  from here move  add-move ;
: one-of-two ( -- )
	n verify empty? verify
	turn-number 5 > IF 1 change-type from here move add-move EXIT ENDIF   \ expect: FG559
	from here move  add-move
;
{moves more
	{move} early
	{move} at-start
	{move} late
	{move} of-another
	{move} one-of-two
moves}
LOAD parts/tail-king.4th
