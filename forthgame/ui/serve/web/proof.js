// SHA-256 and HMAC: browsers offer them only to pages of this machine, not over a network.

const K = [];
const START = [];

function fraction(x) {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

for (let n = 2; K.length < 64; n += 1) {
  let prime = true;
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (START.length < 8) START.push(fraction(Math.sqrt(n)));
  K.push(fraction(Math.cbrt(n)));
}

function turned(x, by) {
  return (x >>> by) | (x << (32 - by));
}

function sha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 8 >> 6) + 1) * 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let k = 0; k < 16; k += 1) w[k] = view.getUint32(at + 4 * k);
    for (let k = 16; k < 64; k += 1) {
      const s0 = turned(w[k - 15], 7) ^ turned(w[k - 15], 18) ^ (w[k - 15] >>> 3);
      const s1 = turned(w[k - 2], 17) ^ turned(w[k - 2], 19) ^ (w[k - 2] >>> 10);
      w[k] = w[k - 16] + s0 + w[k - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let k = 0; k < 64; k += 1) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + K[k] + w[k]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, k) => { hash[k] += x; });
  }
  const out = new Uint8Array(32);
  hash.forEach((x, k) => new DataView(out.buffer).setUint32(4 * k, x));
  return out;
}

function joined(one, two) {
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}

function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function hmac(key, text) {
  const encoder = new TextEncoder();
  let short = encoder.encode(key);
  if (short.length > 64) short = sha256(short);
  const block = new Uint8Array(64);
  block.set(short);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), encoder.encode(text)));
  return hex(sha256(joined(block.map((byte) => byte ^ 0x5c), inner)));
}

export function random(bytes = 16) {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

// What a page or the server shows instead of the key.
export function proof(key, role, host, nonce, mine) {
  return hmac(key, [role, host.toLowerCase(), nonce, mine].join("\n"));
}
