import { sql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import { wire as wireCall } from '../pool/client.ts';
import { ApiClient, signedIn, tokenOf, useProvider } from '../support/provider.ts';
import * as wire from '../../api/response-schemas.ts';

const provider = useProvider();

describe('GET /user', () => {
  test.each([
    ['free@listener.test', 'Freya Lindqvist', null],
    ['monthly@listener.test', 'Mateo Okonkwo', { duration: 'monthly' }],
    ['annual@listener.test', 'Annelise Fujimoto', { duration: 'yearly' }],
    ['trial@listener.test', 'Tamsin Alvarado', { duration: 'monthly', is_trialing: true }],
    ['canceled@listener.test', 'Casimir Ndiaye', { duration: 'monthly', is_canceled: true }],
    ['buyer@listener.test', 'Beatrix Hallström', null],
  ])('returns the name and plan of %s', async (email, full_name, plan) => {
    const listener = await signedIn(provider().origin, email);
    const user = v.parse(wire.user, (await listener.get('/user')).body);
    const terms = { is_expired: false, is_canceled: false, is_trialing: false };
    expect(user).toEqual({
      id: user.id,
      full_name,
      email,
      can_export: true,
      billing_pages: `${provider().origin}/billing`,
      language: null,
      payment_details: plan === null ? null : { ...terms, ...plan },
    });
  });

  test('a canceled plan expires at the end of its period', async () => {
    const DAY_MS = 86_400_000;
    const { clock, pool } = provider();
    const { sub } = await pool.ensureUser({
      email: 'canceled@listener.test',
      name: '',
      password: DEMO_PASSWORD,
    });
    clock.setOffset(31 * DAY_MS);
    try {
      const later = await signedIn(provider().origin, 'canceled@listener.test');
      const user = v.parse(wire.user, (await later.get('/user')).body);
      expect(user.id).toBe(sub);
      expect(user.payment_details).toMatchObject({ is_expired: true, is_canceled: true });
    } finally {
      clock.setOffset(0);
    }
  });
});

test('POST /user/billing_code gives another code each time, and none without a session', async () => {
  const listener = await signedIn(provider().origin, 'free@listener.test');
  const codes = [
    await listener.post('/user/billing_code', {}),
    await listener.post('/user/billing_code', {}),
  ];
  expect(codes.map(({ status }) => status)).toEqual([200, 200]);
  const [first, second] = codes.map(({ body }) => v.parse(wire.billingCode, body).code);
  expect(first).not.toBe(second);
  expect((await new ApiClient(provider().origin, null).post('/user/billing_code', {})).status).toBe(401);
});

test('PUT /user changes only the given fields', async () => {
  const listener = await signedIn(provider().origin, 'trial@listener.test');
  const renamed = await listener.put('/user', { full_name: 'Tamsin Alvarado-Reyes' });
  expect(v.parse(wire.user, renamed.body)).toMatchObject({
    full_name: 'Tamsin Alvarado-Reyes',
    email: 'trial@listener.test',
  });
  await listener.put('/user', { email: 'Trial@Listener.test' });
  expect((await listener.get('/user')).body).toMatchObject({
    full_name: 'Tamsin Alvarado-Reyes',
    email: 'trial@listener.test',
    payment_details: { is_trialing: true },
  });
});

describe('the language of a listener', () => {
  test('is kept with the account, in its canonical form (LANG-9)', async () => {
    const listener = await signedIn(provider().origin, 'annual@listener.test');
    const chosen = await listener.put('/user', { language: 'DE-at' });
    expect(chosen).toMatchObject({
      status: 200,
      body: { language: 'de-AT', full_name: 'Annelise Fujimoto' },
    });
    const other = await signedIn(provider().origin, 'annual@listener.test');
    expect((await other.get('/user')).body).toMatchObject({ language: 'de-AT' });
    expect((await other.get('/user/export')).body).toMatchObject({ account: { language: 'de-AT' } });
    await other.put('/user', { full_name: 'Annelise Fujimoto' });
    expect((await other.get('/user')).body).toMatchObject({ language: 'de-AT' });
    await other.put('/user', { language: 'en' });
    expect((await listener.get('/user')).body).toMatchObject({ language: 'en' });
  });

  test.each(['', ' ', 'x', 'German', 'de_DE', 'de-', 'deutschland', 'a'.repeat(36), '\0', 1, null])(
    'must be a language tag: %j (LANG-9)',
    async (language) => {
      const listener = await signedIn(provider().origin, 'buyer@listener.test');
      expect((await listener.put('/user', { language })).status).toBe(400);
      expect((await listener.get('/user')).body).toMatchObject({ language: null });
    },
  );
});

describe('an e-mail address', () => {
  const EMAIL = 'mover@listener.test';
  const NEW_EMAIL = 'Moved@Elsewhere.test';
  const attributes = (access: string, action: string, body: object) =>
    wireCall(`${provider().origin}/pool`, action, { AccessToken: access, ...body });

  test('changes only after the pool has verified it', async () => {
    const { pool, origin } = provider();
    await pool.ensureUser({ email: EMAIL, name: 'Mo', password: DEMO_PASSWORD });
    const access = await tokenOf(origin, EMAIL);
    const listener = new ApiClient(origin, access);
    const refused = async (email: string, why: string): Promise<void> => {
      expect(await listener.put('/user', { full_name: 'Mo', email }), why).toMatchObject({
        status: 400,
        body: { error: { code: 'other-email' } },
      });
      expect((await listener.get('/user')).body, why).toMatchObject({ email: EMAIL, full_name: '' });
    };
    await refused(NEW_EMAIL, 'an address of nobody');
    await refused('monthly@listener.test', 'an address of somebody else');

    await attributes(access, 'UpdateUserAttributes', {
      UserAttributes: [{ Name: 'email', Value: NEW_EMAIL }],
    });
    await refused(NEW_EMAIL, 'an address that waits for its code');

    const code = (await pool.codesFor(EMAIL)).find(({ purpose }) => purpose === 'attribute:email')?.code;
    await attributes(access, 'VerifyUserAttribute', { AttributeName: 'email', Code: code });
    const changed = await listener.put('/user', { email: NEW_EMAIL });
    expect(changed).toMatchObject({ status: 200, body: { email: 'moved@elsewhere.test' } });
    expect((await listener.put('/user', { email: EMAIL })).status, 'the earlier one').toBe(400);
  });
});

describe('a new listener', () => {
  const EMAIL = 'newcomer@listener.test';

  test('has an account after signing up, which creating it twice does not change', async () => {
    await provider().pool.ensureUser({ email: EMAIL, name: 'Nadia', password: DEMO_PASSWORD });
    const listener = await signedIn(provider().origin, EMAIL);
    const created = await listener.post('/user/create_account', { email: EMAIL, full_name: 'Nadia' });
    const user = v.parse(wire.user, created.body);
    expect(user).toMatchObject({ full_name: 'Nadia', email: EMAIL, payment_details: null });
    await listener.put('/user', { full_name: 'Nadia Petrova' });
    await listener.post('/user/create_account', { email: EMAIL, full_name: 'Nadia' });
    expect((await listener.get('/user')).body).toEqual({ ...user, full_name: 'Nadia Petrova' });
  });

  test('cannot create it with the address of another listener', async () => {
    const listener = await signedIn(provider().origin, EMAIL);
    const response = await listener.post('/user/create_account', {
      email: 'monthly@listener.test',
      full_name: 'Nadia',
    });
    expect(response.status).toBe(400);
  });

  test('without the create-account screen gets one at the first call', async () => {
    const email = 'hosted@listener.test';
    await provider().pool.ensureUser({ email, name: 'Hedda', password: DEMO_PASSWORD });
    const listener = await signedIn(provider().origin, email);
    expect((await listener.get('/user')).body).toMatchObject({ email, full_name: '' });
    await listener.post('/user/create_account', { email, full_name: 'Hedda' });
    expect((await listener.get('/user')).body).toMatchObject({ email, full_name: 'Hedda' });
  });
});

test('a changed password is recorded, without the password', async () => {
  const listener = await signedIn(provider().origin, 'annual@listener.test');
  const response = await listener.post('/user/change_password', {});
  expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { ok: true } });
  expect(await provider().db.selectFrom('password_changes').select('sub').execute()).toHaveLength(1);
});

