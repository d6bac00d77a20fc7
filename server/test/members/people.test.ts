import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../admin/commands.ts';
import { invitations } from '../../mail/index.ts';
import { type Actor, OPERATOR, readChanges } from '../../members/audit.ts';
import {
  addMember,
  countOwners,
  findMember,
  inviteMember,
  type Managing,
  removeMember,
  setDisabled,
  setPlan,
  setRole,
  signOutEverywhere,
} from '../../members/manage-members.ts';
import type { Role } from '../../members/tables.ts';
import type { PoolTables, UserStatus } from '../../pool/migrations.ts';
import { pressButton, prove, session, signIn, token, userOf, wire } from '../pool/client.ts';
import { CLIENT_ID } from '../pool/harness.ts';
import { ApiClient, useProvider } from '../support/provider.ts';

const provider = useProvider();
const PASSWORD = 'correct horse battery';
const DAY = 86_400_000;
let count = 0;

const as = (by: Actor): Managing => {
  const { db, pool, clock } = provider();
  return { db, pool, clock, by };
};
const operator = (): Managing => as(OPERATOR);

async function add(role: Role): Promise<{ email: string; sub: string }> {
  count += 1;
  const email = `person-${count}@listener.test`;
  await addMember(operator(), {
    email,
    name: `Person ${count}`,
    role,
    plan: null,
    until: null,
    password: PASSWORD,
  });
  return { email, sub: (await findMember(provider().db, email, Date.now()))?.id ?? '' };
}

const access = async (email: string, password = PASSWORD): Promise<string> =>
  (await session(userOf(`${provider().origin}/pool`, email), password)).access;

const setStatus = (email: string, status: UserStatus) =>
  provider()
    .db.withTables<PoolTables>()
    .updateTable('pool_users')
    .set({ status })
    .where('email', '=', email)
    .execute();

const poolAt = (): string => `${provider().origin}/pool`;
const signUp = (email: string, password: string) =>
  wire(poolAt(), 'SignUp', {
    ClientId: CLIENT_ID,
    Username: email,
    Password: password,
    UserAttributes: [{ Name: 'name', Value: 'Ada' }],
  });

beforeEach(async () => {
  provider().clock.setOffset(0);
  await provider()
    .db.updateTable('listeners')
    .set({ role: 'listener' })
    .where('role', '=', 'owner')
    .execute();
});

describe('the last owner', () => {
  test('cannot be removed, disabled or given another role, not by anybody (SES-88)', async () => {
    const { email } = await add('owner');
    await add('publisher');
    for (const change of [
      () => removeMember(operator(), email),
      () => setDisabled(operator(), email, true),
      () => setRole(operator(), email, 'publisher'),
    ]) {
      await expect(change()).rejects.toThrow('The last owner cannot be');
    }
    const deletion = await wire(`${provider().origin}/pool`, 'DeleteUser', {
      AccessToken: await access(email),
    });
    expect(deletion).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } });
    expect(await findMember(provider().db, email, Date.now())).toMatchObject({
      role: 'owner',
      state: 'active',
    });
    await access(email);
  });

  test.each([
    ['is disabled', (email: string) => setDisabled(operator(), email, true)],
    ['was invited and never came', (email: string) => setStatus(email, 'FORCE_CHANGE_PASSWORD')],
    ['never confirmed the address', (email: string) => setStatus(email, 'UNCONFIRMED')],
    ['has to choose a new password', (email: string) => provider().pool.requirePasswordReset(email)],
  ])('is the last one, also if there is another owner who %s (SES-88)', async (_what, makeUnusable) => {
    const first = await add('owner');
    const second = await add('owner');
    await makeUnusable(second.email);
    expect(await countOwners(provider().db)).toBe(1);
    await expect(removeMember(operator(), first.email)).rejects.toThrow('last owner');
    await removeMember(operator(), second.email);
    await add('owner');
    await removeMember(operator(), first.email);
    expect(await findMember(provider().db, first.email, Date.now())).toBeUndefined();
  });

  test.each([
    ['demote', (by: Managing, email: string) => setRole(by, email, 'listener')],
    ['disable', (by: Managing, email: string) => setDisabled(by, email, true)],
    ['remove', (by: Managing, email: string) => removeMember(by, email)],
  ])('stays when two owners %s each other at once (SES-88)', async (_what, change) => {
    const one = await add('owner');
    const other = await add('owner');
    const results = await Promise.allSettled([
      change(as({ kind: 'member', sub: one.sub }), other.email),
      change(as({ kind: 'member', sub: other.sub }), one.email),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const left = await Promise.all(
      [one, other].map(({ email }) => findMember(provider().db, email, Date.now())),
    );
    expect(left.filter((member) => member?.role === 'owner' && member.state === 'active')).toHaveLength(1);
  });
});

