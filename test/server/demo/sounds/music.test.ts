import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PhraseEncoder } from '../../../../server/demo/sounds/encoder.ts';
import {
  FRAME_SAMPLES,
  PHRASE_FRAMES,
  SAMPLE_RATE,
  type Phrase,
} from '../../../../server/demo/sounds/layout.ts';
import { composePhrase, tonicHz } from '../../../../server/demo/sounds/music.ts';
import { Synthesizer } from '../../../../server/demo/sounds/synthesizer.ts';
import { readFrames } from './mp3-frames.ts';

const phrases = fc.record({
  id: fc.stringMatching(/^[a-z]{3,12}(-[a-z]{2,9})?$/),
  chapter: fc.option(fc.integer({ min: 1, max: 40 })),
  verse: fc.integer({ min: -1, max: 8 }),
  frames: fc.integer({ min: 1, max: 420 }),
});

function play(phrase: Phrase, block = 12_000): Float32Array {
  const music = new Synthesizer(composePhrase(phrase));
  const whole = new Float32Array(phrase.frames * FRAME_SAMPLES);
  let at = 0;
  for (let samples = music.next(block); samples.length > 0; samples = music.next(block)) {
    whole.set(samples, at);
    at += samples.length;
  }
  expect(at).toBe(whole.length);
  return whole;
}

/** The strength of one frequency in a sound, by correlation with its sine and cosine. */
function strengthOf(hz: number, sound: Float32Array): number {
  let [sine, cosine] = [0, 0];
  for (const [at, sample] of sound.entries()) {
    const angle = (2 * Math.PI * hz * at) / SAMPLE_RATE;
    sine += sample * Math.sin(angle);
    cosine += sample * Math.cos(angle);
  }
  return (2 * Math.hypot(sine, cosine)) / sound.length;
}

function middleOf(sound: Float32Array): Float32Array {
  return sound.subarray(6 * SAMPLE_RATE, 10 * SAMPLE_RATE);
}

describe('the music', () => {
  test('never clips, and starts and ends in silence', () => {
    fc.assert(
      fc.property(phrases, (phrase) => {
        const sound = play(phrase);
        expect(sound.every((sample) => Math.abs(sample) < 0.96)).toBe(true);
        expect(Math.abs(sound[0] ?? 1)).toBeLessThan(0.001);
        // The encoder has a delay of two frames and its last frames are cut, so this part must be silent.
        expect(sound.subarray(-2 * FRAME_SAMPLES).every((sample) => Math.abs(sample) < 0.001)).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  test('is loud enough to be heard, from the first fifth of a second on', () => {
    const sound = play({ id: 'quiet-mind', chapter: null, verse: 0, frames: PHRASE_FRAMES });
    const level = (from: number, to: number) =>
      Math.sqrt(sound.subarray(from, to).reduce((sum, sample) => sum + sample * sample, 0) / (to - from));
    expect(level(0.2 * SAMPLE_RATE, SAMPLE_RATE)).toBeGreaterThan(0.05);
    expect(level(0, sound.length)).toBeGreaterThan(0.1);
  });

  test('is the same with any block size', () => {
    const phrase = { id: 'repair', chapter: 3, verse: 2, frames: 200 };
    const [one, other] = [play(phrase, 12_000), play(phrase, 1777)];
    const apart = one.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (other[at] ?? 9))), 0);
    expect(apart).toBeLessThan(0.01);
  });

  test('has a tonic that distinguishes two chapters in a row', () => {
    for (const id of ['the-tide-library', 'small-hours']) {
      const own = tonicHz(id, 1);
      const next = tonicHz(id, 2);
      expect(Math.abs(own - next)).toBeGreaterThan(15);
      const first = middleOf(play({ id, chapter: 1, verse: 0, frames: PHRASE_FRAMES }));
      const second = middleOf(play({ id, chapter: 2, verse: 0, frames: PHRASE_FRAMES }));
      expect(strengthOf(own, first)).toBeGreaterThan(20 * strengthOf(next, first));
      expect(strengthOf(next, second)).toBeGreaterThan(20 * strengthOf(own, second));
    }
  });

  test('differs from verse to verse, and from title to title', () => {
    const base = { id: 'repair', chapter: 1, verse: 1, frames: 400 };
    const plain = play(base);
    for (const other of [
      { ...base, verse: 2 },
      { ...base, id: 'hands' },
      { ...base, chapter: 2 },
    ]) {
      const sound = play(other);
      const differing = sound.filter((sample, at) => Math.abs(sample - (plain[at] ?? 0)) > 0.01);
      expect(differing.length / sound.length).toBeGreaterThan(0.3);
    }
  });
});

describe('an encoded phrase', () => {
  test('consists of equal frames, and the first needs no earlier one', async () => {
    const encoder = await PhraseEncoder.create();
    for (const frames of [1, 2, 5, 167, 420]) {
      const phrase = { id: 'hands', chapter: null, verse: 0, frames };
      const bytes = Buffer.concat([...encoder.encode(phrase)]);
      const headers = readFrames(bytes);
      expect(headers).toHaveLength(frames);
      expect(headers[0]?.lookBack).toBe(0);
      expect(
        new Set(headers.map(({ sampleRate, channels, bytes }) => `${sampleRate} ${channels} ${bytes}`)),
      ).toEqual(new Set(['24000 1 144']));
    }
  });

  test('does not depend on what was encoded before it', async () => {
    const encoder = await PhraseEncoder.create();
    const phrase = { id: 'hands', chapter: 1, verse: 4, frames: 120 };
    const once = Buffer.concat([...encoder.encode(phrase)]);
    Buffer.concat([...encoder.encode({ ...phrase, id: 'repair' })]);
    // The encoder is stopped in the middle, as after the last reader has left.
    encoder.encode({ ...phrase, id: 'noting' }).next();
    expect(Buffer.concat([...encoder.encode(phrase)]).equals(once)).toBe(true);
  });
});
