import { between, hashOf, pick, seeded } from '../catalogue/random.ts';
import type { AudioSource } from '../../media/source.ts';

/**
 * MPEG-2 Layer III at 24 kHz, mono, 48 kbit/s: every frame has exactly 144 bytes and 576 samples, without padding and
 * without a header frame. So the size of a track, and the byte of each second, is known before the track is made.
 */
export const SAMPLE_RATE = 24_000;
export const BIT_RATE_KBITS = 48;
const FRAME_SAMPLES = 576;
export const FRAME_BYTES = 144;

/**
 * A track consists of phrases of 24 s that start and end in silence. Each phrase is encoded separately, so a seek needs
 * one phrase and not everything before it.
 */
const PHRASE_FRAMES = 1000;
/** A rest shorter than this (4 s) is added to the previous phrase. */
const SHORTEST_PHRASE_FRAMES = 167;
/** The middle of a track repeats this many phrases, like the verses of a song. */
const VERSES = 8;

/** A part of a track that is made, cached and read as a whole. */
export interface Phrase {
  readonly id: string;
  readonly chapter: number | null;
  /** 0 is the start of the track, 1 to 8 are its verses, -1 is its end. */
  readonly verse: number;
  readonly frames: number;
}

export interface PlacedPhrase extends Phrase {
  /** The position of its first byte in the track. */
  readonly offset: number;
  readonly bytes: number;
}

export interface TrackLayout {
  readonly bytes: number;
  readonly phrases: readonly PlacedPhrase[];
}

/** The phrases of a track. It lasts `duration` seconds, rounded up to a frame (24 ms). */
export function layoutOf(source: Pick<AudioSource, 'id' | 'chapter' | 'duration'>): TrackLayout {
  const frames = Math.max(1, Math.ceil((source.duration * SAMPLE_RATE) / FRAME_SAMPLES));
  const lengths: number[] = [];
  for (let left = frames; left > 0;) {
    const length = left - PHRASE_FRAMES < SHORTEST_PHRASE_FRAMES ? left : PHRASE_FRAMES;
    lengths.push(length);
    left -= length;
  }
  let offset = 0;
  const phrases = lengths.map((length, at): PlacedPhrase => {
    const isLast = at === lengths.length - 1;
    const verse = at === 0 ? 0 : isLast ? -1 : 1 + ((at - 1) % VERSES);
    const bytes = length * FRAME_BYTES;
    const placed = { id: source.id, chapter: source.chapter, verse, frames: length, offset, bytes };
    offset += bytes;
    return placed;
  });
  return { bytes: frames * FRAME_BYTES, phrases };
}

/** A partial tone, with its rise and its fall. */
interface Tone {
  /** First sample. */
  readonly start: number;
  readonly length: number;
  /** Cycles per sample. */
  readonly step: number;
  readonly level: number;
  /** Samples of the rise and of the fall, within the length. */
  readonly rise: number;
  readonly fall: number;
  /** The part of the level that is left after each second, for plucked tones; 1 for held tones. */
  readonly decay: number;
}

export interface Score {
  readonly samples: number;
  readonly tones: readonly Tone[];
  readonly seed: string;
}

type Scale = readonly [number, ...number[]];

// Semitones above the tonic: scales of five and seven notes with few dissonances.
const SCALES: readonly [Scale, ...Scale[]] = [
  [0, 2, 4, 7, 9],
  [0, 3, 5, 7, 10],
  [0, 2, 3, 5, 7, 9, 10],
  [0, 2, 4, 6, 7, 9, 11],
  [0, 2, 5, 7, 9],
  [0, 2, 4, 5, 7, 9, 10],
];

// Scale degrees of the chords of the pad.
const PROGRESSIONS: readonly [Scale, ...Scale[]] = [
  [0, 3, 1, 4],
  [0, 4, 3, 0],
  [0, 2, 3, 1],
  [0, 1, 4, 3],
  [0, 3, 4, 2],
  [0, 2, 1, 4],
];

// The strength of each harmonic of a plucked note: glass, kalimba, reed, bell.
const TIMBRES: readonly [readonly number[], ...(readonly number[])[]] = [
  [1, 0.12, 0.05],
  [1, 0.3, 0, 0.1],
  [1, 0.08, 0.28, 0.04],
  [1, 0.5, 0.16, 0.08],
];

const LOWEST_TONIC_HZ = 110;
/** The delay of the encoder. It cuts the last samples of a phrase, so these are silent. */
const TAIL_SAMPLES = 1200;

