\ A file that is not there.
LOAD parts/head.4th
LOAD parts/foot.4th   \ expect: FG105