test('a deleted account leaves no personal data, but the royalties for the authors', async () => {
  const { db, pool, origin } = provider();
  const email = 'gone@listener.test';
  const { sub } = await pool.ensureUser({ email, name: 'Gone Listener', password: DEMO_PASSWORD });
  const listener = await signedIn(origin, email);
  await listener.post('/user/create_account', { email, full_name: 'Gone Listener' });
  await listener.post('/user/login_attempts', { email, success: true });
  await listener.post('/user/change_password', {});
  await listener.post('/favorites/content', { content_id: 'quiet-mind', is_favorite: true });
  await listener.post('/user/content', [
    { id: 'quiet-mind', playback_speed: 1, content_type: 1, last_position: 12_000 },
  ]);
  const royalty = { sub, content_id: 'quiet-mind', duration: 12_000, reported_at: 0 };
  await db.insertInto('royalty_reports').values(royalty).execute();
  for (const table of ['opened_sounds', 'free_listening'] as const) {
    const columns = table === 'opened_sounds' ? sql`sound_id, royalties` : sql`item_id, until`;
    await sql`insert into ${sql.table(table)} (sub, opened_at, ${columns}) values (${sub}, 0, 'quiet-mind', 1)`.execute(
      db,
    );
  }
  // The list of tables comes from the database, so that later tables are checked too. The pool stores ended
  // sessions for a while.
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'sub' and table_schema = 'public' and table_name not like 'pool%' order by 1
  `.execute(db);
  const named = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} where sub = ${sub} limit 1`.execute(db);
      if (rows.length > 0) found.push(name);
    }
    const attempts = await db.selectFrom('login_attempts').selectAll().where('email', '=', email).execute();
    return attempts.length > 0 ? [...found, 'login_attempts'] : found;
  };
  expect(await named()).toEqual(
    expect.arrayContaining([
      'favorite_items',
      'free_listening',
      'listeners',
      'login_attempts',
      'opened_sounds',
      'password_changes',
      'playback_positions',
      'royalty_reports',
    ]),
  );
  const owed = await db.selectFrom('royalty_reports').selectAll().execute();

  await wireCall(`${origin}/pool`, 'DeleteUser', { AccessToken: await tokenOf(origin, email) });
  expect(await named()).toEqual([]);
  const stored = await db.selectFrom('royalty_reports').selectAll().execute();
  expect(stored.length).toBe(owed.length);
  expect(stored.some((report) => report.sub === '' && report.content_id === 'quiet-mind')).toBe(true);
});

