\ Isolation: step, then take a tile out of the board.
{board
 6 6 {grid}
board}
{directions
 -1 0 {direction} no   1 0 {direction} so   0 1 {direction} ea   0 -1 {direction} we
 -1 1 {direction} noea -1 -1 {direction} nowe 1 1 {direction} soea 1 -1 {direction} sowe
directions}
{players {player} One {player} Two {neutral} Hole players}
{turn-order
 {turn} One {of-type} stepping
 {turn} One {of-type} taking
 {turn} Two {of-type} stepping
 {turn} Two {of-type} taking
turn-order}
VARIABLE free
: walk ( 'd -- )
 EXECUTE verify empty? verify
 from here move add-move ;
: w1 ['] no walk ; : w2 ['] so walk ; : w3 ['] ea walk ; : w4 ['] we walk ;
: w5 ['] noea walk ; : w6 ['] nowe walk ; : w7 ['] soea walk ; : w8 ['] sowe walk ;
: pull ( -- )
 empty? verify
 Hole create-player
 add-move ;
{moves walks
 {move} w1 {move-type} stepping {move} w2 {move-type} stepping
 {move} w3 {move-type} stepping {move} w4 {move-type} stepping
 {move} w5 {move-type} stepping {move} w6 {move-type} stepping
 {move} w7 {move-type} stepping {move} w8 {move-type} stepping
moves}
{moves pulls {move} pull {move-type} taking moves}
{pieces
 {piece} pawn {moves} walks
 {piece} gap {drops} pulls
pieces}
{board-setup {setup} One pawn c1 {setup} Two pawn d6 board-setup}
: look ( 'd -- ) EXECUTE IF empty? IF free ++ ENDIF ENDIF ;
: exits ( pos -- n )
 0 free !
 DUP to ['] no look DUP to ['] so look DUP to ['] ea look DUP to ['] we look
 DUP to ['] noea look DUP to ['] nowe look DUP to ['] soea look to ['] sowe look
 free @ ;
: where ( player -- pos )
 0 SWAP 36 0 DO I piece-type-at pawn = I player-at 2 PICK = AND IF SWAP DROP I SWAP ENDIF LOOP DROP ;
: OnIsGameOver ( -- result )
 #UnknownScore
 current-player where exits 0= IF DROP #LossScore ENDIF ;
