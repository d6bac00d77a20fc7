import {
  type Arrangement,
  type ArrangementQuery,
  arrangementQuery,
  isAsSent,
  readArrangement,
} from '../../domain/catalogue/arrangement.ts';
import type { KeyValueStore } from '../../ports/platform.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { UserState } from '../session/user-state.ts';

const KEY = 'lists';

/** How many pages keep their sort and filters. The one that was set first is removed first. */
const MOST_PAGES = 50;

type Stored = readonly (readonly [path: string, query: Readonly<Record<string, unknown>>])[];

/** How each listener sorts and filters each page, in this browser (CAT-237). */
export class ListPreferences {
  static readonly inject: Inject<typeof ListPreferences> = [PORTS.store, UserState];

  constructor(
    private readonly store: KeyValueStore,
    private readonly user: Pick<UserState, 'user'>,
  ) {}

  /** Null if the listener wants this page as it is sent. */
  recall(path: string): ArrangementQuery | null {
    const found = this.read().find(([each]) => each === path);
    const arrangement = found === undefined ? null : readArrangement(found[1]);
    return arrangement === null || isAsSent(arrangement) ? null : arrangementQuery(arrangement);
  }

  remember(path: string, arrangement: Arrangement): void {
    const others = this.read().filter(([each]) => each !== path);
    const own: Stored = isAsSent(arrangement) ? [] : [[path, arrangementQuery(arrangement)]];
    this.store.set(this.key, JSON.stringify([...others, ...own].slice(-MOST_PAGES)));
  }

  private get key(): string {
    return `${KEY}:${this.user.user.id}`;
  }

  private read(): Stored {
    try {
      const stored: unknown = JSON.parse(this.store.get(this.key) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isEntry) : [];
    } catch {
      return [];
    }
  }
}

const isEntry = (entry: unknown): entry is Stored[number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'object' && entry[1] !== null;
