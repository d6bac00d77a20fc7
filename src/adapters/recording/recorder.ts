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
  amend(index: number, entry: WithoutTime<RecordedEntry> | null): void {
    const before = this.entries[index];
    if (before !== undefined && before !== null) {
      this.entries[index] = entry === null ? null : { ...entry, at: before.at };
    }
  }

  /** Sets the name of an object. From now on, values are recorded by this name if they are this object. */
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
    const newIndexes = new Map<number, number>();
    const entries: RecordedEntry[] = [];
    for (const [index, entry] of this.entries.entries()) {
      if (entry === null) continue;
      newIndexes.set(index, entries.length);
      entries.push(entry.kind === 'answer' ? { ...entry, call: newIndexes.get(entry.call) ?? -1 } : entry);
    }
    return redacted({
      version: 1,
      store: this.store,
      startedAt: this.startedAt,
      isCut: this.isCut,
      entries: entries.map((entry) => withIndexes(entry, newIndexes)),
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
const withIndexes = (entry: RecordedEntry, newIndexes: ReadonlyMap<number, number>): RecordedEntry => {
  if (entry.kind !== 'command') return entry;
  const moved = (name: string): string =>
    name.replace(/^#(?<index>\d+)/u, (_, index: string) => `#${newIndexes.get(Number(index)) ?? index}`);
  const movedArg = (arg: Json): Json => {
    const handed = typeof arg === 'object' && arg !== null && '$handed' in arg ? arg['$handed'] : null;
    return typeof handed === 'string' ? { $handed: moved(handed) } : arg;
  };
  return { ...entry, of: moved(entry.of), args: entry.args.map(movedArg) };
};
