import { sql } from 'kysely';
import type { LibraryDatabase } from '../tables.ts';
import type { Group } from '../titles/group.ts';

const HOUR_MS = 3_600_000;
const LONGEST_WAIT_MS = 7 * 24 * HOUR_MS;

/** A group that is not read before an instant, because the process ended each time that it was read. */
export interface WaitingGroup {
  readonly location: string;
  readonly count: number;
  /** Epoch milliseconds. */
  readonly until: number;
}

/**
 * Notes each group before it is read, and removes the note afterwards. A note that an import finds was left by a
 * process that ended while it read the group. The next import reads such a group alone, because others were noted with
 * it. If the process ends again, the group waits: one hour, then twice as long each time, at most a week (CAT-322). A
 * group whose files change does not wait.
 */
export class Attempts {
  private constructor(
    private readonly db: LibraryDatabase,
    private readonly folder: string,
    private readonly now: number,
    /** Locations of groups that a process ended at. */
    readonly suspects: ReadonlySet<string>,
    readonly waiting: readonly WaitingGroup[],
  ) {}

  static async of(
    db: LibraryDatabase,
    folder: string,
    groups: readonly Group[],
    now: number,
  ): Promise<Attempts> {
    const rows = await db.selectFrom('library_attempts').selectAll().where('folder', '=', folder).execute();
    const signatures = new Map(groups.map(({ location, signature }) => [location, signature]));
    const left = rows.filter(({ location, signature }) => signatures.get(location) === signature);
    const waiting = left
      .map(({ location, count, at }) => ({ location, count, until: at + waitAfter(count) }))
      .filter(({ until }) => until > now);
    return new Attempts(db, folder, now, new Set(left.map(({ location }) => location)), waiting);
  }

  /** Notes that an import begins to read the groups. */
  async begin(groups: readonly Group[]): Promise<void> {
    if (groups.length === 0) return;
    const { folder, now: at } = this;
    await this.db
      .insertInto('library_attempts')
      .values(groups.map(({ location, signature }) => ({ folder, location, signature, count: 1, at })))
      .onConflict((conflict) =>
        conflict.columns(['folder', 'location']).doUpdateSet({
          count: sql<number>`case when library_attempts.signature = excluded.signature
            then library_attempts.count + 1 else 1 end`,
          signature: (values) => values.ref('excluded.signature'),
          at,
        }),
      )
      .execute();
  }

  /** Takes back the last note of the groups: the process still runs. Earlier ones stay. */
  async takeBack(groups: readonly Group[]): Promise<void> {
    await this.rowsOf(groups).where('count', '<=', 1).execute();
    await this.db
      .updateTable('library_attempts')
      .set({ count: sql<number>`count - 1` })
      .where('folder', '=', this.folder)
      .where('location', 'in', locationsOf(groups))
      .execute();
  }

  /** Removes all notes of the groups: they were read. */
  async forget(groups: readonly Group[]): Promise<void> {
    await this.rowsOf(groups).execute();
  }

  private rowsOf(groups: readonly Group[]) {
    return this.db
      .deleteFrom('library_attempts')
      .where('folder', '=', this.folder)
      .where('location', 'in', locationsOf(groups));
  }
}

const locationsOf = (groups: readonly Group[]): readonly string[] => groups.map(({ location }) => location);

/** @returns milliseconds. The second reading follows at once: most processes end for another reason. */
const waitAfter = (count: number): number =>
  count < 2 ? 0 : Math.min(HOUR_MS * 2 ** (count - 2), LONGEST_WAIT_MS);

/** The reason in the report. */
export const waitingReason = ({ count, until }: WaitingGroup): string =>
  `the provider ended ${count} times while it read this; it is read again after ${new Date(until).toISOString()}, or when its files change`;
