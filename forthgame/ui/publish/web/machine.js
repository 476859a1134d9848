// A game's machine: one block of memory, the module of the game's words, and calls of them.
//
// It does what the machine of the program does for calls between two moves. `at` has the offsets
// of registers and tables: the publisher writes those that this text names.

const DONE = 0, NATIVE_ERROR = 1, FRAME_EXIT = 2, RESUME = 3;
const POLLS = 2000; // polls of machine code before the first look at the clock
const BETWEEN = 4; // milliseconds between two looks
const CHUNK = 1n << 20n; // steps of the interpreter between two looks
const TRACED = 4096; // single steps between two looks
const UNKNOWN = -13, UNSET = -270; // errors: an unknown word, a deferred word that was never set
const NESTED = 1000; // slots of the return stack that machine code may use: its calls take stack
const single = Math.fround;

// What the modules import of the C library.
const LIBRARY = {
  fmodf: (a, b) => single(a % b), fmod: (a, b) => a % b, powf: (a, b) => single(a ** b), pow: Math.pow,
  sinf: (a) => single(Math.sin(a)), cosf: (a) => single(Math.cos(a)), tanf: (a) => single(Math.tan(a)),
  asinf: (a) => single(Math.asin(a)), acosf: (a) => single(Math.acos(a)), atanf: (a) => single(Math.atan(a)),
  atan2f: (a, b) => single(Math.atan2(a, b)), logf: (a) => single(Math.log(a)), expf: (a) => single(Math.exp(a)),
  log10f: (a) => single(Math.log10(a)), log2f: (a) => single(Math.log2(a)), sqrtf: (a) => single(Math.sqrt(a)),
  sinhf: (a) => single(Math.sinh(a)), coshf: (a) => single(Math.cosh(a)), tanhf: (a) => single(Math.tanh(a)),
  log: Math.log, exp: Math.exp, log10: Math.log10, log2: Math.log2, sin: Math.sin, cos: Math.cos,
};

// A text of a script: UTF-8, else a byte for each sign.
export function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

// A mistake of the script: `number` as in the program, `cell` of threaded code where it stopped.
export class ScriptError extends Error {
  constructor(number, cell, meta, message = "") {
    const { word, place } = placeOf(cell, meta);
    const said = message || meta.errors[number] || `error ${number}`;
    super(`${place ? `${place}: ` : ""}${said}${word ? ` (in ${word})` : ""}`);
    this.number = number;
  }
}

// The row of a cell: each begins at so many cells behind the one before.
function rowAt(rows, cell) {
  let start = 0, found = null;
  for (const row of rows) {
    start += row[0];
    if (start > cell) break;
    found = row;
  }
  return found;
}

export function placeOf(cell, meta) {
  const word = rowAt(meta.words, cell), line = rowAt(meta.lines, cell);
  return { word: word ? word[1] : "", place: word && line ? `${meta.files[line[1]]}:${line[2]}` : "" };
}

export class Machine {
  // `parts`: module of the words, module of the interpreter (or null), image of the memory.
  constructor(parts, meta) {
    this.parts = parts;
    this.meta = meta;
    this.at = meta.at;
    this.print = () => {};
    this.deadline = Infinity;
    this.tracing = null; // called with the cell of each step
    this.build();
  }

  build() {
    const { at, meta } = this;
    const pages = Math.ceil((meta.block + at.BLOCK_SIZE) / 65536);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    this.vm = meta.block;
    const { buffer } = this.memory;
    this.bytes = new Uint8Array(buffer, this.vm);
    this.i32 = new Int32Array(buffer, this.vm);
    this.u32 = new Uint32Array(buffer, this.vm);
    this.i64 = new BigInt64Array(buffer, this.vm);
    this.functions = this.instance(this.parts.words);
    this.interpreter = null;
    const { image } = this.parts;
    const view = new DataView(image.buffer, image.byteOffset);
    const count = view.getUint32(0, true);
    const cells = image.subarray(4 + 8 * count), part = cells.length / 4; // sorted by the place of a byte in its cell
    let end = 0;
    for (let k = 0, from = 0; k < count; k += 1) {
      const start = view.getUint32(4 + 8 * k, true), size = view.getUint32(8 + 8 * k, true);
      for (let n = 0; n < size; n += 1) this.bytes[start + n] = cells[(n & 3) * part + ((from + n) >> 2)];
      from += size;
      end = start + size;
    }
    // numbers of words are stored as differences
    for (let k = at.TOKENS >> 2, word = 0; k < end >> 2; k += 1) if (this.i32[k]) this.i32[k] = word += this.i32[k];
    this.budget = POLLS;
    this.looked = 0;
    this.pending = null;
    this.nested = 0;
  }

