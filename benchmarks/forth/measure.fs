\ measure.fs -- for gforth: calls `bench` twice and prints, each time, its check value and
\ microseconds. The first call is the warm-up; the runner checks both and keeps the second time.

: timed ( -- )
	utime bench >r utime 2swap d- d>s
	r> 0 .r space . cr
;

timed timed bye
