// A short tick for each ply, off until somebody switches it on. It is made here: there is no file.

const KEY = "forthgame-sound";
let context = null;

let wanted = false; // where the browser stores nothing, as in a frame without an origin

export function audible() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return wanted;
  }
}

export function setAudible(on) {
  wanted = on;
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // it holds until the page is left
  }
  if (on) tick();
}

export function tick() {
  // a browser refuses sound before somebody has touched the page, and complains
  if (!audible() || navigator.userActivation?.hasBeenActive === false) return;
  context = context || new AudioContext();
  context.resume();
  const wave = context.createOscillator();
  const volume = context.createGain();
  const now = context.currentTime;
  wave.type = "triangle";
  wave.frequency.setValueAtTime(520, now);
  wave.frequency.exponentialRampToValueAtTime(180, now + 0.06);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  wave.connect(volume).connect(context.destination);
  wave.start(now);
  wave.stop(now + 0.1);
}
