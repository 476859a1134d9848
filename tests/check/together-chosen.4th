\ What was chosen is asked for by a word that OnTogether runs, and by one that it does not.
{board 2 3 {grid} board}
{players {player} One {player} Two players}
{turn-order {turn} One {together} Two turn-order}
: put   empty? verify drop add-move ;
{moves drops {move} put moves}
{pieces {piece} stone {drops} drops pieces}
: both ( -- from from )   One chosen move-from Two chosen move-from ;
: OnTogether   both = IF One chosen .moveCFA EXECUTE ENDIF ;
: OnEvaluate ( -- score )   One chosen move-to ;   \ expect: FG522
