import { createMp3Encoder } from 'wasm-media-encoders';
import { BIT_RATE_KBITS, FRAME_BYTES, SAMPLE_RATE, type Phrase } from './layout.ts';
import { composePhrase } from './music.ts';
import { Synthesizer } from './synthesizer.ts';

/** Samples a step: half a second, so that the first bytes of a phrase leave within a few milliseconds. */
const STEP = SAMPLE_RATE / 2;

/** Makes phrases into MP3, one after the other. */
export class PhraseEncoder {
  private readonly encoder: Awaited<ReturnType<typeof createMp3Encoder>>;

  private constructor(encoder: Awaited<ReturnType<typeof createMp3Encoder>>) {
    this.encoder = encoder;
  }

  static async create(): Promise<PhraseEncoder> {
    return new PhraseEncoder(await createMp3Encoder());
  }

  /** The bytes of a phrase in pieces, `frames × 144` in all. Each piece is a copy of its own. */
  *encode(phrase: Phrase): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
    // A fresh configuration starts a fresh bit reservoir: no frame looks back into the phrase before.
    this.encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: BIT_RATE_KBITS });
    const music = new Synthesizer(composePhrase(phrase));
    let left = phrase.frames * FRAME_BYTES;
    for (let samples = music.next(STEP); samples.length > 0; samples = music.next(STEP)) {
      const piece = this.encoder.encode([samples]).slice(0, left);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
    // The encoder ends with frames of its own delay; they hold silence, and the track has no room for them.
    const rest = this.encoder.finalize().slice(0, left);
    if (rest.length > 0) yield rest;
  }
}
