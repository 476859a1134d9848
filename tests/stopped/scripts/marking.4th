\ Marks are set and taken away again in a recursion; a group without a free neighbour may not be filled.
LOAD stones.4th
16 [] marks  VARIABLE group-size  VARIABLE liberty
: seen? marks @ ;
: around
here marks @ IF EXIT ENDIF
-1 here marks !
empty? IF liberty ON EXIT ENDIF
friend? NOT IF EXIT ENDIF
group-size ++
here n IF RECURSE ENDIF DUP to s IF RECURSE ENDIF DUP to e IF RECURSE ENDIF DUP to w IF RECURSE ENDIF to ;
: unmark 16 0 DO 0 I marks ! LOOP ;
: put empty? verify liberty OFF 0 group-size !
n IF around ENDIF back e IF around ENDIF back s IF around ENDIF back w IF around ENDIF back unmark
group-size @ 6 < verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} stone {drops} puts pieces}
