import { type Generated, type Kysely, type Migration, sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { lockUntilEnd } from '../../db/exclusive.ts';

export interface ReceivedEvent {
  /** Counts up from 1, in the order of arrival. */
  readonly number: number;
  readonly service: 'analytics' | 'messaging';
  readonly name: string;
  readonly userId: string | null;
  readonly deviceId: string | null;
  readonly sessionId: string | number | null;
  /** When the event happened by the page's clock, epoch milliseconds; null if the page did not name it. */
  readonly occurredAt: number | null;
  /** When it arrived, by the provider's clock, epoch milliseconds. */
  readonly receivedAt: number;
  readonly properties: unknown;
}

export interface NewEvent extends Omit<ReceivedEvent, 'number' | 'receivedAt'> {
  /** An event that is sent again has the same insert id, so it counts once. */
  readonly insertId?: string | undefined;
}

export type ReceivedEventTables = {
  received_events: {
    number: Generated<number>;
    /** A hash, because the id may be any text. */
    insert_id: string | null;
    /** JSON. Null for an old event, of which only the insert id is stored. */
    event: string | null;
    characters: number;
  };
};

export const receivedEventMigrations: Record<string, Migration> = {
  '0001_received_events': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('received_events')
        .addColumn('number', 'bigserial', (column) => column.primaryKey())
        .addColumn('insert_id', 'text', (column) => column.unique())
        .addColumn('event', 'text')
        .addColumn('characters', 'integer', (column) => column.notNull())
        .execute();
    },
  },
};

const MOST_EVENTS = 5_000;
/** The most text of all stored events together, in characters. */
const MOST_TEXT = 8 * 1024 * 1024;
/** How many insert ids are stored. */
const MOST_IDS = 20_000;
/** After a process has added so many events, or so many characters, it deletes old ones. */
const EVENTS_BETWEEN_PURGES = 200;
const TEXT_BETWEEN_PURGES = 1024 * 1024;

/** The latest events of all processes, for inspection. A few more than the limits may be stored. */
export class ReceivedEvents {
  private events = 0;
  private text = 0;

  constructor(
    private readonly db: Kysely<ReceivedEventTables>,
    private readonly clock: Clock,
  ) {}

  async add(events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    const receivedAt = this.clock.now();
    const rows = events.map(({ insertId, ...event }) => {
      const text = JSON.stringify({ ...event, receivedAt });
      return {
        insert_id: insertId === undefined ? null : hashOf(insertId),
        event: text,
        characters: text.length,
      };
    });
    await this.db.transaction().execute(async (transaction) => {
      // Without the lock, an event could become visible after an event with a higher number. A reader of the higher
      // number would miss it.
      await lockUntilEnd(transaction, 'received-events');
      await transaction
        .insertInto('received_events')
        .values(rows)
        .onConflict((conflict) => conflict.column('insert_id').doNothing())
        .execute();
    });
    this.events += rows.length;
    this.text += rows.reduce((sum, { characters }) => sum + characters, 0);
    if (this.events < EVENTS_BETWEEN_PURGES && this.text < TEXT_BETWEEN_PURGES) return;
    this.events = 0;
    this.text = 0;
    await this.purge();
  }

  /**
   * The stored events after one, the oldest first, and the number of the last event that arrived.
   *
   * @param number of the last event that the caller has; 0 returns all stored events
   */
  async after(
    number: number,
  ): Promise<{ readonly events: readonly ReceivedEvent[]; readonly latest: number }> {
    const rows = await this.db
      .selectFrom('received_events')
      .select(['number', 'event'])
      .where('number', '>', number)
      .orderBy('number')
      .execute();
    const newest = await this.db
      .selectFrom('received_events')
      .select(({ fn }) => fn.max('number').as('number'))
      .executeTakeFirst();
    const events = rows.flatMap((row) =>
      row.event === null ? [] : [{ number: row.number, ...parse(row.event) }],
    );
    return { events, latest: newest?.number ?? 0 };
  }

  async clear(): Promise<void> {
    await this.db.deleteFrom('received_events').execute();
  }

  private async purge(): Promise<void> {
    await sql`
      update received_events set event = null where number in (
        select number from (
          select number, row_number() over newest as place, sum(characters) over newest as text
          from received_events where event is not null
          window newest as (order by number desc)
        ) as events where place > ${MOST_EVENTS}::integer or text > ${MOST_TEXT}::integer
      )`.execute(this.db);
    await sql`
      delete from received_events
      where number <= (select max(number) from received_events) - ${MOST_IDS}::integer`.execute(this.db);
  }
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/** Reads what `add` wrote. */
const parse: (text: string) => Omit<ReceivedEvent, 'number'> = JSON.parse;
