\ Words compiled into moves change variables of the script and of the board.
LOAD pawns.4th
VARIABLE captures  VARIABLE pending
: note captures ++ captures @ last-to ! ;
: add-note pending @ + pending ! ;
: right n verify e verify enemy? verify from here move COMPILE note here COMPILE-LITERAL COMPILE add-note add-move ;
: left n verify w verify enemy? verify COMPILE note from here move add-move ;
: step n verify empty? verify captures @ 3 MOD 2 < turn-number 3 < OR verify from here move add-move ;
{moves ways {move} step {move} right {move} left {move} aside moves}
{pieces {piece} man {moves} ways pieces}
: OnEvaluate captures @ pending @ + last-to @ - ;
