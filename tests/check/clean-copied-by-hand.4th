\ Words copied for each direction: some look back, and some of two directions have the same part.
LOAD parts/directions-of-four.4th
: back-n ( -- )   s verify  enemy? verify  back  n verify  from here move add-move ;
: back-s ( -- )   s verify  enemy? verify  back  s verify  from here move add-move ;
: n-then-n ( -- )   n verify empty? verify  n verify  from here move add-move ;
: n-then-s ( -- )   s verify empty? verify  n verify  from here move add-move ;
: n-then-e ( -- )   e verify empty? verify  n verify  from here move add-move ;
: n-then-w ( -- )   w verify empty? verify  n verify  from here move add-move ;
VARIABLE white-men
VARIABLE black-men
: white-lead ( -- n )   white-men @ black-men @ - ;
: black-lead ( -- n )   black-men @ black-men @ - white-men @ + ;
: note ( -- )   white-men ++  black-men ++  white-men OFF  black-men OFF ;
: OnEvaluate ( -- score )
	note
	current-player White = IF white-lead ELSE black-lead ENDIF
;
{moves list
	{move} back-n
	{move} back-s
	{move} n-then-n
	{move} n-then-s
	{move} n-then-e
	{move} n-then-w
moves}
LOAD parts/tail.4th
