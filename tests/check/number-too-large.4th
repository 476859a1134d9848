\ Numbers that no cell and no float holds, between and inside definitions, in any base.
LOAD parts/head.4th
99999999999 CONSTANT far   \ expect: FG110
-2147483649 CONSTANT low   \ expect: FG110
1.0e39 FCONSTANT wide   \ expect: FG110
: t ( -- n )   4294967296 far + low + wide F>N + ;   \ expect: FG110
HEX
: h ( -- n )   1FFFFFFFF ;   \ expect: FG110
DECIMAL
t h + DROP
LOAD parts/tail.4th
