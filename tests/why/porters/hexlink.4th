{board 5 5 {grid} board}
{directions
 -1 0 {direction} u  1 0 {direction} d  0 -1 {direction} l  0 1 {direction} r
 -1 1 {direction} ur 1 -1 {direction} dl
directions}
{players {player} Rot {player} Blau players}
{turn-order {turn} Rot {turn} Blau turn-order}
25 [] besucht
VARIABLE ziel?
VARIABLE wer
VARIABLE zuege
: leeren 25 0 DO 0 I besucht ! LOOP ;
: am-ziel? ( pos -- ? ) wer @ Rot = IF 20 >= ELSE 5 MOD 4 = ENDIF ;
: gehe ( pos -- )
  DUP besucht @ IF DROP EXIT ENDIF
  DUP player-at wer @ <> IF DROP EXIT ENDIF
  TRUE OVER besucht !
  DUP am-ziel? IF ziel? ON ENDIF
  DUP to u IF here RECURSE ENDIF
  DUP to d IF here RECURSE ENDIF
  DUP to l IF here RECURSE ENDIF
  DUP to r IF here RECURSE ENDIF
  DUP to ur IF here RECURSE ENDIF
  to dl IF here RECURSE ENDIF ;
: verbunden? ( spieler -- ? )
  wer ! ziel? OFF leeren
  5 0 DO
    wer @ Rot = IF I ELSE I 5 * ENDIF gehe
  LOOP
  ziel? @ ;
: zaehlen zuege ++ ;
: setzen ( -- ) empty? verify drop COMPILE zaehlen add-move ;
: tauschen ( -- )
  zuege @ 1 = verify
  enemy? verify
  current-player change-owner
  COMPILE zaehlen
  add-move ;
{moves steine {move} setzen {move} tauschen moves}
{pieces {piece} stein {drops} steine pieces}
: OnNewGame ( -- ) 0 zuege ! ;
: OnIsGameOver ( -- ergebnis )
  next-player verbunden? IF #LossScore ELSE #UnknownScore ENDIF ;
