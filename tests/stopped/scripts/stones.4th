\ Stones are put on a board of sixteen; three in a row win. Other scripts LOAD it.
{board 4 4 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} Black {player} White players}
{turn-order {turn} Black {turn} White turn-order}
: put empty? verify drop add-move ;
{moves puts {move} put moves}
{pieces {piece} stone {drops} puts pieces}
: three? DUP enemy-at? OVER 1+ enemy-at? AND SWAP 2 + enemy-at? AND ;
: OnIsGameOver
a4 three? a3 three? OR a2 three? OR a1 three? OR IF #LossScore
ELSE stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ENDIF ;
