\ OnNewGame notes where the king stands, and nothing finds it in a position that is read.
{board 1 3 {grid} {variable} king-pos board}
{directions 0 1 {direction} east directions}
{players {player} One players}
{turn-order {turn} One turn-order}
: step ( -- )   east verify empty? verify from here move here king-pos later! add-move ;
{moves steps {move} step moves}
{pieces {piece} king {moves} steps pieces}
{board-setup {setup} One king a1 board-setup}
: begin ( -- )   a1 king-pos ! ;   \ expect: FG406
: OnNewGame ( -- )   begin ;
: OnIsGameOver ( -- result )   king-pos @ c1 = IF #WinScore ELSE #UnknownScore ENDIF ;
