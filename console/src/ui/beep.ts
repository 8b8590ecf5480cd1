/** Pitch, Hz: high for what was taken, low for what was not. */
const PITCH = { good: 1_320, bad: 220 } as const
const LENGTH_S = { good: 0.06, bad: 0.35 } as const
const VOLUME = 0.25

let context: AudioContext | null = null

/** A short sound for people who look at a scanner and not at the screen. Silent before the first key or click of a page. */
export const beep = (kind: keyof typeof PITCH): void => {
  context ??= new AudioContext()
  const tone = context.createOscillator()
  const volume = context.createGain()
  const end_s = context.currentTime + LENGTH_S[kind]
  tone.type = kind === 'bad' ? 'square' : 'sine'
  tone.frequency.value = PITCH[kind]
  volume.gain.setValueAtTime(VOLUME, context.currentTime)
  // A tone that is cut off clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, end_s)
  tone.connect(volume).connect(context.destination)
  tone.start()
  tone.stop(end_s)
}
