import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeItems } from 'audio-streaming-provider/catalogue/write-catalogue';
import type { CatalogueItem } from 'audio-streaming-provider/catalogue/types';
import {
  type BilledSubscription,
  GRACE_MS,
  type ListenerPlan,
  RENEWAL_TIME_MS,
  bestPlan,
  isSubscribed as providerSaysSubscribed,
  paymentDetails,
  planOf,
} from 'audio-streaming-provider/members/membership';
import { decideAccess, isRefused, mayRead } from 'audio-streaming-provider/members/entitlement';
import { isEmpty, readablePage } from 'audio-streaming-provider/private-feeds/entries';
import type { PrivateFeed } from 'audio-streaming-provider/private-feeds/feeds';
import type { PrivateFeedTables } from 'audio-streaming-provider/private-feeds/tables';
import { savePositions } from 'audio-streaming-provider/members/listening-positions';
import type { Provider } from 'audio-streaming-provider/provider';
import { decodeUser } from '../../src/adapters/http/http-users.ts';
import { readContentItem } from '../../src/adapters/http/wire/content-item.ts';
import { MemoryLog } from '../../src/adapters/memory/memory-platform.ts';
import type { ContentItem } from '../../src/domain/catalogue/content.ts';
import type { User } from '../../src/domain/account/user.ts';
import { decidePlay, isSubscribed } from '../../src/domain/entitlement/play-decision.ts';
import { instant } from '../../src/domain/time.ts';
import { DAY, newListener, startDemo } from 'audio-streaming-provider/test/billing/support';
import { NOT_FOR_SALE } from 'audio-streaming-provider/catalogue/windows';

const START = Date.UTC(2030, 0, 15, 12);
const END = Date.UTC(2030, 1, 15, 12);
const CANCEL = END - 3 * DAY;
const ENDED = END - DAY;
/** Milliseconds that each title lasts. */
const RUN_TIME = 60_000;

const FREE: ListenerPlan = { plan: null, is_trialing: false, is_canceled: false, paid_until: null };

/** Every plan that an operator can give. */
const GIVEN: readonly ListenerPlan[] = [
  FREE,
  { ...FREE, plan: 'yearly' },
  { ...FREE, plan: 'monthly', paid_until: CANCEL },
  { ...FREE, plan: 'monthly', is_trialing: true },
  { ...FREE, plan: 'monthly', is_canceled: true, paid_until: END },
];

/** Every state that a subscription can have. */
const BILLED: readonly BilledSubscription[] = (['trialing', 'active', 'past-due', 'ended', 'unpaid'] as const)
  .flatMap((status) => (['paid', 'refunded', 'disputed'] as const).map((payment) => ({ status, payment })))
  .flatMap((state) => [null, CANCEL, END].map((cancel_at) => ({ ...state, cancel_at })))
  .flatMap((state) => (['monthly', 'yearly'] as const).map((plan) => ({ ...state, plan })))
  .map((state) => ({
    ...state,
    period_start: START,
    period_end: END,
    ended_at: state.status === 'ended' ? ENDED : null,
  }));

const ACTIVE: BilledSubscription = {
  plan: 'monthly',
  status: 'active',
  period_start: START,
  period_end: END,
  cancel_at: null,
  ended_at: null,
  payment: 'paid',
};

/** Every instant at which something changes, and the millisecond before and after it. */
const INSTANTS = [START, START + GRACE_MS, CANCEL, ENDED, END, END + RENEWAL_TIME_MS].flatMap((at) => [
  at - 1,
  at,
  at + 1,
]);

/** What the app knows after the provider has responded at an instant. It goes over the wire. */
function userAt(plan: ListenerPlan, now: number): User {
  const wire: unknown = JSON.parse(
    JSON.stringify({
      id: 'sub',
      full_name: 'Ada',
      email: 'a@b.test',
      payment_details: paymentDetails(plan, now),
    }),
  );
  const decoded = decodeUser(wire, new MemoryLog());
  if (!decoded.ok) throw new Error('The app cannot read the listener.');
  return { ...decoded.value, hasPurchases: false };
}

