"""Write words of threaded code as IR functions, and build modules of them.

A word of known effect is `{status, results…} word(vm, sp, rp, arguments…)`; any word can be called
as `ptr word(vm, sp, rp)` with everything in memory. `sp` is the slot of the top item, `rp` the
first free slot of the return stack. Items of the return stack that a word has pushed itself are
values; a word that uses its caller's items is interpreted, and so is that caller. Rare calls, such
as errors and the host, preserve the registers of their callers (`preserve_mostcc`).

- Underflow: machine code may load an item earlier than the interpreter. Before a load would pass
  the zone of zeros, the interpreter takes over, so both tiers stop at the same word.
- Size: of more than 64 values all but 16 are stored, followed by an empty `asm`, because LLVM's
  time grows with the square of the stores it may join. A word with more than 128 return stack items
  of its own is interpreted.
- Inlining is done here and not by LLVM, because then the stack need not be in memory, and a token
  that a caller passes meets its `EXECUTE` as a constant. A word gets at most 300 further
  instructions, a module 4 000. Larger limits made one game compile half as long again and play no
  faster.
- A short word that calls itself is compiled in five copies that call each other in a circle, of
  which only the last tests limits. `fib(35)` takes 2.0 times as long as with gcc, and 6.8 without.
- Modules of more than 8 000 instructions are compiled with LLVM's first level of optimisation.
  `prefer-no-gather` forbids vector loads from scattered addresses, which cost more than they gain.
- A loop of constant bounds that ends in time has no poll. A loop that counts by one runs in parts
  with a poll between them, so LLVM can vectorise it. Other loops poll in each pass.
- If the stack could overflow before the next poll, code hands over to the interpreter.
"""
