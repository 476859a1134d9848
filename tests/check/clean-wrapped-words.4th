\ Kernel words redefined over themselves, choices named in comments, switches.
LOAD parts/head.4th
0 CONSTANT LOUD
: empty? ( -- ? ) empty? NOT NOT ;
: seek ( -- pos TRUE | FALSE ) n IF here TRUE EXIT ENDIF FALSE ;
: tell ( -- ) LOUD IF ." moving" CR ENDIF ;
: w ( -- ) tell empty? NOT verify seek IF from SWAP move add-move ENDIF ;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