test('GET /user/export returns a file with the data of the listener alone', async () => {
  const listener = await signedIn(provider().origin, 'buyer@listener.test');
  const { status, headers, body } = await listener.get('/user/export');
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
  expect(headers.get('cache-control')).toContain('no-store');
  expect(body).toMatchObject({ account: { email: 'buyer@listener.test' } });
  const others = ['free@', 'monthly@', 'annual@'];
  for (const other of others) expect(JSON.stringify(body)).not.toContain(other);
});

describe('GET /user/listening', () => {
  test('counts by the day of the time zone, for the listener alone (PROG-84)', async () => {
    const { db, origin, pool } = provider();
    const { sub } = await pool.ensureUser({
      email: 'trial@listener.test',
      name: '',
      password: DEMO_PASSWORD,
    });
    const at = (instant: string) => Date.parse(instant);
    const report = { sub, content_id: 'the-tide-library', duration: 600_000 };
    await db
      .insertInto('royalty_reports')
      .values([
        // The clocks go forward in Berlin on this day.
        { ...report, reported_at: at('2026-03-28T23:30:00Z') },
        { ...report, reported_at: at('2026-03-29T21:59:59Z') },
        { ...report, reported_at: at('2026-03-29T22:00:00Z') },
        { ...report, sub: 'somebody-else', reported_at: at('2026-03-29T22:00:00Z') },
      ])
      .execute();
    const listener = await signedIn(origin, 'trial@listener.test');
    const inBerlin = v.parse(wire.listening, (await listener.get('/user/listening?zone=Europe/Berlin')).body);
    expect(inBerlin.days).toEqual([
      { day: '2026-03-29', seconds: 1200 },
      { day: '2026-03-30', seconds: 600 },
    ]);
    expect(inBerlin.authors[0]?.seconds).toBe(1800);
    expect(inBerlin.narrators[0]?.seconds).toBe(1800);
    const inUtc = v.parse(wire.listening, (await listener.get('/user/listening')).body);
    expect(inUtc.days.map(({ day, seconds }) => [day, seconds])).toEqual([
      ['2026-03-28', 600],
      ['2026-03-29', 1200],
    ]);
  });

  test('counts what was heard without a network on the day on which it was heard (PROG-93)', async () => {
    const { db, origin, pool } = provider();
    const person = { email: 'annual@listener.test', name: '', password: DEMO_PASSWORD };
    const { sub } = await pool.ensureUser(person);
    const listener = await signedIn(origin, person.email);
    const item = 'a-short-book-about-long-distances';
    const { url } = v.parse(wire.item, (await listener.get(`/content/${item}`)).body);
    expect((await listener.get(`/audio/tokenize?url=${url ?? ''}`)).status).toBe(200);
    const now = provider().clock.now();
    const day = 86_400_000;
    await db
      .updateTable('opened_sounds')
      .set({ opened_at: now - 3 * day })
      .where('sub', '=', sub)
      .execute();
    await listener.post('/audio/reporting', [
      { content_id: item, duration: 600_000, age: 2 * day },
      { content_id: item, duration: 300_000, age: day },
      { content_id: item, duration: 60_000 },
    ]);
    const { days } = v.parse(wire.listening, (await listener.get('/user/listening')).body);
    const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    expect(days).toEqual([
      { day: dayOf(now - 2 * day), seconds: 600 },
      { day: dayOf(now - day), seconds: 300 },
      { day: dayOf(now), seconds: 60 },
    ]);
  });

  test.each([
    ['Asia/Calcutta', '2026-05-02'],
    ['Asia/Katmandu', '2026-05-02'],
    ['America/Buenos_Aires', '2026-05-01'],
    ['Pacific/Apia', '2026-05-02'],
    ['Etc/Unknown', '2026-05-01'],
    ['Nowhere/Town', '2026-05-01'],
    ['', '2026-05-01'],
  ])('counts in the zone "%s", also by an older name, or in UTC (PROG-91)', async (zone, day) => {
    const { db, origin } = provider();
    const listener = await signedIn(origin, 'free@listener.test');
    const { sub } = await db
      .selectFrom('listeners')
      .select('sub')
      .where('email', '=', 'free@listener.test')
      .executeTakeFirstOrThrow();
    await db.deleteFrom('royalty_reports').where('sub', '=', sub).execute();
    await db
      .insertInto('royalty_reports')
      .values({
        sub,
        content_id: 'the-tide-library',
        duration: 60_000,
        reported_at: Date.parse('2026-05-01T18:35:00Z'),
      })
      .execute();
    const { status, body } = await listener.get(`/user/listening?zone=${zone}`);
    expect(status).toBe(200);
    expect(v.parse(wire.listening, body).days).toEqual([{ day, seconds: 60 }]);
  });
});
