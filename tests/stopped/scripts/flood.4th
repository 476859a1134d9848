\ A flood fill with a ring buffer counts the empty region of each drop.
LOAD stones.4th
16 [] seen  VARIABLE region
: visit DUP seen @ IF DROP EXIT ENDIF TRUE OVER seen ! DUP empty-at? IF region ++ ringbuffer-add-item ELSE DROP ENDIF ;
: fill ringbuffer-reset 16 0 DO 0 I seen ! LOOP 0 region !
here visit
BEGIN ringbuffer-empty? NOT WHILE
ringbuffer-remove-item DUP to n IF here visit ENDIF DUP to s IF here visit ENDIF DUP to e IF here visit ENDIF to w IF here visit ENDIF
REPEAT back ;
: put empty? verify fill region @ 2 > verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} stone {drops} puts pieces}
: OnEvaluate region @ ;
