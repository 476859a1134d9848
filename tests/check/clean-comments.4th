\ Comments that are no stack effects are let be.
LOAD parts/head.4th
: a ( pos - ? ) empty-at? ;
: b ( 'dir -- ) EXECUTE DROP ;
: c ( ??? ) 1 2 3 + + ;
: d ( -- the next position ) here ;
: f ( moves to the north ) n DROP ;
: w ( -- ) ['] n b a1 a DROP c DROP d DROP f from here = NOT verify from here move add-move ;
{moves more
	{move} w
moves}
LOAD parts/tail-king.4th
