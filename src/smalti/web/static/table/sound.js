// What is heard and felt: small warm sounds made here, off until switched on, and a short buzz on phones. Knows the names of sounds, no game.

import { choiceOf, isOn } from "../settings.js";

/**
 * @typedef {"tile"|"wood"|"stone"|"dice"|"coin"|"turn"|"fire"|"bell"|"yours"|"no"} Sound
 * @typedef {{at: number, hz: number, to?: number, s: number, level: number, wave: OscillatorType|"noise"}} Note when it begins, its pitch and where that goes, how long it rings, and how loud
 */

/** @type {Record<Sound, Note[]>} */
export const SOUNDS = {
  tile: [{ at: 0, hz: 1320, s: 0.07, level: 0.3, wave: "sine" }, { at: 0, hz: 2790, s: 0.04, level: 0.1, wave: "sine" }, { at: 0, hz: 2400, s: 0.02, level: 0.16, wave: "noise" }],
  wood: [{ at: 0, hz: 310, to: 220, s: 0.09, level: 0.42, wave: "triangle" }, { at: 0, hz: 900, s: 0.025, level: 0.2, wave: "noise" }],
  stone: [{ at: 0, hz: 150, to: 90, s: 0.18, level: 0.5, wave: "sine" }, { at: 0, hz: 420, s: 0.06, level: 0.22, wave: "noise" }],
  dice: [0, 0.09, 0.17, 0.27, 0.36, 0.5].flatMap((at, n) => [
    { at, hz: 520 - 40 * n, to: 380, s: 0.05, level: 0.3 - 0.03 * n, wave: /** @type {const} */ ("triangle") },
    { at, hz: 1700, s: 0.02, level: 0.16, wave: /** @type {const} */ ("noise") },
  ]),
  coin: [{ at: 0, hz: 1568, s: 0.16, level: 0.2, wave: "sine" }, { at: 0.055, hz: 2093, s: 0.24, level: 0.18, wave: "sine" }],
  turn: [0, 0.1, 0.19, 0.27].map((at) => ({ at, hz: 260, to: 200, s: 0.06, level: 0.24, wave: /** @type {const} */ ("triangle") })),
  fire: [{ at: 0, hz: 480, to: 1100, s: 0.42, level: 0.26, wave: "noise" }, { at: 0, hz: 110, to: 165, s: 0.36, level: 0.24, wave: "sine" }],
  bell: [{ at: 0, hz: 784, s: 0.7, level: 0.24, wave: "sine" }, { at: 0.09, hz: 988, s: 0.7, level: 0.18, wave: "sine" }, { at: 0.18, hz: 1175, s: 0.8, level: 0.16, wave: "sine" }],
  yours: [{ at: 0, hz: 523, s: 0.22, level: 0.2, wave: "sine" }, { at: 0.12, hz: 659, s: 0.34, level: 0.2, wave: "sine" }],
  no: [{ at: 0, hz: 196, to: 165, s: 0.16, level: 0.3, wave: "triangle" }],
};
/** How long the phone buzzes. @type {Partial<Record<Sound, number|number[]>>} */
const BUZZES = { tile: 12, wood: 12, stone: 18, dice: [10, 60, 10, 80, 14], bell: [20, 60, 30], yours: [18, 70, 18], no: 40 };
/** Sounds of one kind that come together are heard one after the other, a few of them. */
const [APART_S, MOST] = [0.05, 4];

/** @type {AudioContext|null} */
let room = null;
/** @type {AudioBuffer|null} */
let noise = null;

/** Writes a sound into a room: an AudioContext, or one that only computes. @param {BaseAudioContext} where @param {Sound} name @param {number} start @param {number} volume from 0 to 1 */
export function write(where, name, start, volume) {
  const loudness = where.createGain();
  loudness.gain.value = volume;
  const warm = new BiquadFilterNode(where, { type: "lowpass", frequency: 4200, Q: 0.4 });
  loudness.connect(warm).connect(where.destination);
  for (const note of SOUNDS[name]) ring(where, note, start + note.at, loudness);
}

/** @param {BaseAudioContext} where @param {Note} note @param {number} at @param {AudioNode} into */
function ring(where, note, at, into) {
  const shape = where.createGain();
  shape.gain.setValueAtTime(0.0001, at);
  shape.gain.exponentialRampToValueAtTime(note.level, at + 0.006);
  shape.gain.exponentialRampToValueAtTime(0.0001, at + note.s);
  const source = note.wave === "noise" ? rustle(where, note, at) : tone(where, note, note.wave, at);
  source.end.connect(shape).connect(into);
  source.first.start(at);
  source.first.stop(at + note.s + 0.02);
}

/** @param {BaseAudioContext} where @param {Note} note @param {OscillatorType} type @param {number} at */
function tone(where, { hz, to, s }, type, at) {
  const made = new OscillatorNode(where, { type, frequency: hz });
  if (to) made.frequency.exponentialRampToValueAtTime(to, at + s);
  return { first: made, end: made };
}

/** @param {BaseAudioContext} where @param {Note} note @param {number} at */
function rustle(where, { hz, to, s }, at) {
  const made = new AudioBufferSourceNode(where, { buffer: noiseOf(where) });
  const band = new BiquadFilterNode(where, { type: "bandpass", frequency: hz, Q: 1.2 });
  if (to) band.frequency.exponentialRampToValueAtTime(to, at + s);
  made.connect(band);
  return { first: made, end: band };
}

/** Half a second of noise, the same every time. @param {BaseAudioContext} where */
function noiseOf(where) {
  if (noise?.sampleRate === where.sampleRate) return noise;
  noise = new AudioBuffer({ length: where.sampleRate / 2, sampleRate: where.sampleRate });
  let seed = 1;
  noise.getChannelData(0).forEach((_, n, all) => {
    seed = (seed * 16807) % 2147483647;
    all[n] = seed / 1073741824 - 1;
  });
  return noise;
}

/** Before anybody has touched the page it may neither sound nor buzz. */
const isAwake = () => !document.hidden && navigator.userActivation?.hasBeenActive === true;

/** Lets a sound be heard after a while, if sounds are on. @param {Sound} name @param {number} [afterMs] @param {number} [times] */
export function hear(name, afterMs = 0, times = 1) {
  if (!isOn("sound") || !isAwake()) return;
  room ??= new AudioContext();
  if (room.state === "suspended") room.resume();
  const start = room.currentTime + 0.01 + afterMs / 1000;
  for (let n = 0; n < Math.min(times, MOST); n++) write(room, name, start + n * APART_S, Number(choiceOf("volume")) / 100);
}

/** Lets a phone be felt. @param {Sound} name */
export function buzz(name) {
  const pattern = BUZZES[name];
  if (pattern !== undefined && isOn("buzz") && isAwake()) navigator.vibrate?.(pattern);
}
