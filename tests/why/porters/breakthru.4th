\ flagship game: two small steps, or one step of the flagship, in a turn
{board 7 7 {grid} {variable} steps-done board}
{directions -1 0 {direction} a 1 0 {direction} b 0 -1 {direction} c 0 1 {direction} d
 -1 -1 {direction} ac -1 1 {direction} ad 1 -1 {direction} bc 1 1 {direction} bd directions}
{players {player} Gold {player} Silver players}
{turn-order {turn} Gold {turn} Silver turn-order}
DEFER FLAG
1 CONSTANT SMALL
: one-more ( -- ) steps-done ++ ;
: may-step? ( -- ? ) steps-done @ 2 < ;
: fresh? ( -- ? ) steps-done @ 0= ;
: after-step ( -- )
  COMPILE one-more
  fresh? IF SMALL partial-move-type ENDIF ;
: row ( 'dir -- )
  BEGIN DUP EXECUTE empty? AND WHILE
    may-step? IF from here move after-step add-move ENDIF
  REPEAT DROP ;
: sail ( 'dir -- )
  fresh? verify
  BEGIN DUP EXECUTE empty? AND WHILE
    from here move add-move
  REPEAT DROP ;
: hit ( 'dir -- )
  fresh? verify
  EXECUTE verify
  enemy? verify
  from here move
  add-move ;
: ra ['] a row ; : rb ['] b row ; : rc ['] c row ; : rd ['] d row ;
: fa ['] a sail ; : fb ['] b sail ; : fc ['] c sail ; : fd ['] d sail ;
: hac ['] ac hit ; : had ['] ad hit ; : hbc ['] bc hit ; : hbd ['] bd hit ;
{moves small-ship
 {move} ra {move-type} small {move} rb {move-type} small {move} rc {move-type} small {move} rd {move-type} small
 {move} hac {move-type} big {move} had {move-type} big {move} hbc {move-type} big {move} hbd {move-type} big
moves}
{moves flag-ship
 {move} fa {move-type} big {move} fb {move-type} big {move} fc {move-type} big {move} fd {move-type} big
 {move} hac {move-type} big {move} had {move-type} big {move} hbc {move-type} big {move} hbd {move-type} big
moves}
{pieces {piece} ship {moves} small-ship {piece} flagship {moves} flag-ship 10 {value} pieces}
' flagship IS FLAG
{board-setup
 {setup} Gold flagship d4 {setup} Gold ship c3 {setup} Gold ship d3 {setup} Gold ship e5 {setup} Gold ship c5
 {setup} Silver ship b2 {setup} Silver ship f2 {setup} Silver ship d6 {setup} Silver ship b6 {setup} Silver ship f6 {setup} Silver ship g4
board-setup}
: OnNextTurn ( -- ) 0 steps-done ! OnNextTurn ;
: flag-at ( -- pos ) -1 49 0 DO I piece-type-at FLAG = IF DROP I ENDIF LOOP ;
: on-edge? ( pos -- ? ) DUP 7 < OVER 41 > OR OVER 7 MOD 0= OR SWAP 7 MOD 6 = OR ;
: OnIsGameOver ( -- r )
  flag-at 0< IF current-player Silver = IF #WinScore ELSE #LossScore ENDIF ELSE
  flag-at on-edge? IF current-player Gold = IF #WinScore ELSE #LossScore ENDIF ELSE #UnknownScore ENDIF ENDIF ;
