\ Pawns on a board of sixteen: who cannot move has lost. Other scripts LOAD it.
{board 4 4 {grid} {variable} last-to 16 {array} visits[] 16 {carray} stamps[] board}
{directions -1 0 {direction} n 1 0 {direction} s 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} White {player} Black players}
{symmetries Black {symmetry} n s symmetries}
{turn-order {turn} White {turn} Black turn-order}
: step n verify empty? verify from here move add-move ;
: right n verify e verify enemy? verify from here move add-move ;
: left n verify w verify enemy? verify from here move add-move ;
: aside e verify empty? verify from here move add-move ;
{moves ways {move} step {move} right {move} left {move} aside moves}
{pieces {piece} man {moves} ways pieces}
{board-setup
{setup} White man a1 {setup} White man b1 {setup} White man c1 {setup} White man d1
{setup} Black man a4 {setup} Black man b4 {setup} Black man c4 {setup} Black man d4
board-setup}
: OnIsGameOver stalemate? turn-number 40 > OR IF #LossScore ELSE #UnknownScore ENDIF ;
