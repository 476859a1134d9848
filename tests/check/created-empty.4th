\ The numbers are appended behind `double`, not behind `table`.
CREATE table   \ expect: FG525
: double ( n -- n )   DUP + ;
5 , 6 ,
CREATE right 7 , 8 ,
: second ( -- n )   table double right + @ ;
second .