  instance(module) {
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, this.meta.stack);
    const table = new WebAssembly.Table({ element: "anyfunc", initial: 1 << 14 });
    const env = { ...LIBRARY, __linear_memory: this.memory, __stack_pointer: stack, __indirect_function_table: table,
      js_host: (request, argument) => this.host(request, argument) };
    return new WebAssembly.Instance(module, { env }).exports;
  }

  // After a trap, or when the stack of the browser is full: the same memory in a new instance.
  revive() {
    const { at } = this;
    const kept = this.bytes.slice(at.MEMORY + at.DATA, at.MEMORY + this.cell(at.A_DP));
    this.build();
    this.bytes.set(kept, at.MEMORY + at.DATA);
  }

  register(offset) { return this.i32[offset >> 2]; }
  setRegister(offset, value) { this.i32[offset >> 2] = value; }
  pointer(offset) { return this.u32[offset >> 2]; }
  setPointer(offset, value) { this.u32[offset >> 2] = value; }
  wide(offset) { return this.i64[offset >> 3]; }
  setWide(offset, value) { this.i64[offset >> 3] = BigInt(value); }
  cell(address) { return this.i32[(this.at.MEMORY + address) >> 2]; }
  setCell(address, value) { this.i32[(this.at.MEMORY + address) >> 2] = value; }
  slot(pointer) { return this.i64[(pointer - this.vm) >> 3]; }
  setSlot(pointer, value) { this.i64[(pointer - this.vm) >> 3] = value; }
  system(values) { for (const [name, value] of Object.entries(values)) this.setCell(this.meta.system[name], value); }

  error(number, message = "") {
    return new ScriptError(number, (this.pointer(this.at.IP) - this.vm - this.at.CODE) >> 2, this.meta, message);
  }

  push(number) {
    const { at } = this, sp = this.pointer(at.SP) + 4;
    this.i32[(sp - this.vm) >> 2] = this.register(at.TOP);
    this.setPointer(at.SP, sp);
    this.setRegister(at.TOP, number);
  }

  pop() {
    const { at } = this, sp = this.pointer(at.SP), number = this.register(at.TOP);
    this.setRegister(at.TOP, this.i32[(sp - this.vm) >> 2]);
    this.setPointer(at.SP, sp - 4);
    return number;
  }

  textAt(address) {
    const start = this.at.MEMORY + address;
    return decoded(this.bytes.slice(start, this.bytes.indexOf(0, start)));
  }

  // -- requests of running code -----------------------------------------------------------------

  host(request, argument) {
    const { at } = this;
    try {
      if (request === at.CONTINUE_REQUEST) {
        if (this.register(at.POLL) < 0) {
          this.look();
          return RESUME;
        }
        const start = this.pointer(at.CONTINUE_RP);
        const framed = Number(this.slot(start - 8) >> 32n) === at.RUN_TAG;
        return this.interpret(argument, start, framed ? at.RUN_TAG : at.RETURN_TAG);
      }
      if (request === at.RUN_REQUEST) {
        const index = this.i32[(at.TOKENS + argument - at.DATA) >> 2];
        const entry = this.i32[((at.WORDS + index * at.WORD_SIZE) >> 2) + 1];
        const free = this.pointer(at.RP);
        this.setSlot(free, 0n);
        this.setPointer(at.RP, free + 8);
        return this.interpret(entry, free + 8, at.RUN_TAG);
      }
      if (request === at.FLUSH_REQUEST) this.flush();
      else if (request === at.HOST_REQUEST) this.hostWord(argument);
      return DONE;
    } catch (error) {
      this.pending = error;
      return NATIVE_ERROR;
    }
  }

  // Look at the clock, and let machine code run until the next look.
  look() {
    const now = performance.now(), since = now - this.looked;
    this.looked = now;
    if (since < BETWEEN / 2) this.budget = Math.min(this.budget * 2, 1 << 24);
    else if (since > BETWEEN * 2) this.budget = Math.max(this.budget >> 1, 16);
    this.setRegister(this.at.POLL, this.budget);
    if (now > this.deadline) throw this.error(this.at.TIME_LIMIT);
  }

  // Run a word that is not threaded code, by its number.
  hostWord(number) {
    const name = this.meta.hostWords[number] || String(number);
    if (name === "SYSTEM-TIME") this.push(Math.floor(performance.now()) & 0x7fffffff);
    else if (name === '(ABORT")') {
      if (this.pop()) throw this.error(-1);
    } else if (name === "(abort-with)") throw this.error(-1, this.textAt(this.pop()) || "aborted");
    else if (name === "ERROR") throw this.error(-1, this.textAt(this.pop()) || "ERROR");
    else if (name === "ABORT") throw this.error(-1);
    else if (name === "QUIT") throw this.error(-1, "QUIT");
    else if (name === "(unset)") throw this.error(UNSET);
    else if (name === "UNDEFINED") throw this.error(UNKNOWN, `unknown word '${this.textAt(this.pop())}'`);
    else throw this.error(-1, `${name} is a word of the program, which a page does not have`);
  }

  flush() {
    const count = this.register(this.at.OUT_COUNT);
    if (!count) return;
    this.setRegister(this.at.OUT_COUNT, 0);
    this.print(decoded(this.bytes.slice(this.at.OUTPUT, this.at.OUTPUT + count)));
  }

  interpret(cell, start, tag) {
    const { at } = this, kept = this.slot(start - 8), own = BigInt(tag) << 32n;
    this.setSlot(start - 8, own);
    this.setPointer(at.IP, this.vm + at.CODE + 4 * cell);
    this.setRegister(at.FRAME_LEFT, 0);
    try {
      this.loop();
    } finally {
      if (this.slot(start - 8) === own) this.setSlot(start - 8, kept);
    }
    const left = this.register(at.FRAME_LEFT) && this.pointer(at.RP) === this.pointer(at.FRAME_RP) - 8;
    this.setRegister(at.FRAME_LEFT, 0);
    if (!left) return DONE;
    const top = this.pointer(at.SP) + 4;
    this.i32[(top - this.vm) >> 2] = this.register(at.TOP);
    this.setPointer(at.NATIVE_SP, top);
    return FRAME_EXIT;
  }

  loop() {
    const { at } = this;
    if (!this.interpreter) {
      if (!this.parts.interpreter) throw new Error("this browser is too old for a part of this game: it lacks tail calls");
      this.interpreter = this.instance(this.parts.interpreter);
    }
    for (let turn = 0; ; turn += 1) {
      this.tracing?.((this.pointer(at.IP) - this.vm - at.CODE) >> 2);
      this.setWide(at.STEPS, this.tracing ? 1n : CHUNK);
      this.setWide(at.CHARGED, 0);
      this.interpreter.run(this.vm);
      const status = this.register(at.STATUS);
      if (status === at.HALTED) return;
      if (status === at.OUT_OF_STEPS) {
        if (!this.tracing || turn % TRACED === 0) this.look();
      }
      else if (status === at.FLUSH_REQUEST) this.flush();
      else if (status === at.HOST_REQUEST) {
        this.hostWord(this.i32[(this.pointer(at.IP) + 4 - this.vm) >> 2]);
        this.setPointer(at.IP, this.pointer(at.IP) + 8);
      } else if (status !== at.COMPILE_REQUEST) throw this.error(status);
    }
  }

  // -- calls ------------------------------------------------------------------------------------

  // Run a word by its name in `meta.entries`, or its entry; give the top of the stack.
  call(word, ...numbers) {
    const { at } = this, entry = typeof word === "number" ? word : this.meta.entries[word];
    if (entry === undefined) throw new Error(`the page has no word ${word}`);
    this.tidy();
    for (const number of numbers) this.push(number);
    const rp = this.pointer(at.RP), ip = this.pointer(at.IP), frame = this.pointer(at.FRAME_RP);
    const settings = this.meta.settings.map((address) => this.cell(address));
    this.setSlot(rp, BigInt(at.RUN_TAG) << 32n);
    this.setPointer(at.RP, rp + 8);
    this.setPointer(at.FRAME_RP, rp + 8);
    this.setPointer(at.IP, this.vm + at.CODE + 4 * entry);
    this.looked = performance.now();
    try {
      this.run(entry, rp);
    } catch (error) {
      this.pending = null;
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        const cell = (this.pointer(at.IP) - this.vm - at.CODE) >> 2;
        this.revive();
        throw new ScriptError(at.RETURN_STACK_FULL, cell, this.meta);
      }
      this.reset();
      if (!(error instanceof ScriptError) || error.number === at.TIME_LIMIT || error.number === at.POSITION_LIMIT) {
        this.meta.settings.forEach((address, k) => this.setCell(address, settings[k]));
      }
      throw error;
    }
    this.setPointer(at.IP, ip);
    this.setPointer(at.RP, rp);
    this.setPointer(at.FRAME_RP, frame);
    const top = this.register(at.TOP);
    this.setPointer(at.SP, this.pointer(at.FRAME_BASE));
    this.tidy();
    this.setRegister(at.FSP, 0);
    this.flush();
    return top;
  }

  // Call a word step by step in the interpreter; `look` is called with the cell of each step before it.
  trace(look, word, ...numbers) {
    this.tracing = look;
    try {
      return this.call(word, ...numbers);
    } finally {
      this.tracing = null;
    }
  }

  run(entry, rp) {
    const { at } = this, code = this.meta.functions[entry];
    if (code === undefined || this.tracing) {
      this.loop();
      return;
    }
    const last = this.vm + at.RETURN_STACK + (at.RETURN_SLOTS - 32) * 8;
    this.setPointer(at.RETURN_LIMIT, Math.min(last, rp + 8 * NESTED));
    this.setRegister(at.POLL, this.budget);
    if (this.functions.enter(this.vm, code) === NATIVE_ERROR) throw this.pending || this.error(this.register(at.STATUS));
  }

  tidy() {
    const { at } = this, base = this.pointer(at.FRAME_BASE);
    if (this.pointer(at.FRAME_LOW) < base) {
      this.bytes.fill(0, base - this.vm - at.STACK_ZONE * 4, base - this.vm + 4);
      this.setPointer(at.FRAME_LOW, base);
    }
    if (this.pointer(at.SP) <= base) {
      this.setPointer(at.SP, base);
      this.setRegister(at.TOP, 0);
    }
  }

  // Empty all stacks, after an error.
  reset() {
    const { at } = this, zone = at.DATA_STACK, base = zone + at.STACK_ZONE * 4;
    this.bytes.fill(0, zone, base + 8);
    this.bytes.fill(0, at.LEVEL_ONE, at.FLOAT_STACK);
    const start = this.vm + base;
    this.setPointer(at.FRAME_BASE, start);
    this.setPointer(at.FRAME_LOW, start);
    this.setPointer(at.FRAME_LIMIT, start + (at.STACK_CELLS - 64) * 4);
    this.setPointer(at.SP, start);
    this.setPointer(at.RP, this.vm + at.RETURN_STACK);
    this.setPointer(at.FRAME_RP, this.vm + at.RETURN_STACK);
    this.setPointer(at.IP, this.vm + at.CODE);
    for (const register of [at.TOP, at.FRAME_LEVEL, at.FSP, at.SEARCH_LEVEL, at.SEARCH_OPEN]) this.setRegister(register, 0);
  }

  // Run work that may take so many milliseconds; a mistake of the script after that ends it.
  within(milliseconds, work) {
    const outer = this.deadline;
    this.deadline = Math.min(outer, performance.now() + milliseconds);
    try {
      return work();
    } finally {
      this.deadline = outer;
    }
  }

  // -- looking ahead ----------------------------------------------------------------------------

  copies(rings) {
    const { at } = this, end = Math.min(Math.max(this.cell(at.A_DP), at.DATA) + 4096, at.DATA_END);
    const found = [[at.MEMORY, at.COPIED_MEMORY, at.PAD + at.PAD_SIZE],
      [at.MEMORY + at.DATA, at.COPIED_MEMORY + at.DATA, end - at.DATA],
      [at.REPETITIONS, at.COPIED_COUNTS, at.COUNTS_SIZE]];
    if (rings) found.push([at.RING, at.COPIED_RINGS, at.CODE - at.RING]);
    return { found, end };
  }

  // Do work after which a script's data are as before it. `recall` puts data back in the middle.
  ahead(work) {
    const { at } = this;
    const rings = this.bytes.subarray(at.REPETITIONS, at.REPETITIONS + at.COUNTS_SIZE).some((byte) => byte);
    const { found, end } = this.copies(rings);
    for (const [from, to, size] of found) this.bytes.copyWithin(to, from, from + size);
    this.setRegister(at.STORED, at.DATA_END);
    this.setRegister(at.COPY_END, end);
    const back = (whole) => {
      for (const [from, to, size] of found) {
        if (whole || from !== at.MEMORY) this.bytes.copyWithin(from, to, to + size);
      }
      this.setRegister(at.STORED, at.DATA_END);
    };
    try {
      return work(() => back(false));
    } finally {
      back(true);
      this.setRegister(at.COPY_END, 0);
    }
  }
}
