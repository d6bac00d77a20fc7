/*
 * What few providers have: each state of a title, an import, a feed, a member and a statement, with long names.
 */

const DAY = 86_400_000;

export const AT = '2026-05-03T12:00:00.000Z';
export const NAME = 'Maximiliana Featherstonehaugh-Cholmondeley';
export const PUBLIC_FEED = '/feeds/public/the-beach-and-a-very-long-address-of-it.xml';
const EMAIL = 'maximiliana.featherstonehaugh-cholmondeley@example.org';

const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

const row = (id: string, title: string, changes: object = {}): object => ({
  id,
  kind: 'file',
  content_type: 1,
  title,
  authors: ['Ann Author', NAME],
  img_url: null,
  run_time: 123_456,
  added_at: AT,
  state: 'published',
  is_edited: false,
  discount_price: null,
  valid_from: null,
  valid_till: null,
  listen_free_start: null,
  listen_free_end: null,
  discount_start: null,
  discount_end: null,
  ...changes,
});

const EACH_WINDOW = {
  valid_from: inDays(-3),
  valid_till: inDays(300),
  listen_free_start: inDays(-2),
  listen_free_end: inDays(2),
  discount_price: 4.99,
  discount_start: inDays(-1),
  discount_end: inDays(1),
};

const ROWS = [
  row('a', 'The Beach', { ...EACH_WINDOW, is_edited: true }),
  row('b', 'A very long walk along the water, in the company of three dogs and a talkative uncle', {
    state: 'hidden',
    valid_from: inDays(200),
  }),
  row('c', 'Waves', { state: 'missing', valid_till: inDays(-200) }),
  row('d', 'An evening at the sea', {
    kind: 'collection',
    content_type: 4,
    authors: [],
    run_time: null,
    state: 'missing',
  }),
  row('e', 'Harbour Talk', { kind: 'podcast', content_type: 3, added_at: inDays(-1) }),
];

/** A day of this month. */
const onDay = (day: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), day, 12)).toISOString();
};

/** Two days with more events than the calendar shows at once. */
const FULL_DAYS = Array.from({ length: 8 }, (_, at) =>
  row(`f${at}`, at === 0 ? 'A very long walk along the water' : `Evening ${at + 1}`, {
    valid_from: onDay(10),
    valid_till: onDay(20),
    listen_free_start: onDay(10),
    listen_free_end: onDay(20),
    discount_price: 4.99,
    discount_start: onDay(10),
    discount_end: onDay(20),
  }),
);

export const TITLES = { total: ROWS.length, titles: ROWS };
export const CALENDAR = { titles: [...ROWS, ...FULL_DAYS], is_complete: false };

const COUNTS = { added: 0, changed: 0, missing: 0, returned: 0, refused: 0, notes: 0 };

const anImport = (id: string, changes: object = {}): object => ({
  id,
  folder: '/srv/audio/library',
  started_at: AT,
  ended_at: AT,
  outcome: 'done',
  message: null,
  progress: null,
  counts: COUNTS,
  ...changes,
});

const GONE =
  'The files of 12 of 15 titles are gone. The titles stay in the catalogue, because a disk may not be mounted. Mount it again. If the files are gone for good, an import after 2026-05-04 12:00 UTC hides the titles, and "npm run admin -- import --accept-missing /srv/audio/library" hides them now.';

export const IMPORTS = {
  folders: [
    { path: '/srv/audio/library', kind: 'library' },
    { path: '/srv/audio/what-publishers-have-uploaded-so-far', kind: 'uploads' },
  ],
  imports: [
    anImport('1', {
      folder: '/srv/audio/what-publishers-have-uploaded-so-far',
      ended_at: null,
      outcome: 'running',
      progress: { read: 12_345, total: 67_890 },
      counts: { ...COUNTS, added: 1234 },
    }),
    anImport('2', { counts: { added: 12, changed: 3, missing: 1, returned: 2, refused: 4, notes: 5 } }),
    anImport('3', { outcome: 'failed', message: GONE }),
    anImport('4'),
  ],
};

export const IMPORT_LINES = {
  lines: [
    {
      kind: 'refused',
      path: 'Waves again/1.mp3',
      title: null,
      reason: 'it has the same sound as Waves/1.mp3',
    },
    {
      kind: 'refused',
      path: 'A_very_long_name_of_a_file_without_any_space/and_another_one_below_it.wma',
      title: null,
      reason: 'the library does not read WMA; put the sound unchanged into MP3',
    },
    { kind: 'missing', path: 'The Beach', title: 'The Beach', reason: 'it is gone' },
    { kind: 'added', path: 'Waves', title: 'Waves', reason: null },
    {
      kind: 'notes',
      path: 'Waves/1.mp3',
      title: 'Waves',
      reason: 'its bit rate varies and it has no index, so browsers seek in it only roughly',
    },
  ],
  left_out: 3,
};

const feed = (id: string, title: string, changes: object = {}): object => ({
  id,
  title,
  url: `https://podcasts.example.org/shows/${id}/feed-of-all-episodes-since-the-beginning.xml`,
  episodes: 1280,
  fetched_at: AT,
  next_at: AT,
  error: null,
  ...changes,
});

