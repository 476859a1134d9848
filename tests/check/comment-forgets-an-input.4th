\ The comment leaves out what the word takes.
LOAD parts/head.4th
: both? ( -- ? ) n e AND AND ;   \ expect: FG207
' both? DROP
LOAD parts/tail.4th
