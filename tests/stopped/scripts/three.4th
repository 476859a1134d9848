\ Three players, each with a counter in an array.
{board 3 5 {grid} {variable} note board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} Red {player} Green {player} Blue players}
{turn-order {turn} Red {turn} Green {turn} Blue turn-order}
4 [] scores
: step n verify empty? enemy? OR verify from here move add-move ;
: down s verify empty? verify from here move add-move ;
: side e verify empty? verify from here move add-move ;
{moves ways {move} step {move} down {move} side moves}
{pieces {piece} man {moves} ways pieces}
{board-setup {setup} Red man a1 {setup} Red man b1 {setup} Green man c2 {setup} Green man d2 {setup} Blue man e3 {setup} Blue man a3 board-setup}
: OnMakeAMove current-player player-index scores ++ note ++ ;
: OnIsGameOver stalemate? IF #LossScore ELSE turn-number 30 > IF #DrawScore ELSE #UnknownScore ENDIF ENDIF ;
: OnEvaluate current-player player-index scores @ note @ - ;
