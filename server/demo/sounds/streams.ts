/** How many streams may be open at once. */
export interface StreamLimits {
  readonly all: number;
  readonly ofOneListener: number;
}

/** A stream that is open. */
export interface OpenStream {
  /** A piece has been handed over: until the next call of `wants`, the reader takes nothing. */
  handed(): void;
  /** The reader wants more. */
  wants(): void;
  end(): void;
}

interface Entry {
  readonly listener: string;
  readonly cut: () => void;
  /** Since when the reader has taken nothing; null while it is the reader who waits. */
  idleSince: number | null;
}

/** A paused player holds its connection and reads nothing: longer than this only when nobody else needs the place. */
const IDLE_MS = 30_000;

/**
 * The streams that are open, up to a bound for all and for each listener. Where there is no place, the stream whose
 * reader has taken nothing for the longest gives up its own: a player that was paused asks again when it goes on.
 */
export class Streams {
  private readonly entries = new Set<Entry>();

  constructor(
    private readonly limits: StreamLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param cut breaks the stream off
   * @returns null where there is no place
   */
  open(listener: string, cut: () => void): OpenStream | null {
    const own = [...this.entries].filter((entry) => entry.listener === listener);
    if (own.length >= this.limits.ofOneListener && !this.cutIdle(own)) return null;
    if (this.entries.size >= this.limits.all && !this.cutIdle([...this.entries])) return null;
    const entry: Entry = { listener, cut, idleSince: null };
    this.entries.add(entry);
    return {
      handed: () => {
        entry.idleSince = this.now();
      },
      wants: () => {
        entry.idleSince = null;
      },
      end: () => {
        this.entries.delete(entry);
      },
    };
  }

  private cutIdle(entries: readonly Entry[]): boolean {
    const since = (entry: Entry): number => entry.idleSince ?? Infinity;
    const [idlest] = entries.toSorted((one, other) => since(one) - since(other));
    if (idlest === undefined || this.now() - since(idlest) < IDLE_MS) return false;
    this.entries.delete(idlest);
    idlest.cut();
    return true;
  }
}
