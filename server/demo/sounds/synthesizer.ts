import { createMp3Encoder } from 'wasm-media-encoders';
import { hashOf } from '../catalogue/random.ts';
import { BIT_RATE_KBITS, composePhrase, FRAME_BYTES, type Phrase, SAMPLE_RATE, type Score } from './music.ts';

const TABLE_BITS = 13;
const TABLE_SIZE = 2 ** TABLE_BITS;
/** A full turn of a phase. The phase is an unsigned 32-bit number, which wraps around. */
const TURN = 2 ** 32;
const SINE = Float32Array.from({ length: TABLE_SIZE }, (_, at) => Math.sin((2 * Math.PI * at) / TABLE_SIZE));
/** An envelope is computed once for this many samples, and linear in between. */
const CONTROL = 64;
const NOISE_LEVEL = 0.02;
const NOISE_EDGE_SECONDS = 1.5;

type Tone = Score['tones'][number];

/** Turns a score into samples between -1 and 1, block by block. */
class Synthesizer {
  private readonly score: Score;
  private at = 0;
  private noise: number;
  private smooth = 0;

  constructor(score: Score) {
    this.score = score;
    this.noise = hashOf(score.seed);
  }

  /** The next samples, at most `count`. An empty array after the end. */
  next(count: number): Float32Array {
    const from = this.at;
    const to = Math.min(from + count, this.score.samples);
    const out = new Float32Array(to - from);
    for (const tone of this.score.tones) addTone(out, tone, from, to);
    this.addNoise(out, from);
    limit(out);
    this.at = to;
    return out;
  }

  /** Soft noise in slow waves, silent at both ends of the phrase. */
  private addNoise(out: Float32Array, from: number): void {
    const last = this.score.tones.reduce((end, tone) => Math.max(end, tone.start + tone.length), 0);
    const edge = NOISE_EDGE_SECONDS * SAMPLE_RATE;
    for (let i = 0; i < out.length; i += 1) {
      const at = from + i;
      this.noise = (Math.imul(this.noise, 1_664_525) + 1_013_904_223) | 0;
      this.smooth += 0.045 * (this.noise / 2_147_483_648 - this.smooth);
      const wave = 0.65 + 0.35 * (SINE[Math.floor(at * 0.06) & (TABLE_SIZE - 1)] ?? 0);
      const gate = Math.max(0, Math.min(1, at / edge, (last - at) / edge));
      out[i] = (out[i] ?? 0) + NOISE_LEVEL * wave * gate * this.smooth * 4;
    }
  }
}

function addTone(out: Float32Array, tone: Tone, from: number, to: number): void {
  const start = Math.max(tone.start, from);
  const end = Math.min(tone.start + tone.length, to);
  const turns = (start - tone.start) * tone.step;
  const step = Math.round(tone.step * TURN) | 0;
  let phase = Math.floor((turns - Math.floor(turns)) * TURN) | 0;
  for (let block = start; block < end; block += CONTROL) {
    const stop = Math.min(block + CONTROL, end);
    let level = tone.level * envelope(tone, block - tone.start);
    const slope = (tone.level * envelope(tone, stop - tone.start) - level) / (stop - block);
    for (let at = block - from; at < stop - from; at += 1) {
      out[at] = (out[at] ?? 0) + level * (SINE[phase >>> (32 - TABLE_BITS)] ?? 0);
      phase = (phase + step) | 0;
      level += slope;
    }
  }
}

function envelope(tone: Tone, age: number): number {
  const left = tone.length - age;
  let level = tone.decay === 1 ? 1 : tone.decay ** (age / SAMPLE_RATE);
  if (age < tone.rise) level *= swell(age / tone.rise);
  if (left < tone.fall) level *= swell(left / tone.fall);
  return level;
}

/** The square of a quarter turn of a cosine. It rises smoothly from 0 to 1. */
function swell(share: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * Math.max(0, Math.min(1, share)));
}

/** Limits loud samples smoothly, so that every sample is between -0.95 and 0.95. */
function limit(out: Float32Array): void {
  for (let i = 0; i < out.length; i += 1) {
    const x = Math.max(-1.5, Math.min(1.5, (out[i] ?? 0) * 1.25));
    out[i] = 0.95 * (x - (x * x * x) / 6.75);
  }
}

/** The samples of a step: half a second, so that the first bytes of a phrase are ready within a few milliseconds. */
const STEP = SAMPLE_RATE / 2;

/** Encodes phrases as MP3, one after the other. */
export class PhraseEncoder {
  private readonly encoder: Awaited<ReturnType<typeof createMp3Encoder>>;

  private constructor(encoder: Awaited<ReturnType<typeof createMp3Encoder>>) {
    this.encoder = encoder;
  }

  static async create(): Promise<PhraseEncoder> {
    return new PhraseEncoder(await createMp3Encoder());
  }

  /** The bytes of a phrase in pieces, `frames × 144` in total. Each piece is a copy. */
  *encode(phrase: Phrase): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
    // A new configuration starts a new bit reservoir, so that no frame refers to the previous phrase.
    this.encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: BIT_RATE_KBITS });
    const music = new Synthesizer(composePhrase(phrase));
    let left = phrase.frames * FRAME_BYTES;
    for (let samples = music.next(STEP); samples.length > 0; samples = music.next(STEP)) {
      const piece = this.encoder.encode([samples]).slice(0, left);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
    // The encoder adds frames for its delay at the end. They contain silence and are not part of the track.
    const rest = this.encoder.finalize().slice(0, left);
    if (rest.length > 0) yield rest;
  }
}
