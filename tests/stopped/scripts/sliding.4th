\ A puzzle with a counter of tries and an array of places.
{board 2 3 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} Solver players}
{turn-order {turn} Solver turn-order}
VARIABLE tried  6 [] places
: slide tried ++ verify empty? verify from here move add-move ;
: up n slide ; : down s slide ; : right e slide ; : left w slide ;
{moves ways {move} up {move} down {move} right {move} left moves}
{pieces {piece} one {moves} ways {piece} two {moves} ways {piece} three {moves} ways {piece} four {moves} ways {piece} five {moves} ways pieces}
{board-setup {setup} Solver five a2 {setup} Solver one b2 {setup} Solver four c2 {setup} Solver three a1 {setup} Solver two b1 board-setup}
: OnMakeAMove here places ++ ;
: OnDistance 0 5 0 DO I piece-at DUP IF piece-index I <> IF 1+ ENDIF ELSE DROP ENDIF I places ++ LOOP 2/ ;
: OnIsGameOver TRUE 5 0 DO I piece-type-at I 1+ = AND LOOP IF #WinScore ELSE #UnknownScore ENDIF ;
