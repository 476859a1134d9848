\ tablut.4th -- the siege of a king on nine by nine squares, as Linnaeus saw it in Lapland.
\
\ Sixteen attackers stand around eight defenders and their king. All move like rooks. A man is taken
\ between two enemies; the king, on and beside his throne, among four. The king wins on any square of
\ the edge; the attackers win by taking him. Attackers begin.

{board
	9 9 {grid}
	{variable} quiet        \ turns since the last capture
	{variable} king-place   \ where the king is, or was when he was taken
board}

FALSE CONSTANT corners?
FALSE CONSTANT strong-king?

LOAD tafl.4th

{board-setup
	{setup} Attackers man d9  {setup} Attackers man e9  {setup} Attackers man f9  {setup} Attackers man e8
	{setup} Attackers man a6  {setup} Attackers man i6  {setup} Attackers man a5  {setup} Attackers man b5
	{setup} Attackers man h5  {setup} Attackers man i5  {setup} Attackers man a4  {setup} Attackers man i4
	{setup} Attackers man e2  {setup} Attackers man d1  {setup} Attackers man e1  {setup} Attackers man f1
	{setup} Defenders man e7  {setup} Defenders man e6  {setup} Defenders man c5  {setup} Defenders man d5
	{setup} Defenders man f5  {setup} Defenders man g5  {setup} Defenders man e4  {setup} Defenders man e3
	{setup} Defenders king e5
board-setup}
