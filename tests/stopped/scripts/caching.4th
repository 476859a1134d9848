\ Evaluations are kept in an array by a hash of the board.
LOAD stones.4th
256 [] keys  256 [] values  VARIABLE hits
: hash 0 16 0 DO 31 * I board[] @ + LOOP ;
: compute 0 16 0 DO I friend-at? IF I 5 AND + ENDIF I enemy-at? IF I 3 AND - ENDIF LOOP ;
: OnEvaluate hash DUP 255 AND DUP keys @ 2 PICK = IF values @ SWAP DROP hits ++
ELSE compute DUP 2 PICK values ! ROT ROT keys ! ENDIF ;