/**
 * The tonic of a track: a steady tone between 110 and 208 Hz, a range without other tones. Neighbouring chapters differ by
 * a fifth, so a test can distinguish two tracks by measuring it.
 */
function tonicHz(id: string, chapter: number | null): number {
  return LOWEST_TONIC_HZ * 2 ** (((hashOf(id) + 7 * (chapter ?? 0)) % 12) / 12);
}

/** Composes one phrase: a drone on the tonic, slow chords, and a slow melody with echoes. */
export function composePhrase(phrase: Phrase): Score {
  const piece = seeded(`piece ${phrase.id}`);
  const style = {
    scale: pick(piece, SCALES),
    timbre: pick(piece, TIMBRES),
    beat: Math.round((60 / between(piece, 56, 74)) * SAMPLE_RATE),
    density: 0.3 + 0.25 * piece(),
  };
  const seed = `phrase ${phrase.id} ${phrase.chapter ?? 0} ${phrase.verse}`;
  const random = seeded(seed);
  const samples = phrase.frames * FRAME_SAMPLES;
  const sounding = Math.max(1, samples - TAIL_SAMPLES);
  const tonic = tonicHz(phrase.id, phrase.chapter);
  // The first phrase sounds at once, so that the listener hears it after a click on Play. Later phrases start softly.
  const opening = seconds(phrase.verse === 0 ? 0.08 : 1);
  const tones: Tone[] = [
    sustained(0, sounding, tonic, 0.13, opening, seconds(1.2)),
    sustained(0, sounding, tonic * 2, 0.03, opening, seconds(1.2)),
  ];

  const progression = pick(random, PROGRESSIONS);
  const count = Math.max(1, Math.round(sounding / seconds(6)));
  const chordLength = Math.floor(sounding / count);
  for (let at = 0; at < count; at += 1) {
    const start = at * chordLength;
    const isLast = at === count - 1;
    const length = isLast ? sounding - start : chordLength + seconds(1.6);
    const rise = at === 0 ? opening + seconds(0.4) : seconds(1.6);
    const root = progression[at % progression.length] ?? 0;
    for (const degree of [root, root + 2, root + 4]) {
      const pitch = tonic * 2 * ratio(style.scale, degree);
      // Two slightly different frequencies beat slowly, like a choir.
      tones.push(sustained(start, length, pitch * 1.0016, 0.042, rise, seconds(2)));
      tones.push(sustained(start, length, pitch * 0.9984, 0.042, rise, seconds(2)));
      tones.push(sustained(start, length, pitch * 2, 0.014, rise, seconds(2)));
    }
  }

  let degree = between(random, 0, 4);
  for (let beat = 1; (beat + 3) * style.beat < sounding; beat += 1) {
    if (random() >= style.density) continue;
    degree = Math.min(9, Math.max(-1, degree + pick(random, [-2, -1, -1, 1, 1, 2, 3])));
    const pitch = tonic * 4 * ratio(style.scale, degree);
    const level = 0.08 + 0.045 * random();
    for (const [delay, share] of [
      [0, 1],
      [0.75, 0.34],
      [1.5, 0.14],
    ] as const) {
      const start = Math.round((beat + delay) * style.beat);
      tones.push(...plucked(start, sounding, pitch, level * share, style.timbre));
    }
  }
  return { samples, tones, seed };
}

function sustained(
  start: number,
  length: number,
  hz: number,
  level: number,
  rise: number,
  fall: number,
): Tone {
  const half = Math.floor(length / 2);
  return {
    start,
    length,
    step: hz / SAMPLE_RATE,
    level,
    rise: Math.min(rise, half),
    fall: Math.min(fall, half),
    decay: 1,
  };
}

function plucked(start: number, end: number, hz: number, level: number, timbre: readonly number[]): Tone[] {
  const rise = seconds(0.008);
  return timbre
    .map((strength, at): Tone => {
      // Higher harmonics end sooner, as in a struck instrument.
      const decay = 0.22 / (at + 1);
      const length = Math.min(seconds(3 / (1 + 0.4 * at)), end - start);
      return {
        start,
        length,
        step: (hz * (at + 1)) / SAMPLE_RATE,
        level: level * strength,
        rise,
        fall: seconds(0.1),
        decay,
      };
    })
    .filter((tone) => tone.level > 0 && tone.step < 0.4);
}

function ratio(scale: Scale, degree: number): number {
  const size = scale.length;
  const octave = Math.floor(degree / size);
  const semitones = scale[degree - octave * size] ?? 0;
  return 2 ** (octave + semitones / 12);
}

function seconds(count: number): number {
  return Math.round(count * SAMPLE_RATE);
}
