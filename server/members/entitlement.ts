import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { AudioSource, PdfSource, TranscriptSource } from '../media/source.ts';
import { isSubscribed } from './membership.ts';
import { type Listener, type ListenerRow, listenerOfRow, readListener } from './listeners.ts';
import { SLOWEST_SPEED } from './listening-positions.ts';
import type { Database } from './tables.ts';

/**
 * What a listener may do with the sound, the transcript or the PDF of an item (ENT-44, ENT-45, ENT-77).
 *
 * - `member`: it is inside its window, and the listener is a member
 * - `lasting`: it is purchased, or free to listen to without an end
 * - `window`: it is free to listen to at this moment
 * - `started`: its free window closed while the listener listened to it
 * - `closed`: it is outside its window for everybody who has not purchased it
 * - `none`: only members may listen to it
 */
export type Access = 'member' | 'lasting' | 'window' | 'started' | Refusal;

type Refusal = 'closed' | 'none';

/** True if the listener does not get the sound or the PDF. */
export const isRefused = (access: Access): access is Refusal => access === 'closed' || access === 'none';

interface Asking {
  readonly sub: string;
  readonly itemId: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly pool: { getVerifiedEmail(sub: string): Promise<string | undefined> };
}

/** Extra time for pauses and for a lost network, in milliseconds. */
const SLACK = 10 * 60_000;

/** The longest time that an item stays open after its window closed, in milliseconds. */
const LONGEST = 24 * 3_600_000;

/** The content type of the tracks of collections. */
const TRACK = 6;

/**
 * The ways to an item. Each is the content that a listener opens, and the part of it that has the sound: the item itself,
 * what it is a part of, and the tracks of collections that refer to it.
 */
const waysTo = (itemId: string) => sql`
  select id as content, id as part from items where id = ${itemId}
  union select parent_id, id from items where id = ${itemId} and parent_id is not null
  union select id, id from items where content_id = ${itemId} and parent_id is not null and content_type = ${TRACK}
  union select parent_id, id from items where content_id = ${itemId} and parent_id is not null and content_type = ${TRACK}
`;

/**
 * The decision of this moment for one listener. The API, the media and the feeds for other apps share it.
 *
 * @param sub null for somebody without an account
 * @param known the listener, if an earlier statement of the same request has read the record
 */
export async function readAccess(
  context: Dependencies,
  sub: string | null,
  medium: AudioSource | PdfSource | TranscriptSource,
  known?: ListenerRow | null,
): Promise<Access> {
  const now = context.clock.now();
  const listenerNow = async (own: string): Promise<Listener> =>
    known ? listenerOfRow(known, now) : readListener(context, own);
  const isMember = sub !== null && isSubscribed(await listenerNow(sub), now);
  // The length of some episodes is not known. PDFs and transcripts do not play (TEXT-55).
  const runTime = medium.kind === 'audio' ? (medium.duration ?? 0) * 1000 || LONGEST : 0;
  return decideAccess(context.db, { sub: sub ?? '', itemId: medium.id, now, isMember, runTime });
}

/** True inside the window of a row, which stays open for `rest` more milliseconds. */
function insideWindow(row: string, now: number, rest: RawBuilder<unknown>): RawBuilder<boolean> {
  const [from, till] = [sql.ref(`${row}.valid_from`), sql.ref(`${row}.valid_till`)];
  return sql<boolean>`(${from} is null or ${from} <= ${now}) and (${till} is null or ${now} < ${till} + ${rest})
    and coalesce(${from} < ${till}, true)`;
}

/**
 * True for the items whose text a listener may read at this moment, by the decision about their sound. It is `decideAccess`
 * for many items: it looks for other ways to an item only if the item itself does not open.
 */
