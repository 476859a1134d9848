\ MUEHLE (kleine, 9 Punkte) mit Setzen, Ziehen, Schlagen
{board
	{position} A {position} B {position} C
	{position} D {position} E {position} F
	{position} G {position} H {position} I9
	{variable} Weiss-Hand
	{variable} Schwarz-Hand
board}
{directions
	{link} Rechts A B {link} Rechts B C {link} Rechts D E {link} Rechts E F {link} Rechts G H {link} Rechts H I9
	{link} Links B A {link} Links C B {link} Links E D {link} Links F E {link} Links H G {link} Links I9 H
	{link} Runter A D {link} Runter D G {link} Runter B E {link} Runter E H {link} Runter C F {link} Runter F I9
	{link} Hoch D A {link} Hoch G D {link} Hoch E B {link} Hoch H E {link} Hoch F C {link} Hoch I9 F
directions}
{players {player} Weiss {player} Schwarz players}
{turn-order {turn} Weiss {turn} Schwarz turn-order}
{move-priorities {move-priority} setzen {move-priority} ziehen move-priorities}
: Hand ( -- addr ) current-player Weiss = IF Weiss-Hand ELSE Schwarz-Hand ENDIF ;
: Hand-- ( -- ) Hand -- ;
VARIABLE ziel
: Eigen? ( pos -- ? ) DUP ziel @ = IF DROP TRUE ELSE DUP from = IF DROP FALSE ELSE friend-at? ENDIF ENDIF ;
: Reihe? ( p p p -- ? ) Eigen? SWAP Eigen? AND SWAP Eigen? AND ;
: Zeile ( -- ? ) here 3 / 3 * DUP DUP 1+ SWAP 2 + Reihe? ;
: Spalte ( -- ? ) here 3 MOD DUP DUP 3 + SWAP 6 + Reihe? ;
: Muehle? ( -- ? ) here ziel ! Zeile Spalte OR ;
: Danach ( -- ) Muehle? IF 3 partial-move-type ENDIF ;
: Setzen ( -- )
	Hand @ 0> verify
	empty? verify
	drop
	COMPILE Hand--
	Danach
	add-move ;
: Zug ( 'dir -- )
	Hand @ 0= verify
	EXECUTE verify
	empty? verify
	from here move
	Danach
	add-move ;
: Zug-R ['] Rechts Zug ;
: Zug-L ['] Links Zug ;
: Zug-U ['] Runter Zug ;
: Zug-H ['] Hoch Zug ;
: Schlagen ( -- )
	enemy? verify
	capture
	add-move ;
{moves Setz {move} Setzen {move-type} setzen moves}
{moves Zuege
	{move} Zug-R {move-type} ziehen
	{move} Zug-L {move-type} ziehen
	{move} Zug-U {move-type} ziehen
	{move} Zug-H {move-type} ziehen
moves}
{moves Schlaege {move} Schlagen {move-type} schlagen moves}
{pieces
	{piece} Stein {moves} Zuege {drops} Setz
	{piece} Klau {drops} Schlaege
pieces}
: OnNewGame ( -- ) 4 Weiss-Hand ! 4 Schwarz-Hand ! ;
: Steine ( spieler -- n ) 0 SWAP 9 0 DO I player-at OVER = IF SWAP 1+ SWAP ENDIF LOOP DROP ;
: OnIsGameOver ( -- ergebnis )
	current-player Steine Hand @ + 3 < IF #LossScore ELSE
	move-count 0= IF #LossScore ELSE #UnknownScore ENDIF ENDIF ;
