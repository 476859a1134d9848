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
: white-attacks ( -- n )   0 16 0 DO I player-at Black = IF 1+ ENDIF LOOP ;
: black-attacks ( -- n )   0 16 0 DO I player-at White = IF 1+ ENDIF LOOP ;
: threats ( -- n )   current-player White = IF black-attacks ELSE white-attacks ENDIF ;
: take-n ( -- )   n IF enemy? IF capture ENDIF s DROP ENDIF ;
: take-s ( -- )   s IF enemy? IF capture ENDIF n DROP ENDIF ;
: take-e ( -- )   e IF enemy? IF capture ENDIF w DROP ENDIF ;
: take-w ( -- )   w IF enemy? IF capture ENDIF e DROP ENDIF ;
: round-n ( -- )   n verify empty? verify  from here move  take-n take-s take-e take-w  add-move ;
: round-s ( -- )   s verify empty? verify  from here move  take-n take-s take-e take-w  add-move ;
: round-e ( -- )   e verify empty? verify  from here move  take-n take-s take-e take-w  add-move ;
: round-w ( -- )   w verify empty? verify  from here move  take-n take-s take-e take-w  add-move ;
: note ( -- )   white-men ++  black-men ++  white-men OFF  black-men OFF ;
: OnEvaluate ( -- score )
	note threats
	current-player White = IF white-lead ELSE black-lead ENDIF +
;
{moves list
	{move} back-n
	{move} back-s
	{move} n-then-n
	{move} n-then-s
	{move} n-then-e
	{move} n-then-w
	{move} round-n
	{move} round-s
	{move} round-e
	{move} round-w
moves}
LOAD parts/tail.4th