const everyMembership = function* () {
  for (const given of GIVEN) {
    yield { given, billed: [] };
    for (const one of BILLED) {
      yield { given, billed: [one] };
    }
  }
  // Two subscriptions, as around a change of plan.
  for (const one of BILLED) for (const other of BILLED) yield { given: FREE, billed: [one, other] };
};

describe('the table from subscriptions to plans', () => {
  test.each<[string, Partial<BilledSubscription>, Partial<ListenerPlan> | null]>([
    [
      'a trial',
      { status: 'trialing' },
      { is_trialing: true, is_canceled: false, paid_until: END + RENEWAL_TIME_MS },
    ],
    ['an active plan', {}, { is_trialing: false, is_canceled: false, paid_until: END + RENEWAL_TIME_MS }],
    ['a canceled plan', { cancel_at: END }, { is_canceled: true, paid_until: END }],
    [
      'a canceled trial',
      { status: 'trialing', cancel_at: END },
      { is_trialing: true, is_canceled: true, paid_until: END },
    ],
    ['a payment past due', { status: 'past-due' }, { is_canceled: false, paid_until: START + GRACE_MS }],
    [
      'a canceled plan past due',
      { status: 'past-due', cancel_at: START + DAY },
      { is_canceled: true, paid_until: START + DAY },
    ],
    ['a plan that ended', { status: 'ended', ended_at: ENDED }, { is_canceled: true, paid_until: ENDED }],
    ['a refund', { payment: 'refunded' }, { is_canceled: true, paid_until: 0 }],
    ['a dispute', { payment: 'disputed' }, { is_canceled: false, paid_until: 0 }],
    ['a plan that was never paid', { status: 'unpaid' }, null],
  ])('has a row for %s (ENT-49, ENT-52, ENT-50)', (_, changes, expected) => {
    const plan = planOf({ ...ACTIVE, ...changes });
    if (expected === null) expect(plan).toBeNull();
    else expect(plan).toMatchObject({ plan: 'monthly', ...expected });
  });

  test('gives a listener with several plans the best one (ENT-56)', () => {
    const canceled = { ...ACTIVE, cancel_at: END };
    const yearly: BilledSubscription = { ...ACTIVE, plan: 'yearly', period_end: START + 365 * DAY };
    expect(bestPlan(FREE, [canceled, yearly], START)).toMatchObject({ plan: 'yearly', is_canceled: false });
    expect(bestPlan(FREE, [], START)).toEqual(FREE);
    const given = { ...FREE, plan: 'yearly' as const };
    expect(bestPlan(given, [{ ...ACTIVE, status: 'ended', ended_at: START }], END)).toEqual(given);
  });

  test('takes nothing from a listener by an additional subscription', () => {
    for (const { given, billed } of everyMembership()) {
      for (const now of INSTANTS) {
        const alone = providerSaysSubscribed(bestPlan(given, billed.slice(0, 1), now), now);
        const together = providerSaysSubscribed(bestPlan(given, billed, now), now);
        expect(together || !alone).toBe(true);
      }
    }
  });
});

