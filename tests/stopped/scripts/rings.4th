\ Items stay in both rings between moves.
LOAD stones.4th
VARIABLE sum
: OnNewGame ringbuffer-reset ringbuffer2-reset 1 ringbuffer-add-item 2 ringbuffer2-add-item ;
: OnMakeAMove ringbuffer-remove-item 3 * 1+ 1023 AND ringbuffer-add-item ringbuffer2-remove-item 1+ DUP ringbuffer2-add-item sum ! ;
: OnEvaluate ringbuffer-remove-item DUP ringbuffer-add-item sum @ + 7 MOD ;
