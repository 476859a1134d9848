\ A game without mistakes.
LOAD parts/head.4th
LOAD parts/tail.4th
