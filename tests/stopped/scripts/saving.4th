\ The board is saved and put back by CMOVE.
LOAD stones.4th
CREATE saved 64 ALLOT  VARIABLE saves
: save-board 0 board[] saved 64 CMOVE saves ++ ;
: restore-board saved 0 board[] 64 CMOVE ;
: OnEvaluate save-board 0 16 0 DO I friend-at? IF 1+ ENDIF 0 I board[] ! LOOP restore-board ;
: put empty? verify save-board 0 here board[] ! restore-board saves @ 11 MOD verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} stone {drops} puts pieces}