export function mayRead(
  itemId: RawBuilder<unknown>,
  { sub, now, isMember }: { readonly sub: string; readonly now: number; readonly isMember: boolean },
): RawBuilder<boolean> {
  const column = (row: string, name: string) => sql.ref(`${row}.${name}`);
  const isInside = (row: string) => insideWindow(row, now, sql`0`);
  const opens = (row: string) => sql`((${isInside(row)}) and (${isMember}::boolean
    or ${column(row, 'has_free_listening')}
    or coalesce(${column(row, 'listen_free_start')} <= ${now} and ${now} < ${column(row, 'listen_free_end')}, false)
    or exists (select from free_listening where item_id = ${column(row, 'id')} and sub = ${sub} and ${now} < until)))`;
  const isPurchased = (row: string) =>
    sql`exists (select from purchases where item_id = ${column(row, 'id')} and sub = ${sub})`;
  const opensWithin = (whole: string, part: string) =>
    sql`exists (select from items ${sql.ref(whole)} where ${column(whole, 'id')} = ${column(part, 'parent_id')}
      and (${isPurchased(whole)} or (${opens(whole)} and (${column(part, 'valid_from')} is null
        or ${column(part, 'valid_till')} is null or (${isInside(part)})))))`;
  return sql<boolean>`(select ${opens('own')} or ${isPurchased('own')} or ${opensWithin('whole', 'own')}
    or exists (select from items track where track.content_id = own.id and track.parent_id is not null
      and track.content_type = ${TRACK}
      and (${opens('track')} or ${isPurchased('track')} or ${opensWithin('whole', 'track')}))
    from items own where own.id = ${itemId})`;
}

/**
 * Decides about an item by what was bought, windows and free windows. One way to the item is enough: its content is inside
 * its window (ENT-7, ENT-8), the part too if it has both bounds of its own (ENT-12, ENT-13), and the content may be heard.
 * The membership counts only inside the window.
 *
 * @param asked.runTime how long a window stays open at its end, in milliseconds of content, so that a track that plays may
 *   end. It is longer for a listener who listens to the item at a slower speed.
 */
export async function decideAccess(
  db: Database,
  { sub, itemId, now, isMember, runTime }: Asking & { readonly isMember: boolean; readonly runTime: number },
): Promise<Access> {
  const isInside = (row: string) => insideWindow(row, now, sql`rest.ms`);
  const { rows } = await sql<
    Readonly<Record<'purchased' | 'valid' | 'lasting' | 'open' | 'started', boolean>>
  >`
    with ways as (${waysTo(itemId)}),
    kin as (select content as id from ways union select part from ways),
    rest as (
      select ${runTime}::float8 / least(1, coalesce(min(playback_speed), 1)) as ms
      from playback_positions join kin on kin.id = item_id where sub = ${sub}
    ),
    valid as (
      select content.id, content.has_free_listening, content.listen_free_start, content.listen_free_end
      from rest, ways join items content on content.id = ways.content join items part on part.id = ways.part
      where ${isInside('content')} and (content.id = part.id or part.valid_from is null
        or part.valid_till is null or (${isInside('part')}))
    )
    select
      exists (select from kin join purchases on purchases.item_id = kin.id and purchases.sub = ${sub}) as purchased,
      exists (select from valid) as valid,
      exists (select from valid where has_free_listening) as lasting,
      exists (select from valid where listen_free_start <= ${now} and ${now} < listen_free_end) as open,
      exists (
        select from valid join free_listening on item_id = valid.id
        where sub = ${sub} and ${now} < until
      ) as started
  `.execute(db);
  const [found] = rows;
  if (found === undefined) return 'none';
  if (found.purchased) return 'lasting';
  if (!found.valid) return 'closed';
  if (isMember) return 'member';
  if (found.lasting) return 'lasting';
  if (found.open) return 'window';
  return found.started ? 'started' : 'none';
}

/**
 * Saves that a listener listens in a free window, or continues after it (ENT-45). The title of the window stays open
 * for as long as this item lasts at the slowest speed. Other items that contain this item stay closed.
 */
export async function saveFreeListening(db: Database, { sub, itemId, now }: Asking): Promise<void> {
  await sql`delete from free_listening where sub = ${sub} and until <= ${now}`.execute(db);
  await sql`
    with kin as (select content as id from (${waysTo(itemId)}) as ways),
    length as (
      select ${now}::bigint + coalesce((nullif(max(run_time), 0) * 1000 / ${SLOWEST_SPEED}::float8)::bigint, ${LONGEST}::bigint) + ${SLACK}::bigint as until
      from items where id = ${itemId}
    ),
    titles as (
      select kin.id, ${now}::bigint as opened_at from kin join items on items.id = kin.id
      where items.listen_free_start <= ${now} and ${now} < items.listen_free_end
      union all
      select item_id, opened_at from free_listening join kin on kin.id = item_id where sub = ${sub}
    )
    insert into free_listening (sub, item_id, opened_at, until)
    select ${sub}, titles.id, max(opened_at), least(max(length.until), max(opened_at) + ${LONGEST}::bigint)
    from titles, length group by titles.id
    on conflict (sub, item_id) do update set
      opened_at = excluded.opened_at,
      until = greatest(free_listening.until, excluded.until)
  `.execute(db);
}
