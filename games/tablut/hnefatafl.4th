\ hnefatafl.4th -- the king's table on eleven by eleven squares.
\
\ Twenty-four attackers, twelve defenders and a king, who must reach a corner and is only taken when
\ all four sides are closed to him.

{board
	11 11 {grid}
	{variable} quiet        \ turns since the last capture
	{variable} king-place   \ where the king is, or was when he was taken
board}

TRUE  CONSTANT corners?
TRUE  CONSTANT strong-king?

LOAD tafl.4th

{board-setup
	{setup} Attackers man d11  {setup} Attackers man e11  {setup} Attackers man f11  {setup} Attackers man g11
	{setup} Attackers man h11  {setup} Attackers man f10  {setup} Attackers man a8  {setup} Attackers man k8
	{setup} Attackers man a7  {setup} Attackers man k7  {setup} Attackers man a6  {setup} Attackers man b6
	{setup} Attackers man j6  {setup} Attackers man k6  {setup} Attackers man a5  {setup} Attackers man k5
	{setup} Attackers man a4  {setup} Attackers man k4  {setup} Attackers man f2  {setup} Attackers man d1
	{setup} Attackers man e1  {setup} Attackers man f1  {setup} Attackers man g1  {setup} Attackers man h1
	{setup} Defenders man f8  {setup} Defenders man e7  {setup} Defenders man f7  {setup} Defenders man g7
	{setup} Defenders man d6  {setup} Defenders man e6  {setup} Defenders man g6  {setup} Defenders man h6
	{setup} Defenders man e5  {setup} Defenders man f5  {setup} Defenders man g5  {setup} Defenders man f4
	{setup} Defenders king f6
board-setup}
