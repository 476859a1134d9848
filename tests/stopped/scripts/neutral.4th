\ Neutral stones grow beside a move; the event counts them in the dictionary.
{board 4 4 {grid} board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e directions}
{players {player} Red {player} Blue {neutral} Wall players}
{turn-order {turn} Red {turn} Blue turn-order}
VARIABLE walls  16 [] built
: build walls ++ DUP built ++ Wall 2 ROT create-player-piece-type-at ;
: go verify empty? verify here from here move from Wall SWAP 2 SWAP create-player-piece-type-at from COMPILE-LITERAL COMPILE DROP add-move ;
: up n go ; : down s go ; : over e go ;
{moves ways {move} up {move} down {move} over moves}
{pieces {piece} man {moves} ways {piece} wall pieces}
{board-setup {setup} Red man a1 {setup} Red man b2 {setup} Blue man a4 {setup} Blue man c3 board-setup}
: OnMakeAMove 0 16 0 DO I board[] @ #Neutral AND IF 1+ I built ++ ENDIF LOOP walls ! ;
: OnIsGameOver stalemate? IF #LossScore ELSE #UnknownScore ENDIF ;
: OnEvaluate walls @ 3 built @ + ;
