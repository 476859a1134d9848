\ Five comments that leave out what the word takes are one finding.
LOAD parts/head.4th
: both0? ( -- ? ) n e AND AND ;   \ expect: FG207
: both1? ( -- ? ) n e AND AND ;
: both2? ( -- ? ) n e AND AND ;
: both3? ( -- ? ) n e AND AND ;
: both4? ( -- ? ) n e AND AND ;
' both0? DROP ' both1? DROP ' both2? DROP ' both3? DROP ' both4? DROP 
LOAD parts/tail.4th
