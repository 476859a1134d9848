"""Words that need a board: run when X is to move, or in the move word of the man on b2 (`==`)."""

from __future__ import annotations

HEAD = """
{board 4 4 {grid} {variable} marked board}
{directions -1 0 {direction} n 0 1 {direction} e directions}
{players {player} X {player} O {neutral} N players}
{turn-order {turn} X {turn} O turn-order}
DEFER probe
: two-steps n verify from here move add-move back e verify from here move add-move ;
: nothing two-steps ;
: still ;
{moves list {move} probe {move-type} usual moves}
{moves quiet {move} still moves}
{pieces
    {piece} man {moves} list 3 {value}
    {piece} king {moves} quiet 7 {value}
    {piece} rock
    {piece} stone
pieces}
{board-setup {setup} X man b2 {setup} O man c3 {setup} X king a1 {setup} N rock d1 board-setup}
VARIABLE reserve-count
: the-count reserve-count ;
' the-count _amount-in-reserve !
"""

CASES = r"""
here to | 5 to here -> 5
from home back | 3 home 5 to from back here -> 3 3
last | from 10 move 5 to last here = verify capture add-move ==
last | from 10 move last 10 = verify add-move == man b2 - c2
current-piece current-piece-type | current-piece 2049 = current-piece-type man = AND verify 5 to
    drop add-move == X man b3
piece piece-at | 9 to piece 6 piece-at 0 piece-at -> 2049 4097 0
piece-at | 99 piece-at -1 piece-at -> 0 0
piece-type piece-type-at | 12 to piece-type 15 piece-type-at 0 piece-type-at -> 2 3 0
not-piece-type? | 9 to king not-piece-type? man not-piece-type? -> -1 0
not-piece-type-at? | 9 king not-piece-type-at? 9 man not-piece-type-at? -> -1 0
piece-value | 4097 piece-value king piece-value stone piece-value -> 3 7 1
piece-index | man piece-index stone piece-index -> 0 3
player player-at | 9 to player 6 player-at 15 player-at 0 player-at -> 2048 4096 7168 0
player-index | X player-index O player-index N player-index -> 0 1 2
current-player for-player next-player | current-player for-player next-player -> 2048 2048 4096
of-type turn-number turn-offset | of-type turn-number turn-offset -> 0 1 0
next-turn-offset | 0 next-turn-offset 12 next-turn-offset -> 12 0
turn-offset-to-player | 0 turn-offset-to-player 12 turn-offset-to-player -> 2048 4096
empty? not-empty? | 9 to empty? not-empty? 0 to empty? not-empty? -> 0 -1 -1 0
empty-at? not-empty-at? | 9 empty-at? 0 empty-at? 9 not-empty-at? 0 not-empty-at? -> 0 -1 -1 0
friend? | 9 to friend? 6 to friend? 15 to friend? 0 to friend? -> -1 0 0 0
friend-at? | 9 friend-at? 6 friend-at? 0 friend-at? -> -1 0 0
friend-of? | 6 O friend-of? 9 O friend-of? 0 O friend-of? -> -1 0 0
enemy? | 9 to enemy? 6 to enemy? 15 to enemy? 0 to enemy? -> 0 -1 -1 0
enemy-at? | 9 enemy-at? 6 enemy-at? 15 enemy-at? 0 enemy-at? -> 0 -1 -1 0
enemy-of? | 9 O enemy-of? 6 O enemy-of? 15 O enemy-of? 0 O enemy-of? -> -1 0 -1 0
neutral-piece? neutral-piece-at? | 15 to neutral-piece? 9 neutral-piece-at? 15 neutral-piece-at?
    -> -1 0 -1
verify | n verify from here move add-move FALSE verify from 10 move add-move == man b2 - b3
$Exit | n verify from here move add-move $Exit from 10 move add-move == man b2 - b3
player-to-move player-count searching? | player-to-move player-count searching? -> 2048 3 0
board[] | 9 board[] @ 5 9 board[] ! 9 piece-at -> 2049 5
move | from 10 move add-move == man b2 - c2 / -b2 c2=X.man
move | from 6 move add-move == man b2 x c3 / -b2 c3=X.man
move | 0 10 move !! move from an empty position
drop | 4 to drop add-move == X man a3 / a3=X.man
drop-piece | 4 to king drop-piece add-move == X king a3 / a3=X.king
drop-piece-at | king 4 drop-piece-at add-move == X king a3 / a3=X.king
capture | 6 to capture add-move == x c3 / -c3
capture-at | 6 capture-at add-move == x c3 / -c3
create | 4 to create add-move == X man a3 / a3=X.man
create-at | 4 create-at add-move == X man a3 / a3=X.man
create-player | 4 to O create-player add-move == O man a3 / a3=O.man
create-player-at | O 4 create-player-at add-move == O man a3 / a3=O.man
create-piece-type | 4 to king create-piece-type add-move == X king a3 / a3=X.king
create-piece-type-at | king 4 create-piece-type-at add-move == X king a3 / a3=X.king
create-player-piece-type | 4 to O king create-player-piece-type add-move == O king a3 / a3=O.king
create-player-piece-type-at | O king 4 create-player-piece-type-at add-move
    == O king a3 / a3=O.king
change-type | king change-type add-move == = king on b2 / b2=X.king
change-type-at | king 6 change-type-at add-move == = king on c3 / c3=O.king
change-owner | O change-owner add-move == = O on b2 / b2=O.man
change-owner-at | X 6 change-owner-at add-move == = X on c3 / c3=X.man
change-type | from 10 move 10 to king change-type add-move == man b2 - c2 = king / -b2 c2=X.king
add-move | add-move from 10 move add-move from 8 move add-move == man b2 - c2; man b2 - a2
partial | from 10 move partial add-move == partial 0 man b2 - c2
partial-move-type | from 10 move usual partial-move-type add-move == partial 1 man b2 - c2
Pass | Pass Pass == Pass
Pass | 6 capture-at Pass == x c3 / -c3
PassNoPartial | PassNoPartial PassNoPartial == Pass
$Pass | $Pass $Pass == Pass; Pass
remove-from-reserve, _amount-in-reserve | 5 reserve-count ! _amount-in-reserve @ 0<>
    remove-from-reserve, reserve-count @ -> -1 4
(capture-at) | 6 (capture-at) 6 piece-at -> 0
(capture-at) | 6 COMPILE-LITERAL COMPILE (capture-at) from 10 move add-move
    == man b2 - c2 / -b2 -c3 c2=X.man
(create) | king $piece ! 4 to (create) 4 piece-at -> 2050
(change-type-at) | king $changedTo ! 6 to (change-type-at) 6 piece-at 0 to (change-type-at)
    piece -> 4098 0
(change-owner-at) | X $changedTo ! 6 to (change-owner-at) 6 piece-at 0 to (change-owner-at)
    piece -> 2049 0
(add-piece) | 4097 0 (add-piece) 0 piece-at -> 4097
(remove-piece) | 9 (remove-piece) 9 piece-at -> 0
^string ^number ^char ^position | 0 $buffer ! S" go" ^string -5 ^number 33 ^char 9 ^position
    $buffer TYPE => 'go-5!b2'
^" | 0 $buffer ! ^" one" ^" two" $buffer TYPE => 'onetwo'
^piece-type ^player | 0 $buffer ! king ^piece-type O ^player $buffer TYPE => 'kingO'
^x ^- ^= ^trim | 0 $buffer ! ^" a" ^x ^" b" ^- ^= ^trim $buffer TYPE => 'a x b - ='
$GenerateMoves $DeallocateMoves | X TRUE 0 $GenerateMoves $FirstMove $MoveString TYPE
    $DeallocateMoves $FirstMove $MoveString TYPE => 'man c3 - c4man b2 - b3'
$GenerateMoves | X FALSE usual $GenerateMoves move-count X FALSE 9 $GenerateMoves move-count
    $DeallocateMoves $DeallocateMoves -> 2 0
$FirstMove $NextMove | $FirstMove $NextMove $MoveString TYPE $FirstMove $NextMove $NextMove .
    => 'man b2 - c20 '
$MoveString | $FirstMove $MoveString TYPE => 'man b2 - b3'
$MoveString | 5 $MoveString !! not a move
$DecompileMove | $FirstMove PAD $DecompileMove PAD TYPE => 'man b2 - b3'
.moveString | $FirstMove .moveString TYPE => 'man b2 - b3'
.moveType | $FirstMove .moveType @ -> 1
.moveCFA | $FirstMove .moveCFA EXECUTE 5 piece-at 9 piece-at -> 2049 0
move-count stalemate? | move-count stalemate? X FALSE 9 $GenerateMoves stalemate?
    $DeallocateMoves -> 2 0 -1
material-balance | X material-balance O material-balance -> 6 -8
$CloneBoard $DeallocateBoard | $CloneBoard 9 (remove-piece) 9 piece-at $DeallocateBoard 9
    piece-at -> 0 2049
$DeallocateBoard | $DeallocateBoard !! without $CloneBoard
SearchStatus@ | #StopNow $searchStatus ! SearchStatus@ 0 $searchStatus ! SearchStatus@ -> 2 0
$Yield CurrentMove! | $Yield S" man b2 - b3" CurrentMove! DEPTH -> 0
$OutputMoves | $OutputMoves => 'man b2 - b3\nman b2 - c2\n'
repetition-reset repetition-push-position repetition-pop-position | repetition-reset
    repetition-push-position repetition-push-position repetition-pop-position
    repetition-push-position -> 1 2 2
OnNextTurn | OnNextTurn current-player turn-number OnNextTurn current-player turn-number
    -> 4096 2 2048 3
OnIsGameOver | OnIsGameOver X FALSE 9 $GenerateMoves OnIsGameOver $DeallocateMoves
    -> -2140000000 0
OnEvaluate OnIsTerminal? | OnEvaluate OnIsTerminal? -> 0 -1
OnRetractMove | $CloneBoard 9 (remove-piece) OnRetractMove 9 piece-at -> 2049
OnFriends? | X X OnFriends? X O OnFriends? -> -1 0
OnEditAdd OnEditRemove | O king 0 OnEditAdd 0 piece-at 9 OnEditRemove 9 piece-at -> 4098 0
$movesList | $movesList @ CELLSIZE + @ $movesList @ 8 + @ $FirstMove = -> 2 -1
$turnOrder $turnLimit $repeatOffset | $turnOrder @ 12 + @ $turnLimit @ $repeatOffset @
    -> 4096 24 0
$turnOffset $turnNumber | OnNextTurn $turnOffset @ $turnNumber @ -> 12 2
$ofType $forPlayer $player | $ofType @ $forPlayer @ $player @ -> 0 2048 2048
$players $playerCount | $players @ 8 + @ $playerCount @ -> 7168 3
$playerName $playerOffset | $playerName @ TYPE OnNextTurn $playerName @ TYPE $playerOffset @ .
    => 'XO4 '
$engines | $engines @ @ $engines @ 4 + @ -> 0 0
$playerToMove | O $playerToMove ! $searching ON player-to-move $searching OFF player-to-move
    -> 4096 2048
$searching | $searching @ $searching ON searching? $searching OFF -> 0 -1
$depthLimit | 5 $depthLimit ! $depthLimit @ 0 $depthLimit ! -> 5
$pieces $pieceCount $scanPieceCount | $pieces @ 12 + @ $pieceCount @ $scanPieceCount @ -> 3 4 4
$rows $columns $positions $posCount | $rows @ $columns @ $positions @ $posCount @ -> 4 4 16 0
$scanPositions | $scanPositions @ 8 $scanPositions ! X FALSE 0 $GenerateMoves move-count
    $DeallocateMoves 16 $scanPositions ! -> 16 0
$boardSize $board | $boardSize @ $board @ 9 CELLS + @ -> 72 2049
$posNames | $posNames @ 9 CELLS + @ TYPE => 'b2'
$directions $directionCount | $directions @ 9 CELLS + @ $directionCount @ -> 5 2
$symmetries | $symmetries @ #Directions CELLS + CELLSIZE + @ -> 1
$move-priorities $moveType $boardSetup | $move-priorities @ $moveType @ $boardSetup @ -> 0 1 4
$from $pos $piece | 3 $from ! 5 $pos ! 2050 $piece ! from here current-piece -> 3 5 2050
$partial $passed | $partial @ X FALSE 0 $GenerateMoves $passed @ $DeallocateMoves -> 0 0
$lastPos | 7 $lastPos ! last -> 7
$add-move | $add-move @ ['] add-move = -> -1
$buffer | $FirstMove $MoveString $buffer = -> -1
$moveAddr $moveString | $FirstMove .moveCFA EXECUTE $moveAddr @ 0<> $moveString @ TYPE .
    => 'man b2 - b3-1 '
$evals $ClearEvals | 5 $evals @ ! 6 $evals @ 8 + ! $evals @ @ $ClearEvals $evals @ @ $evals @ 8
    + @ -> 5 0 0
$PositionToIndex $RowColumnToIndex | 1 2 $PositionToIndex 2 1 $RowColumnToIndex -> 9 9
$IndexToPosition | 9 $IndexToPosition -> 1 2
$LegalRow? | 3 $LegalRow? 4 $LegalRow? -1 $LegalRow? -> -1 0 0
$LegalColumn? | 0 $LegalColumn? 4 $LegalColumn? -1 $LegalColumn? -> -1 0 0
$LegalPos? | 15 $LegalPos? 16 $LegalPos? -1 $LegalPos? -> -1 0 0
$DoDirection | 9 to ['] n CFA>PFA $DoDirection here 1 to ['] n CFA>PFA $DoDirection here
    -> -1 5 0 1
$DoIndirectDirection | 9 to ['] n CFA>PFA $DoIndirectDirection here 1 to ['] n CFA>PFA
    $DoIndirectDirection here -> -1 5 0 1
$DirectionCFAToIndex | ['] n $DirectionCFAToIndex ['] e $DirectionCFAToIndex -> 0 1
$DirectionCFAToIndex | ['] man $DirectionCFAToIndex !! is not the token of a direction
$SetPlayer | ['] O $SetPlayer current-player -> 4096
$SetTurn $EngineSetTurn | 12 $SetTurn $EngineSetTurn current-player turn-offset -> 4096 12
$NewGame | 12 $SetTurn 5 marked ! $NewGame current-player 9 piece-at marked @ -> 2048 0 0
$EngineNewGame | 12 $SetTurn $EngineNewGame current-player 9 piece-at -> 2048 0
$SymmetryBase | 0 $SymmetryBase CELLSIZE + @ 1 $SymmetryBase @ -> 1 0
$AddPieceU $RemovePieceU | 2050 $piece ! 0 to $AddPieceU 0 piece-at $RemovePieceU 0 piece-at
    -> 2050 0
$AddPieceZ $RemovePieceZ | 2050 $piece ! 0 to $AddPieceZ 0 piece-at $RemovePieceZ 0 piece-at
    -> 2050 0
$UpdateSize | $UpdateSize $boardSize @ -> 72
$GenerateGridNames $DefinePosNames | $GenerateGridNames $DefinePosNames b2 -> 9
$GeneratePiecePositionHash $GeneratePlayerToMoveHash | $GeneratePiecePositionHash
    $GeneratePlayerToMoveHash DEPTH -> 0
$GenerateZobristTables | $GenerateZobristTables DEPTH -> 0
"""
