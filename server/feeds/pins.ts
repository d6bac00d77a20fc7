import { createHash } from 'node:crypto';
import { DatabaseUnavailableError } from '../db/errors.ts';
import type { FeedTables, FeedsDatabase } from './tables.ts';

/** One file of a host, as its responses describe it. */
export type SoundFile = Pick<FeedTables['feed_pins'], 'url' | 'length' | 'etag' | 'last_modified'>;

/** The file that a listener gets at an address of the provider (CAT-182). */
export type Pin = Omit<FeedTables['feed_pins'], 'key'>;

/** A listener may use an address for so long after it expired. */
const KEPT_MS = 24 * 3_600_000;

/** The key of a listener and a path. It names neither. */
export const pinKey = (listener: string, path: string): string =>
  createHash('sha256').update(`${listener}\n${path}`).digest('base64url');

/** @param expires when the address expires, in epoch milliseconds */
export const pinOf = (file: SoundFile, expires: number, is_whole: boolean): Pin => ({
  ...file,
  is_whole,
  expires,
  until: expires + KEPT_MS,
});

export async function findPin(db: FeedsDatabase, key: string): Promise<Pin | null> {
  return (await db.selectFrom('feed_pins').selectAll().where('key', '=', key).executeTakeFirst()) ?? null;
}

/** @returns false if another request has stored a file for the same address */
export async function savePin(db: FeedsDatabase, key: string, pin: Pin): Promise<boolean> {
  try {
    const saved = await db
      .insertInto('feed_pins')
      .values({ key, ...pin })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(pin)
          .where((where) => where('feed_pins.expires', '<', pin.expires)),
      )
      .returning('key')
      .executeTakeFirst();
    return saved !== undefined;
  } catch (error) {
    return isReadOnly(error);
  }
}

/** Changes a pin, unless another file has replaced it. */
export async function changePin(
  db: FeedsDatabase,
  key: string,
  { expires }: Pin,
  change: Partial<Pin>,
): Promise<void> {
  try {
    const update = db.updateTable('feed_pins').set(change);
    await update.where('key', '=', key).where('expires', '=', expires).execute();
  } catch (error) {
    isReadOnly(error);
  }
}

/** While the database can only be read, sounds are sent without a pin (CAT-133). */
function isReadOnly(error: unknown): true {
  if (error instanceof DatabaseUnavailableError) return true;
  throw error;
}

/** Deletes pins whose addresses can no longer be used. */
export async function forgetPins(db: FeedsDatabase, now: number): Promise<void> {
  await db.deleteFrom('feed_pins').where('until', '<', now).execute();
}
