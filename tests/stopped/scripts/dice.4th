\ A die is thrown before each move; what it showed is in a VARIABLE.
{board 2 6 {grid} {variable} pips board}
{directions 0 1 {direction} e 0 -1 {direction} w directions}
{players {player} Light {player} Dark {player} ?Dice {random} players}
{symmetries Dark {symmetry} e w symmetries}
{turn-order {turn} ?Dice {turn} Light {turn} ?Dice {turn} Dark turn-order}
VARIABLE throws  VARIABLE rolled
: one throws ++ pips OFF ; : two throws ++ pips ON ;
: low here a1 = verify COMPILE one Pass add-move ;
: roll-one here a2 = verify empty? verify COMPILE one drop add-move ;
: roll-two here f2 = verify empty? verify COMPILE two drop add-move ;
: clear here a2 = verify not-empty? verify COMPILE two capture add-move ;
: walk e verify pips @ IF empty? verify ENDIF friend? NOT verify from here move add-move ;
: rest $passTurnForced ON walk ;
{moves rolls {move} roll-one {move} roll-two moves}
{moves walks {move} rest moves}
{pieces {piece} man {moves} walks {piece} pip {drops} rolls pieces}
{board-setup {setup} Light man a1 {setup} Dark man f1 board-setup}
: roll-one current-player ?Dice = verify roll-one ; 
: roll-two current-player ?Dice = verify roll-two ;
{moves rolls {move} roll-one {move} roll-two moves}
{pieces {piece} man {moves} walks {piece} pip {drops} rolls pieces}
: OnMakeAMove rolled ++ ;
: OnIsGameOver stalemate? turn-number 24 > OR IF #LossScore ELSE #UnknownScore ENDIF ;
