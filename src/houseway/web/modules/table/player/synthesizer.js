/** A few short sounds, made by the browser: a chip, a card, one's turn, and a win. */

/** @type {AudioContext | null} */
let context = null;

/** The context, once the user has done something on the page: browsers allow no sound before. */
function listening() {
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** A tone that fades. @param {AudioContext} audio @param {number} hertz @param {number} after seconds @param {number} lasts @param {number} loud */
function tone(audio, hertz, after, lasts, loud) {
  const [oscillator, gain, begin] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + lasts);
}

/** A rustle: noise through a narrow band. @param {AudioContext} audio @param {number} hertz @param {number} lasts @param {number} loud */
function rustle(audio, hertz, lasts, loud) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = (Math.random() * 2 - 1) * (1 - place / samples.length);
  const [source, band, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  band.type = "bandpass";
  band.frequency.value = hertz;
  gain.gain.value = loud;
  source.connect(band).connect(gain).connect(audio.destination);
  source.start();
}

/** @type {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  chip: (audio) => [2600, 3400].forEach((hertz, place) => tone(audio, hertz, place * 0.03, 0.06, 0.08)),
  card: (audio) => rustle(audio, 4200, 0.09, 0.2),
  turn: (audio) => tone(audio, 660, 0, 0.25, 0.08),
  win: (audio) => [523, 659, 784].forEach((hertz, place) => tone(audio, hertz, place * 0.12, 0.35, 0.08)),
};

/** @param {string} name */
export function sound(name) {
  const audio = listening();
  if (audio) SOUNDS[name]?.(audio);
}
