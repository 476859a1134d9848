\ An event takes what is not there.
LOAD parts/head.4th
: OnNewGame SWAP DROP ;   \ expect: FG201
LOAD parts/tail.4th
