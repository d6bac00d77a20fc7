import { createMp3Encoder } from 'wasm-media-encoders';
import { BIT_RATE_KBITS, FRAME_BYTES, SAMPLE_RATE, type Phrase } from './layout.ts';
import { composePhrase } from './music.ts';
import { Synthesizer } from './synthesizer.ts';

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