describe('a disabled member', () => {
  test('cannot sign in, and every token stops at once (SES-87)', async () => {
    const { email } = await add('listener');
    const token = await access(email);
    const listener = new ApiClient(provider().origin, token);
    expect((await listener.get('/user')).status).toBe(200);
    await setDisabled(operator(), email, true);
    expect((await listener.get('/user')).status).toBe(401);
    await expect(access(email)).rejects.toThrow('User is disabled.');
    await setDisabled(operator(), email, false);
    expect((await listener.get('/user')).status, 'the old session has ended').toBe(401);
    await access(email);
  });

  test('signed out everywhere can sign in again', async () => {
    const { email } = await add('listener');
    const listener = new ApiClient(provider().origin, await access(email));
    await signOutEverywhere(operator(), email);
    expect((await listener.get('/user')).status).toBe(401);
    await access(email);
  });
});

describe('an invitation', () => {
  const member = { name: 'Ina', role: 'publisher', plan: 'annual', until: null } as const;
  const invite = (email: string) =>
    inviteMember(operator(), { ...member, email }, { link: () => 'https://example.org/login', send: null });

  test('gets a temporary password, and has to choose another one at the first sign-in (SES-92)', async () => {
    const email = 'ina@listener.test';
    const { password } = await invite(email);
    expect(await findMember(provider().db, email, Date.now())).toMatchObject({
      state: 'invited',
      role: 'publisher',
    });
    const first = await signIn(userOf(`${provider().origin}/pool`, email), password);
    expect(first.kind).toBe('new-password');
  });

  test('that is sent again makes the earlier password useless (SES-92)', async () => {
    const email = 'ivo@listener.test';
    const { password } = await invite(email);
    await invite(email);
    await expect(signIn(userOf(`${provider().origin}/pool`, email), password)).rejects.toThrow('Incorrect');
  });

  test('expires after a week (SES-92)', async () => {
    const email = 'iris@listener.test';
    const { password } = await invite(email);
    provider().clock.setOffset(7 * DAY + 1);
    await expect(signIn(userOf(`${provider().origin}/pool`, email), password)).rejects.toThrow('expired');
  });

  test('of somebody with an account changes nothing', async () => {
    const { email } = await add('listener');
    await expect(invite(email)).rejects.toThrow('has an account already');
    expect(await findMember(provider().db, email, Date.now())).toMatchObject({ role: 'listener' });
    await access(email);
  });
});

