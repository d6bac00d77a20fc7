import { BoundedCache } from '../../bounded-cache.ts';
import type { MediaOptions } from '../../source.ts';

/** Milliseconds. An address that was used within this time is in use. */
const IN_USE_MS = 10 * 60_000;
/** Milliseconds. How long a check of the listener counts. */
const CHECKED_MS = 60_000;
/** The longest time for which an expired address stays valid. Later, the browser has to get a new one. */
const LONGEST_SECONDS = 24 * 3600;
const MOST_ADDRESSES = 20_000;

/** A request whose address may be used. */
export interface Admission {
  /** For how many seconds a browser may cache the bytes. */
  readonly seconds: number;
  /** Passes the bytes on, as long as the listener may hear them. A long sound takes hours to be sent. */
  readonly guard: (pieces: AsyncIterable<Buffer>) => AsyncGenerator<Buffer, void, undefined>;
}

interface Use {
  /** Epoch milliseconds. */
  usedAt: number;
  checkedAt: number;
  mayHear: Promise<boolean>;
}

/**
 * Keeps addresses valid while they are in use, so that a long chapter does not stop in the middle. An expired address
 * stays valid while its listener goes on listening, and is still entitled to the sound (ENT-78).
 */
export class Renewal {
  /** By listener and path. */
  private readonly uses = new BoundedCache<Use>(MOST_ADDRESSES);

  constructor(private readonly options: Pick<MediaOptions, 'verify' | 'mayHear' | 'clock'>) {}

  /** Checks whether the address of a request may be used. */
  async admit(url: URL): Promise<Admission | 'expired' | 'forged'> {
    const check = this.options.verify(url);
    if (check.verdict === 'forged') return 'forged';
    const key = `${check.listener}\n${url.pathname}`;
    const now = this.options.clock.now();
    const use = this.uses.get(key) ?? {
      usedAt: -Infinity,
      checkedAt: -Infinity,
      mayHear: Promise.resolve(false),
    };
    const isInUse = now - use.usedAt <= IN_USE_MS;
    if (check.verdict === 'expired' && !(isInUse && (await this.mayGoOn(url, use)))) return 'expired';
    use.usedAt = now;
    this.uses.set(key, use, 1);
    return {
      seconds: check.verdict === 'ok' ? check.secondsLeft : 0,
      guard: (pieces) => this.guard(pieces, url, use),
    };
  }

  private async *guard(
    pieces: AsyncIterable<Buffer>,
    url: URL,
    use: Use,
  ): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of pieces) {
      if (!(await this.mayGoOn(url, use))) throw new Error('The listener may not hear the sound any more.');
      yield piece;
    }
  }

  /** True until the address expires. Then the listener is checked, at most once a minute. */
  private async mayGoOn(url: URL, use: Use): Promise<boolean> {
    const check = this.options.verify(url);
    if (check.verdict !== 'expired') return check.verdict === 'ok';
    if (check.secondsAgo >= LONGEST_SECONDS) return false;
    const now = this.options.clock.now();
    if (now - use.checkedAt >= CHECKED_MS) {
      use.checkedAt = now;
      use.mayHear = this.options.mayHear(check.listener, url.pathname);
      use.mayHear.catch(() => (use.checkedAt = -Infinity));
    }
    return use.mayHear;
  }
}
