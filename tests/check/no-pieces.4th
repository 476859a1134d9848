\ A game without pieces.   \ expect: FG108
LOAD parts/head.4th