describe('an address with which somebody has signed up', () => {
  const STRANGERS = 'what a stranger typed';
  const WRONG = { message: 'Incorrect username or password.' };
  const tryPassword = async (email: string, password: string) =>
    (await prove(poolAt(), email, password)).body;

  async function signUpCode(email: string): Promise<{ readonly code: string; readonly link: string }> {
    const [sent] = await provider().pool.codesFor(email);
    return { code: sent?.code ?? '', link: sent?.link ?? '' };
  }

  /** Runs `member add` or `member invite`. */
  async function command(name: 'add' | 'invite', email: string) {
    const { db, pool, clock } = provider();
    const invites = invitations(false, { clock, publicOrigin: () => 'https://example.org' });
    const lines: string[] = [];
    const code = await runCommand(
      { db, pool, clock, invitations: invites, migrations: {}, library: null, feeds: null },
      {
        args: [
          'member',
          name,
          email,
          '--role',
          'owner',
          '--json',
          ...(name === 'add' ? ['--password-stdin'] : []),
        ],
        input: PASSWORD,
      },
      { line: (line) => lines.push(line), progress: () => undefined },
      new AbortController().signal,
    );
    return { code, said: v.parse(v.record(v.string(), v.unknown()), JSON.parse(lines.join(''))) };
  }

  test('and never confirmed it gets a new account: nothing of the stranger counts any more (SES-100)', async () => {
    const email = 'boss@listener.test';
    await signUp(email, STRANGERS);
    const before = await findMember(provider().db, email, Date.now());
    // What the operator gave to that account does not keep it.
    await setPlan(operator(), email, 'monthly', null);
    const { code, link } = await signUpCode(email);
    expect(await command('add', email)).toMatchObject({
      code: 0,
      said: { role: 'owner', account: 'replaced', password_set: true },
    });
    const member = await findMember(provider().db, email, Date.now());
    expect(member).toMatchObject({ role: 'owner', state: 'active', plan: 'annual' });
    expect(member?.id).not.toBe(before?.id);
    expect(await tryPassword(email, STRANGERS)).toMatchObject(WRONG);
    expect(await pressButton(link)).toBe(400);
    const confirmation = { ClientId: CLIENT_ID, Username: email, ConfirmationCode: code };
    expect((await wire(poolAt(), 'ConfirmSignUp', confirmation)).status).toBe(400);
    expect(await tryPassword(email, PASSWORD)).toHaveProperty('AuthenticationResult');
  });

  test('and confirmed it keeps its password, and the command says so (SES-100)', async () => {
    const email = 'confirmed@listener.test';
    await signUp(email, STRANGERS);
    await pressButton((await signUpCode(email)).link);
    // Whoever opens the app has a record, but neither a role nor a plan.
    const signedIn = await prove(poolAt(), email, STRANGERS);
    await new ApiClient(provider().origin, token(signedIn, 'AccessToken')).get('/user');
    expect(await command('add', email)).toMatchObject({
      code: 0,
      said: { account: 'existing', password_set: false },
    });
    expect(await findMember(provider().db, email, Date.now())).toMatchObject({ role: 'owner' });
    expect(await tryPassword(email, PASSWORD)).toMatchObject(WRONG);
    expect(await tryPassword(email, STRANGERS)).toHaveProperty('AuthenticationResult');
    expect(await command('add', email)).toMatchObject({
      code: 1,
      said: { error: expect.stringContaining('is a member already, and keeps the password') as unknown },
    });
  });

  test('gets no role above listener before it is confirmed (SES-100)', async () => {
    const email = 'unconfirmed@listener.test';
    await signUp(email, STRANGERS);
    for (const role of ['publisher', 'owner'] as const) {
      await expect(setRole(operator(), email, role)).rejects.toThrow('is not confirmed');
    }
    expect(await findMember(provider().db, email, Date.now())).toMatchObject({ role: 'listener' });
  });

  test('and never confirmed it can be invited: the invitation replaces the account', async () => {
    const email = 'bid@listener.test';
    await signUp(email, STRANGERS);
    const { said } = await command('invite', email);
    expect(said).toMatchObject({ account: 'replaced' });
    expect(await findMember(provider().db, email, Date.now())).toMatchObject({ state: 'invited' });
    expect(await tryPassword(email, STRANGERS)).toMatchObject(WRONG);
    expect(await tryPassword(email, String(said['password']))).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
    });
  });
});

describe('the list of changes', () => {
  test('says who changed what, and when (SES-89)', async () => {
    const owner = await add('owner');
    const { email, sub } = await add('listener');
    await setPlan(as({ kind: 'member', sub: owner.sub }), email, 'monthly', Date.UTC(2030, 0, 31));
    await setRole(as({ kind: 'member', sub: owner.sub }), email, 'publisher');
    await setRole(as({ kind: 'member', sub: owner.sub }), email, 'publisher');
    const changes = await readChanges(provider().db, { offset: 0, limit: 10, sub });
    expect(changes).toMatchObject([
      { action: 'role', detail: 'from listener to publisher', by: owner.email, member: email },
      { action: 'plan', detail: 'monthly until 2030-01-31', by: owner.email, by_operator: false },
      { action: 'added', detail: 'role listener, plan none', by: null, by_operator: true },
    ]);
    expect(Math.abs((changes[0]?.at ?? 0) - provider().clock.now())).toBeLessThan(60_000);
  });

  test('has no entry for a change that was refused (SES-89)', async () => {
    const { email, sub } = await add('owner');
    await expect(setDisabled(operator(), email, true)).rejects.toThrow('last owner');
    expect(await readChanges(provider().db, { offset: 0, limit: 10, sub })).toHaveLength(1);
  });
});

