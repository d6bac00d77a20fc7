import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DatabaseUnavailableError } from '../../db/errors.ts';
import type { FeedsDatabase, FeedTables } from '../tables.ts';

/** One file of a host, as its answers describe it. */
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

/** The file that an answer is, or is a part of. */
export function fileOf({ statusCode, headers }: IncomingMessage, url: string): SoundFile {
  const length =
    statusCode === 200
      ? headers['content-length']
      : /\/(?<length>\d+)$/u.exec(headers['content-range'] ?? '')?.groups?.['length'];
  return {
    url,
    length: length === undefined ? null : Number(length),
    etag: headers.etag ?? null,
    last_modified: dateIn(headers),
  };
}

/** Milliseconds. */
const THIS_MOMENT = 60_000;

/** The date of a file. A host that names the moment of its answer says nothing about the file. */
function dateIn({ date = '', 'last-modified': modified }: IncomingMessage['headers']): string | null {
  const isNow = Math.abs(Date.parse(date) - Date.parse(modified ?? '')) < THIS_MOMENT;
  return isNow ? null : (modified ?? null);
}

/** True if nothing says that they are two files, and their address or their tag says that they are one. */
export const isSameFile = (one: SoundFile, other: SoundFile): boolean =>
  agree(one.length, other.length) &&
  agree(one.etag, other.etag) &&
  agree(one.last_modified, other.last_modified) &&
  (one.url === other.url || (one.etag !== null && one.etag === other.etag));

const agree = (one: string | number | null, other: string | number | null): boolean =>
  one === null || other === null || one === other;

/** The tag of the host if it is a strong one, else one that is made of all that is known. */
export const tagOf = ({ url, length, etag, last_modified }: SoundFile): string =>
  etag?.startsWith('"') === true
    ? etag
    : `"${createHash('sha256')
        .update(JSON.stringify([url, length, etag, last_modified]))
        .digest('base64url')}"`;
