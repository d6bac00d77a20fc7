import * as v from 'valibot';
import type { ContentType } from '../catalogue/types.ts';
import { saveFavoriteAuthor, saveFavoriteItem } from '../members/favorites.ts';
import { saveListenerWithPlan } from '../members/listeners.ts';
import { addPositions } from '../members/listening-positions.ts';
import type { ListenerPlan } from '../members/membership.ts';
import { givePurchase } from '../members/purchases.ts';
import type { Database } from '../members/tables.ts';
import type { Pool } from '../pool/index.ts';
import accounts from './accounts.json' with { type: 'json' };
import { readData } from './read-data.ts';

const account = v.strictObject({
  email: v.pipe(v.string(), v.email()),
  name: v.string(),
  description: v.string(),
  /** Absent for a free listener. */
  plan: v.exactOptional(v.picklist(['monthly', 'yearly'])),
  isTrialing: v.exactOptional(v.boolean()),
  /** Canceled, but not yet expired. */
  isCanceled: v.exactOptional(v.boolean()),
  state: v.exactOptional(v.literal('new-password-required')),
  /** The secret of the authenticator app, base32. */
  totpSecret: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Z2-7]+$/))),
});

type DemoAccount = v.InferOutput<typeof account>;

const data = readData(
  'accounts.json',
  v.strictObject({ password: v.string(), accounts: v.array(account) }),
  accounts,
);

/** The password of every demo account. The provider prints it when it starts. */
export const DEMO_PASSWORD = data.password;

export const DEMO_ACCOUNTS: readonly DemoAccount[] = data.accounts;

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Adds the demo accounts that are missing. The data of an existing account stays. Its plan is set again at every start,
 * so that the canceled plan has never expired.
 *
 * @param now epoch milliseconds
 */
export async function seedDemoListeners(
  db: Database,
  pool: Pick<Pool, 'ensureUser'>,
  now: number,
): Promise<void> {
  for (const account of DEMO_ACCOUNTS) {
    const { email, name, state, totpSecret } = account;
    const { sub } = await pool.ensureUser({
      email,
      name,
      password: DEMO_PASSWORD,
      ...(state && { state }),
      ...(totpSecret && { totpSecret }),
    });
    const isNew = await saveListenerWithPlan(
      db,
      { sub, email, full_name: name, ...planOf(account, now) },
      now,
    );
    if (isNew && account.email.startsWith('monthly@')) await giveHistory(db, sub, now);
    if (isNew && account.email.startsWith('buyer@')) await givePurchases(db, sub, now);
  }
}

const planOf = (account: DemoAccount, now: number): ListenerPlan => ({
  plan: account.plan ?? null,
  is_trialing: account.isTrialing ?? false,
  is_canceled: account.isCanceled ?? false,
  paid_until: account.isCanceled ? now + MONTH_MS : null,
});

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** Adds a history for a listener: positions, favourites and followed authors. */
async function giveHistory(db: Database, sub: string, now: number): Promise<void> {
  const [chaptered = [], audiobooks = [], podcasts = [], collections = [], meditations = []] =
    await Promise.all(([2, 1, 3, 5, 0] as const).map((type) => popular(db, type, 4, now)));
  const [episode] = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', '=', podcasts[0] ?? '')
    .orderBy('position', 'desc')
    .limit(1)
    .execute();

  const started: readonly {
    id: string | undefined;
    type: ContentType;
    chapter?: number;
    minutes: number;
  }[] = [
    { id: chaptered[0], type: 2, chapter: 3, minutes: 1.4 },
    { id: episode?.id, type: 4, minutes: 6.5 },
    { id: meditations[0], type: 0, minutes: 2.2 },
    { id: audiobooks[0], type: 1, minutes: 9 },
    { id: chaptered[1], type: 2, chapter: 1, minutes: 0.8 },
    { id: audiobooks[1], type: 1, minutes: 3.5 },
  ];
  const positions = started.flatMap(({ id, type, chapter, minutes }, at) =>
    id === undefined
      ? []
      : {
          sub,
          item_id: id,
          content_type: type,
          is_active: true,
          chapter_index: chapter ?? null,
          chapter_position: chapter === undefined ? null : minutes * MINUTE_MS,
          last_position: chapter === undefined ? minutes * MINUTE_MS : null,
          playback_speed: 1,
          updated_at: now - at * 7 * HOUR_MS,
        },
  );
  await addPositions(db, positions);

  const saved = [
    chaptered[0],
    podcasts[0],
    collections[0],
    audiobooks[2],
    podcasts[1],
    meditations[1],
    chaptered[2],
    collections[1],
  ].filter((id) => id !== undefined);
  for (const [at, itemId] of saved.entries()) {
    await saveFavoriteItem(db, sub, { itemId, isFavorite: true }, now - at * 11 * HOUR_MS);
  }
  const authors = await db.selectFrom('authors').select('id').orderBy('position').limit(3).execute();
  for (const [at, { id }] of authors.entries()) {
    await saveFavoriteAuthor(db, sub, { authorId: id, isFavorite: true }, now - at * HOUR_MS);
  }
}

/** Adds purchases for a listener: items that are otherwise for members, and one that is no longer sold. */
async function givePurchases(db: Database, sub: string, now: number): Promise<void> {
  const membersOnly = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', 'is', null)
    .where('content_type', 'in', [1, 2])
    .where('has_free_listening', '=', false)
    .orderBy('popularity', 'desc')
    .orderBy('id')
    .limit(4)
    .execute();
  const expired = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', 'is', null)
    .where('valid_till', '<', now)
    .orderBy('popularity', 'desc')
    .orderBy('id')
    .limit(1)
    .execute();
  const collections = await popular(db, 5, 1, now);
  const bought = [...new Set([...membersOnly, ...expired].map(({ id }) => id).concat(collections))];
  for (const [at, itemId] of bought.entries()) {
    await givePurchase(db, { sub, itemId, at: now - at * 30 * HOUR_MS });
  }
}

/** The most popular items of a type that are in their window. */
async function popular(
  db: Database,
  type: ContentType,
  count: number,
  now: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where('parent_id', 'is', null)
    .where('content_type', '=', type)
    .where((where) => where.or([where('valid_from', 'is', null), where('valid_from', '<=', now)]))
    .where((where) => where.or([where('valid_till', 'is', null), where('valid_till', '>', now)]))
    .orderBy('popularity', 'desc')
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map((row) => row.id);
}