describe('the app and the provider', () => {
  let provider: Provider;
  let sub: string;
  let items: readonly CatalogueItem[] = [];

  beforeAll(async () => {
    provider = await startDemo();
    ({ sub } = await newListener(provider));
    items = await addItems(provider, sub);
  }, 180_000);

  afterAll(() => provider.close());

  test('the app and the provider agree at every instant on who is a member (ENT-54)', () => {
    let compared = 0;
    for (const { given, billed } of everyMembership()) {
      for (const now of INSTANTS) {
        const plan = bestPlan(given, billed, now);
        compared += 1;
        if (isSubscribed(userAt(plan, now)) === providerSaysSubscribed(plan, now)) continue;
        expect.fail(`They disagree at ${now} about ${JSON.stringify({ given, billed })}.`);
      }
    }
    expect(compared).toBeGreaterThan(100_000);
  });

  test('the app, the provider and the feeds agree at every instant on who may hear which title (ENT-55)', async () => {
    const log = new MemoryLog();
    const feedTables = provider.db.withTables<PrivateFeedTables>();
    const seen = new Map<string, ContentItem>();
    for (const { id } of items) {
      const { document } = await provider.db
        .selectFrom('items')
        .select('document')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const item = readContentItem({ ...document, is_purchased: id.startsWith('bought') }, log);
      if (item === null) throw new Error(`The app cannot read ${id}.`);
      seen.set(id, item);
    }
    const memberships = [...everyMembership()].slice(0, GIVEN.length * (BILLED.length + 1));
    for (const now of [...INSTANTS, START + RUN_TIME, END + RUN_TIME, END + RUN_TIME - 1]) {
      const listeners = memberships.map(({ given, billed }) => {
        const plan = bestPlan(given, billed, now);
        return { user: userAt(plan, now), isMember: providerSaysSubscribed(plan, now) };
      });
      for (const { id, valid_till } of items) {
        const item = seen.get(id);
        if (item === undefined) continue;
        const gives = async (isMember: boolean): Promise<boolean> =>
          !isRefused(await decideAccess(provider.db, { sub, itemId: id, now, isMember, runTime: RUN_TIME }));
        const given = { member: await gives(true), other: await gives(false) };
        const lists = async (isMember: boolean): Promise<boolean> =>
          !isEmpty(await readablePage(feedTables, feedOf(sub, id), { sub, isMember, now }, 0));
        const listed = { member: await lists(true), other: await lists(false) };
        // A track that plays when the window closes may end.
        const mayEnd = valid_till !== null && now < Date.parse(valid_till) + RUN_TIME;
        for (const { user, isMember } of listeners) {
          const { kind, reason } = decidePlay(user, item, instant(now));
          if ((kind === 'play') !== (isMember ? listed.member : listed.other)) {
            expect.fail(`${id} at ${now}: the app says ${kind}, the feed does not agree.`);
          }
          if (reason === 'no-longer' && mayEnd) continue;
          if ((kind === 'play') === (isMember ? given.member : given.other)) continue;
          expect.fail(`${id} at ${now}: the app says ${kind}, the provider does not agree.`);
        }
      }
    }
  });

  test('the provider decides about many items as about each one (FEED-20)', async () => {
    const { db } = provider;
    const buyer = (await newListener(provider)).sub;
    const purchases = ['track-both', 'slow'].map((item_id) => ({ sub: buyer, item_id, purchased_at: START }));
    await db.insertInto('purchases').values(purchases).execute();
    const started = { item_id: 'collection', opened_at: START, until: END };
    await db
      .insertInto('free_listening')
      .values({ ...started, sub: buyer })
      .execute();
    for (const listener of [sub, buyer].flatMap((each) =>
      [true, false].map((isMember) => ({ sub: each, isMember })),
    ))
      for (const now of [CANCEL - 1, CANCEL, ENDED, END - 1, END]) {
        const { rows } = await sql<{ id: string; may: boolean }>`
          select id, ${mayRead(sql.ref('items.id'), { ...listener, now })} as may from items where released_at = ${START}
        `.execute(db);
        expect(new Set(rows.map(({ may }) => may)).size).toBe(2);
        for (const { id, may } of rows) {
          const access = await decideAccess(db, { ...listener, itemId: id, now, runTime: 0 });
          expect(may, `${id} at ${now}: ${access}`).toBe(!isRefused(access));
        }
      }
  });

  describe('the provider applies the windows of titles, to the millisecond', () => {
    const at = (instants: Readonly<Record<number, string>>) =>
      Object.entries(instants).map(([now, access]) => ({ now: Number(now), access }));

    test.each([
      // From the start of the window to its end, and then as long as the sound lasts.
      ['window', at({ [CANCEL - 1]: 'closed', [CANCEL]: 'member', [END - 1]: 'member' })],
      ['window', at({ [END + RUN_TIME - 1]: 'member', [END + RUN_TIME]: 'closed' })],
      ['from', at({ [END - 1]: 'closed', [END]: 'member', [END + 365 * DAY]: 'member' })],
      ['till', at({ 0: 'member', [START + RUN_TIME - 1]: 'member', [START + RUN_TIME]: 'closed' })],
      ['never', at({ [CANCEL - 1]: 'closed', [CANCEL]: 'closed', [END]: 'closed', [END + 1]: 'closed' })],
      // The listener had a speed of 0.6 in it.
      ['slow', at({ [END + RUN_TIME / 0.6 - 1]: 'member', [END + RUN_TIME / 0.6 + 1]: 'closed' })],
      // A purchase counts at every instant.
      ['bought-and-over', at({ 0: 'lasting', [START + 365 * DAY]: 'lasting' })],
      // The window of a track counts only if it has both bounds. The window of its collection always counts.
      ['in-collection-from', at({ [START - 1]: 'closed', [START]: 'member', [END - 1]: 'member' })],
      [
        'in-collection-both',
        at({ [CANCEL - 1]: 'closed', [CANCEL]: 'member', [ENDED + RUN_TIME]: 'closed' }),
      ],
    ])('%s', async (itemId, expected) => {
      for (const { now, access } of expected) {
        const asked = { sub, itemId, now, isMember: true, runTime: RUN_TIME };
        expect(await decideAccess(provider.db, asked), `at ${now}`).toBe(access);
      }
    });

    test('a PDF does not play, so it ends with the window', async () => {
      const asked = { sub, itemId: 'window', isMember: true, runTime: 0 };
      expect(await decideAccess(provider.db, { ...asked, now: END - 1 })).toBe('member');
      expect(await decideAccess(provider.db, { ...asked, now: END })).toBe('closed');
    });

    test('a title that is free to listen to is closed outside its window too', async () => {
      const asked = { sub, itemId: 'free-later', isMember: false, runTime: RUN_TIME };
      expect(await decideAccess(provider.db, { ...asked, now: START - 1 })).toBe('closed');
      expect(await decideAccess(provider.db, { ...asked, now: START })).toBe('lasting');
    });
  });

  test('agree again with the next response, if a plan expired while the app was offline (ENT-55)', () => {
    const plan = bestPlan(FREE, [{ ...ACTIVE, status: 'active', payment: 'paid', cancel_at: END }], END - 1);
    const offline = userAt(plan, END - 1);
    expect(isSubscribed(offline), 'the last response counts').toBe(true);
    expect(providerSaysSubscribed(plan, END), 'the provider gives no sound any more').toBe(false);
    expect(isSubscribed(userAt(plan, END))).toBe(false);
  });

  test('agree on a membership whatever the clock of the app says (ENT-54)', () => {
    const item = readContentItem(
      { id: 'a', title: 'A', content_type: 1, is_purchased: false },
      new MemoryLog(),
    );
    if (item === null) throw new Error('The app cannot read the item.');
    for (const skew of [-365 * DAY, -300_000, -1, 1, 300_000, 365 * DAY]) {
      for (const now of INSTANTS) {
        for (const billed of BILLED) {
          const plan = bestPlan(FREE, [billed], now);
          const { kind } = decidePlay(userAt(plan, now), item, instant(now + skew));
          expect(kind === 'play').toBe(providerSaysSubscribed(plan, now));
        }
      }
    }
  });

  test('let a listener hear without a gap in the hour of a change of plan', () => {
    const old: BilledSubscription = {
      ...ACTIVE,
      status: 'active',
      payment: 'paid',
      plan: 'monthly',
      cancel_at: END,
    };
    const change = END - 3_600_000;
    const fresh: BilledSubscription = {
      ...old,
      plan: 'yearly',
      cancel_at: null,
      period_start: change,
      period_end: END + 365 * DAY,
    };
    for (let now = change - 60_000; now < END + 3_600_000; now += 60_000) {
      for (const at of [now - 1, now, now + 1]) {
        const plan = bestPlan(FREE, at < change ? [old] : [old, fresh], at);
        expect(isSubscribed(userAt(plan, at))).toBe(true);
        expect(plan.plan).toBe(at < change ? 'monthly' : 'yearly');
      }
    }
  });
});

