\ OnPosition finds the king that OnNewGame notes.
{board 1 3 {grid} {variable} king-pos board}
{directions 0 1 {direction} east directions}
{players {player} One players}
{turn-order {turn} One turn-order}
: step ( -- )   east verify empty? verify from here move here king-pos later! add-move ;
{moves steps {move} step moves}
{pieces {piece} king {moves} steps pieces}
{board-setup {setup} One king a1 board-setup}
: OnNewGame ( -- )   a1 king-pos ! ;
: OnPosition ( -- )   3 0 DO I not-empty-at? IF I king-pos ! ENDIF LOOP ;
: OnIsGameOver ( -- result )   king-pos @ c1 = IF #WinScore ELSE #UnknownScore ENDIF ;
