import type { AudioSource } from '../../media/source.ts';

/**
 * MPEG-2 Layer III at 24 kHz, mono, 48 kbit/s: every frame has exactly 144 bytes and 576 samples, without padding and
 * without a header frame. So the size of a track, and the byte of each second, is known before the track is made.
 */
export const SAMPLE_RATE = 24_000;
export const BIT_RATE_KBITS = 48;
export const FRAME_SAMPLES = 576;
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
