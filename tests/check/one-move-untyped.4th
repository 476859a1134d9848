\ One move of a list lacks its type.
LOAD parts/head.4th
: v ( -- ) n e AND verify from here move add-move ;
{move-priorities
	{move-priority} taking
	{move-priority} quiet
move-priorities}
{moves more
	{move} step-n {move-type} taking
	{move} step-e {move-type} quiet
	{move} v   \ expect: FG534
moves}
LOAD parts/tail-king.4th