describe('a deleted account', () => {
  /** Every table with a column that can name a person. */
  const columns = async () => {
    const { rows } = await sql<{ table: string; column: string; type: string }>`
      select c.table_name as table, c.column_name as column, data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and data_type in ('text', 'json', 'jsonb', 'character varying')
    `.execute(provider().db);
    return rows;
  };
  const tracesOf = async (...words: readonly string[]): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const { table, column } of await columns()) {
      for (const word of words) {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from ${sql.table(table)}
          where ${sql.ref(column)}::text ilike ${`%${word}%`}
        `.execute(provider().db);
        if ((rows[0]?.count ?? 0) > 0) found.push(`${table}.${column}`);
      }
    }
    return [...new Set(found)];
  };

  const FORMER = 'vera.former@listener.test';
  let email = '';
  let sub = '';
  let token = '';
  /** Where the former address was, right after it was changed. */
  let ofFormer: readonly string[] = [''];

  async function changeAddressTo(address: string): Promise<void> {
    const { pool } = provider();
    const attribute = { Name: 'email', Value: address };
    await wire(poolAt(), 'UpdateUserAttributes', { AccessToken: token, UserAttributes: [attribute] });
    const codes = await pool.codesFor(sub);
    const Code = codes.find(({ purpose }) => purpose === 'attribute:email')?.code;
    const verified = { AccessToken: token, AttributeName: 'email', Code };
    await wire(poolAt(), 'VerifyUserAttribute', verified);
  }

  beforeAll(async () => {
    const { db, clock, origin } = provider();
    const visitor = new ApiClient(origin, null);
    email = 'vera.vanishing@listener.test';
    const member = { name: 'Vera Vanishing', role: 'owner', plan: 'annual', until: null } as const;
    // Somebody asked for codes of the address before it had an account.
    await visitor.post('/user/forgot_password', { email: FORMER });
    await addMember(operator(), { ...member, email: FORMER, password: PASSWORD });
    await add('owner');
    sub = (await findMember(db, FORMER, Date.now()))?.id ?? '';
    token = await access(FORMER);
    const vera = new ApiClient(origin, token);
    await visitor.post('/user/login_attempts', { email: FORMER, success: false });
    await visitor.post('/user/forgot_password', { email: FORMER });
    await changeAddressTo(email);
    ofFormer = await tracesOf(FORMER);
    await vera.post('/user/login_attempts', { email, success: true });
    await vera.post('/favorites/content', {
      content_id: 'a-short-book-about-long-distances',
      is_favorite: true,
    });
    await vera.post('/favorites/authors', { author_id: 'nobody', is_favorite: true });
    await vera.post('/user/content', [
      { id: 'a-short-book-about-long-distances', playback_speed: 1, content_type: 1, last_position: 1000 },
    ]);
    await vera.post('/user/change_password', {});
    await vera.get('/audio/tokenize?url=/media/audio/a-short-book-about-long-distances.mp3');
    await vera.post('/audio/reporting', [
      { content_id: 'a-short-book-about-long-distances', duration: 1000 },
      { content_id: 'nothing', duration: 10 },
    ]);
    await vera.post('/user/forgot_password', { email });
    const other = await add('listener');
    await setPlan(as({ kind: 'member', sub }), other.email, 'annual', null);
    await setPlan(operator(), email, 'monthly', clock.now() + DAY);
    const now = clock.now();
    await sql`insert into purchases (sub, item_id, purchased_at) values (${sub}, 'a-short-book-about-long-distances', ${now})`.execute(
      db,
    );
    await sql`insert into free_listening (sub, item_id, opened_at, until) values (${sub}, 'x', ${now}, ${now})`.execute(
      db,
    );
    await sql`insert into mail_outbox (message_id, sub, recipient, kind, created_at, attempts, next_at, sent_at)
      values ('1', ${sub}, ${email}, 'receipt', ${now}, 1, ${now}, ${now})`.execute(db);
    await sql`insert into pool_passkeys
      (credential_id, sub, rp_id, public_key, counter, is_synced, is_backed_up, transports, name, created_at)
      values ('id', ${sub}, 'localhost', 'key', 0, true, true, 'internal', 'My phone', ${now})`.execute(db);
    await sql`insert into pool_identities (issuer, subject, sub, provider, email, created_at, used_at)
      values ('https://school.example', 'pupil', ${sub}, 'Example School', ${email}, ${now}, ${now})`.execute(
      db,
    );
    await sql`insert into group_gifts (sub, issuer, given_role) values (${sub}, 'https://school.example', 'publisher')`.execute(
      db,
    );
    await sql`insert into mail_plan_ends (sub, ends_at) values (${sub}, ${now})`.execute(db);
    await sql`insert into item_edits (item_id, fields, version, edited_at, edited_by)
      values ('a-short-book-about-long-distances', '{}', 1, ${now}, ${sub})`.execute(db);
  });

  test('left nothing of its former address when it got another one (SES-105)', async () => {
    expect(ofFormer).toEqual([]);
    expect(await findMember(provider().db, email, Date.now())).toMatchObject({ id: sub });
  });

  test('can be exported before, with what is in every table about the person (SES-91)', async () => {
    const tables = new Set(
      (await tracesOf(sub, email, 'Vera Vanishing')).map((each) => each.replace(/\..*/u, '')),
    );
    // What proves who somebody is, and unfinished sign-ins, are no data to take along.
    const secret = ['pool_codes', 'pool_srp_exchanges', 'pool_challenges', 'pool_attempts', 'item_edits'];
    const expected = [...tables].filter((table) => !secret.includes(table));
    const NAMES: Readonly<Record<string, string>> = {
      listeners: 'account',
      pool_users: 'account',
      pool_devices: 'devices',
      pool_passkeys: 'passkeys',
      pool_identities: 'identities',
      group_gifts: 'gifts_of_groups',
      pool_refresh_tokens: 'sign_ins',
      pool_known_networks: 'known_networks',
      login_attempts: 'sign_in_attempts',
      password_changes: 'password_changes',
      mail_outbox: 'mails',
      mail_plan_ends: 'plan_ends_told',
      purchases: 'purchases',
      favorite_items: 'favorites',
      favorite_authors: 'followed_authors',
      playback_positions: 'positions',
      royalty_reports: 'listened',
      refused_royalties: 'listened_but_not_counted',
      opened_sounds: 'opened_sounds',
      free_listening: 'free_listening',
      member_changes: 'changes_by_owners',
    };
    expect(expected.toSorted()).toEqual(
      Object.keys(NAMES)
        .filter((name) => expected.includes(name))
        .toSorted(),
    );
    const { status, body } = await new ApiClient(provider().origin, token).get('/user/export');
    expect(status).toBe(200);
    for (const table of expected) {
      const part = v.parse(v.record(v.string(), v.unknown()), body)[NAMES[table] ?? ''];
      expect(part, table).toBeTruthy();
      if (Array.isArray(part)) expect(part.length, table).toBeGreaterThan(0);
    }
    expect(body).toMatchObject({
      account: { id: sub, name: 'Vera Vanishing', email },
      membership: { plan: 'monthly' },
      passkeys: [{ name: 'My phone', site: 'localhost', is_synced: true, used_at: null }],
      favorites: [{ id: 'a-short-book-about-long-distances', title: 'A Short Book about Long Distances' }],
      changes_of_others: [{ action: 'plan' }],
    });
    const { rows } = await sql<{ srp_verifier: string }>`
      select srp_verifier from pool_users where sub = ${sub}
    `.execute(provider().db);
    expect(JSON.stringify(body)).not.toContain(rows[0]?.srp_verifier);
  });

  test('leaves no address, no name and no history, but what authors are owed (SES-90)', async () => {
    const before = await provider().db.selectFrom('royalty_reports').select('duration').execute();
    const deletion = await wire(`${provider().origin}/pool`, 'DeleteUser', { AccessToken: token });
    expect(deletion.status).toBe(200);
    expect(await tracesOf(email, FORMER, 'Vera Vanishing')).toEqual([]);
    // Without any other data, the ended sessions let a browser know that the account is gone (SES-34).
    expect(await tracesOf(sub)).toEqual(['pool_refresh_tokens.sub']);
    expect(await provider().db.selectFrom('royalty_reports').select('duration').execute()).toEqual(before);
    const changes = await readChanges(provider().db, { offset: 0, limit: 100 });
    expect(changes.some(({ by, by_operator }) => by === null && !by_operator)).toBe(true);
  });
});