const feedOf = (sub: string, target_id: string): PrivateFeed => ({
  id: 'feed',
  sub,
  kind: 'item',
  target_id,
  name: '',
  name_key: null,
  secret_hash: '',
  created_at: 0,
  last_used_at: null,
  last_app: null,
  paused_at: null,
  tag: '',
  changed_at: 0,
});

/** Titles with every kind of access, with windows that open and close at the instants. */
async function addItems(provider: Provider, sub: string): Promise<readonly CatalogueItem[]> {
  const plain: CatalogueItem = {
    ...NOT_FOR_SALE,
    id: 'members-only',
    content_id: null,
    title: 'A title',
    img_url: '/media/covers/a.svg',
    content_type: 1,
    run_time: 60,
    author_info: [],
    description: '',
    index: null,
    day_number: null,
    url: '/media/audio/a.mp3',
    listen_free: false,
    valid_from: null,
    valid_till: null,
    chapter_info: [],
    tracks: [],
    category_info: [],
    topic_info: [],
    parent_id: null,
    position: 0,
    released_at: new Date(START).toISOString(),
    popularity: 0,
  };
  const iso = (at: number): string => new Date(at).toISOString();
  const made: readonly CatalogueItem[] = [
    plain,
    { ...plain, id: 'free', listen_free: true },
    { ...plain, id: 'with-free-content', has_listen_free_content: true },
    { ...plain, id: 'free-window', listen_free_start: iso(START), listen_free_end: iso(END) },
    { ...plain, id: 'half-a-window', listen_free_start: iso(START) },
    { ...plain, id: 'bought' },
    { ...plain, id: 'bought-and-over', valid_till: iso(START) },
    { ...plain, id: 'window', valid_from: iso(CANCEL), valid_till: iso(END) },
    { ...plain, id: 'from', valid_from: iso(END) },
    { ...plain, id: 'till', valid_till: iso(START) },
    { ...plain, id: 'never', valid_from: iso(END), valid_till: iso(CANCEL) },
    { ...plain, id: 'free-later', listen_free: true, valid_from: iso(START) },
  ];
  const bounds = { valid_from: iso(CANCEL), valid_till: iso(ENDED) };
  const track = { ...plain, parent_id: 'collection', content_type: 6 } as const;
  const others: readonly CatalogueItem[] = [
    { ...plain, id: 'slow', valid_from: iso(CANCEL), valid_till: iso(END) },
    { ...plain, id: 'collection', content_type: 5, url: null, valid_from: iso(START), valid_till: iso(END) },
    { ...plain, id: 'in-collection-from', valid_from: iso(END + 365 * DAY) },
    { ...track, id: 'track-from', content_id: 'in-collection-from', valid_from: iso(END + 365 * DAY) },
    { ...plain, id: 'in-collection-both', ...bounds },
    { ...track, id: 'track-both', content_id: 'in-collection-both', ...bounds },
  ];
  await provider.db
    .transaction()
    .execute((transaction) => writeItems(transaction, [...made, ...others], START));
  await savePositions(
    provider.db,
    sub,
    [{ id: 'slow', playback_speed: 0.6, content_type: 1, last_position: 1, age: 0 }],
    { arrivedAt: START, now: START },
  );
  for (const { id } of made.filter((item) => item.id.startsWith('bought'))) {
    await provider.db.insertInto('purchases').values({ sub, item_id: id, purchased_at: START }).execute();
  }
  return made;
}
