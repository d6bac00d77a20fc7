import type { Clock } from '../../ports/clock.ts';
import { encodeWith } from './encode.ts';
import { redacted } from './redact.ts';
import { MOST_ENTRIES } from './recording.ts';
import type { Json, RecordedEntry, Recording } from './recording.ts';

type WithoutTime<Entry> = Entry extends RecordedEntry ? Omit<Entry, 'at'> : never;

/** Records what happens, in order. */
export class Recorder {
  private readonly entries: (RecordedEntry | null)[] = [];
  private readonly startedAt: number;
  private readonly names = new WeakMap<object, string>();
  private readonly cancellations = new WeakMap<AbortSignal, number>();
  private cancellationCount = 0;
  private isCut = false;

  constructor(
    private readonly clock: Clock,
    private readonly store: Readonly<Record<string, string>>,
  ) {
    this.startedAt = clock.now();
  }

  /** @returns the index of the entry in the recording */
  note(entry: WithoutTime<RecordedEntry>): number {
    if (this.entries.length >= MOST_ENTRIES) {
      this.isCut = true;
      return -1;
    }
    return this.entries.push({ ...entry, at: this.clock.now() }) - 1;
  }

  /** Replaces an entry but keeps its time; null removes its content only. */
  amend(place: number, entry: WithoutTime<RecordedEntry> | null): void {
    const before = this.entries[place];
    if (before !== undefined && before !== null) {
      this.entries[place] = entry === null ? null : { ...entry, at: before.at };
    }
  }

  /** From now on, this object is written by its name when it is an argument. */
  name(thing: object, name: string): void {
    this.names.set(thing, name);
  }

  encode(value: unknown): Json {
    return encodeWith(value, (thing) => {
      const name = this.names.get(thing);
      if (name !== undefined) return { $handed: name };
      return thing instanceof AbortSignal ? { $cancellation: this.cancellation(thing) } : null;
    });
  }

  /** Everything recorded so far, without secrets. */
  export(): Recording {
    const places = new Map<number, number>();
    const entries: RecordedEntry[] = [];
    for (const [place, entry] of this.entries.entries()) {
      if (entry === null) continue;
      places.set(place, entries.length);
      entries.push(entry.kind === 'answer' ? { ...entry, call: places.get(entry.call) ?? -1 } : entry);
    }
    return redacted({
      version: 1,
      store: this.store,
      startedAt: this.startedAt,
      isCut: this.isCut,
      entries: entries.map((entry) => withPlaces(entry, places)),
    });
  }

  private cancellation(signal: AbortSignal): number {
    const known = this.cancellations.get(signal);
    if (known !== undefined) return known;
    this.cancellationCount += 1;
    const cancellation = this.cancellationCount;
    this.cancellations.set(signal, cancellation);
    signal.addEventListener('abort', () => this.note({ kind: 'abort', cancellation }), { once: true });
    return cancellation;
  }
}

/** Commands refer to entries by index, which changes when an earlier entry is removed. */
const withPlaces = (entry: RecordedEntry, places: ReadonlyMap<number, number>): RecordedEntry => {
  if (entry.kind !== 'command') return entry;
  const moved = (name: string): string =>
    name.replace(/^#(?<place>\d+)/u, (_, place: string) => `#${places.get(Number(place)) ?? place}`);
  const movedArg = (arg: Json): Json => {
    const handed = typeof arg === 'object' && arg !== null && '$handed' in arg ? arg['$handed'] : null;
    return typeof handed === 'string' ? { $handed: moved(handed) } : arg;
  };
  return { ...entry, of: moved(entry.of), args: entry.args.map(movedArg) };
};
