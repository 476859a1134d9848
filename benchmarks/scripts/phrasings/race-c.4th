\ race-c.4th -- a race around a ring of sixteen squares with one die. As the cookbook says: dice, bear-off, speed, zones.
\
\ A simple ludo. White comes in on s0 and goes round to s15, Black comes in on s8 and goes round to s7; each has
\ three men, one after the other from the yard. With a six a man comes in, or goes six squares like with any
\ other throw. No man goes where a friend stands; an enemy goes back to the yard. Who goes beyond the last square
\ is home, however far. Who cannot move passes; all three at home win.

{board
	{position} s0 {position} s1 {position} s2 {position} s3 {position} s4 {position} s5 {position} s6 {position} s7
	{position} s8 {position} s9 {position} s10 {position} s11 {position} s12 {position} s13 {position} s14 {position} s15
	{position} cup      \ the die lies here: its type is what was thrown
	2 {array} yard      \ men of White, of Black that wait
	2 {array} home      \ and that are home
board}

{directions   \ White's path ends at s15, Black's at s7.
	{link} on s0 s1  {link} on s1 s2  {link} on s2 s3  {link} on s3 s4  {link} on s4 s5  {link} on s5 s6  {link} on s6 s7  {link} on s7 s8
	{link} on s8 s9  {link} on s9 s10  {link} on s10 s11  {link} on s11 s12  {link} on s12 s13  {link} on s13 s14  {link} on s14 s15
	{link} dark-on s8 s9  {link} dark-on s9 s10  {link} dark-on s10 s11  {link} dark-on s11 s12  {link} dark-on s12 s13  {link} dark-on s13 s14  {link} dark-on s14 s15  {link} dark-on s15 s0
	{link} dark-on s0 s1  {link} dark-on s1 s2  {link} dark-on s2 s3  {link} dark-on s3 s4  {link} dark-on s4 s5  {link} dark-on s5 s6  {link} dark-on s6 s7
directions}

{players
	{player} White
	{player} Black
	{player} ?Die {random}
players}

{turn-order
	{turn} ?Die {of-type} throwing  {turn} White
	{turn} ?Die {of-type} throwing  {turn} Black
turn-order}

{symmetries
	Black {symmetry} on dark-on
symmetries}

$passTurnForced ON

{zones
	White {zone} gate s0
	Black {zone} gate s8
zones}

: own ( -- i )   \ The index of the player to move.
	current-player player-index
;

: throw ( -- )   \ The die shows one to six: a move for each.
	6 0 DO I 1+ change-type add-move LOOP
;

: send-back ( -- )   \ An enemy here goes back to the yard.
	1 own - yard @ 1+  1 own - yard later!
;

: walk ( -- ? )   \ As far as thrown; false if that leads beyond the last square.
	TRUE cup piece-type-at 0 DO on AND LOOP
;

: step ( -- )   \ As far as thrown, onto no friend.
	walk verify
	friend? NOT verify
	from here move
	enemy? IF send-back ENDIF
	add-move
;

: leave ( -- )   \ Beyond the last square: home.
	walk NOT verify
	from capture-at
	own home @ 1+ own home later!
	add-move
;

: enter ( -- )   \ With a six, a man from the yard.
	current-player ?Die <> verify
	gate in-zone? verify
	cup piece-type-at 6 = verify
	own yard @ 0 > verify
	friend? NOT verify
	enemy? IF here capture-at send-back ENDIF
	drop
	own yard @ 1- own yard later!
	add-move
;

{moves walks	{move} step {move} leave	moves}
{moves entries	{move} enter	moves}
{moves throws	{move} throw {move-type} throwing	moves}

{pieces
	{piece} one {moves} throws
	{piece} two {moves} throws
	{piece} three {moves} throws
	{piece} four {moves} throws
	{piece} five {moves} throws
	{piece} six {moves} throws
	{piece} man {moves} walks {drops} entries
pieces}

{board-setup
	{setup} ?Die one cup
board-setup}

: OnNewGame ( -- )   \ Three each, in the yard.
	3 0 yard !  3 1 yard !
;

: all-home? ( player -- ? )   \ Whether a player has brought all men home.
	player-index home @ 3 =
;

: won ( -- )
	White all-home? IF White wins ENDIF
	Black all-home? IF Black wins ENDIF
;

{endings
	won {ending} home
endings}
