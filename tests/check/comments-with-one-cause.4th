\ Comments that are wrong because that of a word they call is.
LOAD parts/head.4th
: free? ( -- )   n DROP empty? ;   \ expect: FG207
: far-free? ( -- )   free? ;
: near-free? ( -- )   free? ;
: OnEvaluate ( -- score )   far-free? near-free? + ;
LOAD parts/tail.4th
