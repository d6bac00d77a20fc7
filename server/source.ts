import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from './clock.ts';
import type { RequestCounts } from './http/request-counts.ts';
import type { Database } from './members/tables.ts';
import type { MadeMedia } from './store/made-media.ts';
import type { Lookup, Verify } from './media/request.ts';
import type { AudioSource } from './media/source.ts';

/** What a feed says of a sound: its length in bytes, 0 if it is not known, and its type. */
export interface SoundSize {
  readonly length: number;
  readonly type: string;
}

/** Finds the sizes of sounds, in their order. Null for a sound that is not there. */
export type ReadSizes = (sounds: readonly AudioSource[]) => Promise<readonly (SoundSize | null)[]>;

export interface Media {
  /** Serves `/media/audio/*` and `/media/pdf/*` to signed addresses, and `/media/covers/*` to everybody. */
  readonly routes: FastifyPluginAsync;
  readonly readSizes: ReadSizes;
  /** Stops the work in the background, and ends open streams. */
  close(): Promise<void>;
}

export interface MediaOptions {
  readonly db: Database;
  /** Files that are made of others, for all processes. */
  readonly made: MadeMedia;
  /** Finds the medium of a path such as `/media/audio/the-tide-library-3.mp3`. Null gives a 404. */
  readonly lookup: Lookup;
  /** Checks an address with its token. Every result but `ok` leads to a 403. */
  readonly verify: Verify;
  /** Whether a listener may hear a sound, or read its transcript, at this moment: its account is active, and it is entitled (ENT-77). */
  readonly mayHear: (sub: string, path: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly requestCounts: RequestCounts;
  /** Receives one line for each failure. */
  readonly log: (line: string) => void;
  /** The most requests of one network address in a second. Without it, the source has its own limit. */
  readonly requestsPerSecond?: number | undefined;
}
