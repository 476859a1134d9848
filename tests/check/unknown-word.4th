\ A misspelt word.
LOAD parts/head.4th
: near? ( -- ? ) freind? ;   \ expect: FG101
' near? DROP
LOAD parts/tail.4th