export const FEEDS = {
  feeds: [
    feed('harbour-talk', 'Harbour Talk'),
    feed('night-trains', 'Night Trains', {
      episodes: 1,
      fetched_at: null,
      next_at: null,
      error:
        'The host asks for a name and a password (401). Add the podcast with an address such as https://name:password@example.org/feed.',
    }),
  ],
};

const member = (id: string, state: string, changes: object = {}): object => ({
  id,
  email: EMAIL,
  name: NAME,
  role: 'publisher',
  plan: 'annual',
  until: AT,
  state,
  added_at: AT,
  ...changes,
});

export const MEMBERS = {
  total: 61,
  members: [
    member('m1', 'active'),
    member('m2', 'invited', { name: '', role: 'listener', plan: 'monthly' }),
    member('m3', 'unconfirmed', { plan: null, until: null, role: 'owner' }),
    member('m4', 'disabled', { until: null }),
  ],
};

const ACTIONS: readonly (readonly [action: string, detail: string])[] = [
  ['added', 'role publisher, plan annual'],
  ['invited', 'publisher'],
  ['plan', 'annual until 2027-03-01, by the groups at Parish'],
  ['role', 'from listener to owner'],
  ['granted', 'The Beach'],
  ['revoked', 'The Beach'],
  ['disabled', ''],
  ['enabled', ''],
  ['feed-revoked', 'Phone in the kitchen'],
  ['signed-out', ''],
  ['downloads-paid', ''],
  ['downloads-unpaid', ''],
  ['removed', ''],
];

/** As many as one response holds. So the studio says that there may be older ones. */
export const CHANGES = {
  changes: [...ACTIONS, ...ACTIONS, ...ACTIONS, ...ACTIONS].slice(0, 50).map(([action, detail], at) => ({
    id: at + 1,
    at: AT,
    by: at % 3 === 0 ? null : EMAIL,
    by_operator: at % 3 === 1,
    member: at % 4 === 0 || action.startsWith('downloads') ? null : EMAIL,
    action,
    detail,
  })),
};

/** A member in this state, with everything that a member can have. */
export const memberWith = (state: string): object => ({
  member: member('m1', state),
  purchases: [
    { id: 'a', title: 'The Beach', at: AT },
    { id: 'b', title: null, at: null },
  ],
  feeds: ['item', 'series', 'collection', 'saved', 'all'].map((kind) => ({
    id: kind,
    kind,
    name: 'Phone in the kitchen',
    title: kind === 'item' ? 'The Beach' : null,
    last_used: kind === 'saved' ? null : AT,
    last_app: kind === 'all' ? null : 'AntennaPod',
    is_paused: kind === 'all',
  })),
  passkeys: [{ id: 'p', name: 'Key on the ring', added_at: AT, last_used: null }],
  identities: [{ provider: 'Parish', email: EMAIL, added_at: AT, last_used: AT }],
  sessions: [
    { id: 's', device: 'Firefox on Linux', identity_provider: null, signed_in: AT, last_used: AT },
    { id: 't', device: 'an unknown device', identity_provider: 'Parish', signed_in: AT, last_used: null },
    { id: 'u', device: 'Safari on iPhone', identity_provider: 'Parish', signed_in: null, last_used: AT },
  ],
  changes: CHANGES.changes.slice(0, ACTIONS.length),
});

export const BARE_MEMBER = {
  member: member('m1', 'active', { name: '', plan: null, until: null, role: 'listener' }),
  purchases: [],
  feeds: [],
  passkeys: [],
  identities: [],
  sessions: [],
  changes: [],
};

export const INVITED = {
  ...BARE_MEMBER,
  access: { link: 'https://listen.example.org/login?email=maximiliana', password: 'Xk3-99q-Lm2-pp7-Zt4' },
};

/** The last months, because a statement is of the last year. */
const monthOf = (ago: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7);
};

const line = (month: string, author: string, title: string, milliseconds: number): object => ({
  month,
  author_id: author,
  author,
  title_id: title,
  title,
  milliseconds,
});

export const STATEMENT = {
  lines: [0, 2, 5].flatMap((ago) => [
    line(monthOf(ago), NAME, 'The Beach', (ago + 1) * 8_642_000_000),
    line(monthOf(ago), '', 'Waves', 90_000),
  ]),
  downloads: {
    titles: [{ month: monthOf(1), title_id: 'beach', title: 'The Beach', downloads: 1234 }],
    is_paid: true,
    lines: [line(monthOf(1), NAME, 'The Beach', 3_600_000)],
  },
  refused: ['unknown-title', 'never-opened', 'too-long'].map((reason, at) => ({
    content_id: `b${at}`,
    title: at === 0 ? null : 'Waves',
    reason,
    reports: 1200,
    milliseconds: 90_000,
  })),
};

export const EMPTY_STATEMENT = {
  lines: [],
  downloads: { titles: [], is_paid: false, lines: [] },
  refused: [],
};

export const SUBJECTS = {
  subjects: ['Ann Author', NAME, 'Nell Narrator'].map((name, at) => ({
    id: `s${at}`,
    name,
    img_url: null,
    titles: 1 + at * 1233,
    authors: at === 1 ? 'Ann Author, Nell Narrator' : '',
  })),
};

export const COLLECTIONS = {
  collections: [
    { id: 'd', title: 'An evening at the sea' },
    { id: 'g', title: 'A very long walk along the water, in the company of three dogs' },
  ],
};
