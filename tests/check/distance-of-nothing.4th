\ OnDistance leaves nothing.
{board 1 3 {grid} board}
{directions 0 1 {direction} east directions}
{players {player} One players}
{turn-order {turn} One turn-order}
: step ( -- )   east verify empty? verify from here move add-move ;
{moves steps {move} step moves}
{pieces {piece} man {moves} steps pieces}
{board-setup {setup} One man a1 board-setup}
: OnIsGameOver ( -- result )   c1 not-empty-at? IF One goal ENDIF #UnknownScore ;
: OnDistance ( -- )   c1 to ;   \ expect: FG209
