/** The most open streams. */
export interface StreamLimits {
  readonly all: number;
  readonly ofOneListener: number;
}

/** An open stream. */
export interface OpenStream {
  /** The reader got a piece. Until the next call of `wants`, it takes no bytes. */
  handed(): void;
  /** The reader wants more. */
  wants(): void;
  end(): void;
}

interface Entry {
  readonly listener: string;
  readonly cut: () => void;
  /** Since when the reader takes no bytes. Null while the reader waits for bytes. */
  idleSince: number | null;
}

/** A paused player keeps its connection but reads nothing. After this time its stream may be closed for another one. */
const IDLE_MS = 30_000;

/**
 * The open streams, with a limit for all and for each listener. At the limit, the stream whose reader took no bytes for the
 * longest time is closed. A paused player requests its stream again when it continues.
 */
export class Streams {
  private readonly entries = new Set<Entry>();

  constructor(
    private readonly limits: StreamLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param cut ends the stream
   * @returns null if the limit is reached
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
