// A short tick for each ply, off until somebody switches it on. It is made here: there is no file.

import { Setting } from "./setting.js";

const sound = new Setting("sound");
let context = null;

export function audible() {
  return sound.on;
}

export function setAudible(on) {
  sound.on = on;
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
