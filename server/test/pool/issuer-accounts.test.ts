// Which account a person of an issuer gets, and what groups give.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { runCommand } from '../../admin/commands.ts';
import { OPERATOR, readChanges } from '../../members/audit.ts';
import {
  addMember,
  findMember,
  inviteMember,
  removeMember,
  setDisabled,
  setPlan,
  setRole,
} from '../../members/manage-members.ts';
import { CLIENT_ID, codeFor, PASSWORD } from './harness.ts';
import { prove, session, userOf, wire } from './client.ts';
import { APP, authorizeAddress, redeem, signInAt, useIssuers } from './issuers-harness.ts';
import type { Claims, FormBrowser } from '../support/openid-provider.ts';

const gifts = new Map([
  ['staff', ['publisher']],
  ['heads', ['owner']],
  ['pupils', ['annual']],
] as const);
const running = useIssuers({
  school: { joins: true, groupsClaim: 'groups', gifts },
  college: { groupsClaim: 'realm_access.roles', gifts },
});
const SCHOOL = 'Example School';
const COLLEGE = 'The College';
const DAY = 86_400_000;
let people = 0;
let login = '';
let email = '';

beforeEach(async () => {
  people += 1;
  login = `person-${people}`;
  email = `${login}@home.example`;
  says({});
  await running()
    .provider.db.updateTable('listeners')
    .set({ role: 'listener' })
    .where('role', '=', 'owner')
    .execute();
});

const managing = () => {
  const { db, pool, clock } = running().provider;
  return { db, pool, clock, by: OPERATOR };
};

/** What both issuers say of the person. */
function says(claims: Claims, name = login): void {
  const { school, college } = running();
  for (const issuer of [school, college]) {
    issuer.claims.set(name, { email, email_verified: true, name: 'Robin Example', ...claims });
  }
}

const memberOf = async (name: string) => findMember(running().provider.db, name, Date.now());
const isIn = ({ address }: FormBrowser): boolean => address.startsWith(`${APP}/login?code=`);

/** Signs in, and returns the account. */
async function accountAt(name: string, as = login) {
  const browser = await signInAt(running(), name, as);
  expect(browser.alert).toBe('');
  const { api, access } = await redeem(running(), browser);
  const user = (await api.get('/user')).body as { id: string; email: string };
  return { ...user, api, access, browser };
}

const add = (more: { readonly role?: 'listener' | 'owner'; readonly plan?: 'monthly' | null } = {}) =>
  addMember(managing(), {
    email,
    name: 'Robin',
    password: PASSWORD,
    role: 'listener',
    plan: null,
    until: null,
    ...more,
  });

describe('an account (SES-155)', () => {
  test('belongs to the issuer and the subject, whatever the address becomes', async () => {
    const first = await accountAt(COLLEGE);
    expect(first.email).toBe(email);
    says({ email: `new-${email}` });
    expect((await accountAt(COLLEGE)).id).toBe(first.id);
    says({ email_verified: false });
    expect((await accountAt(COLLEGE)).id).toBe(first.id);
    // The same name at another issuer is somebody else.
    says({ email: `other-${email}` });
    expect((await accountAt(SCHOOL)).id).not.toBe(first.id);
  });

  test.each<readonly [string, Claims]>([
    ['that is not verified', { email_verified: false }],
    ['that is verified in words only', { email_verified: 'true' }],
    ['that is missing', { email: undefined }],
    ['that is none', { email: 'no address' }],
    ['that would become the address of another in lower case', { email: '\u212Aate@home.example' }],
  ])('with an address %s is new and has none, so it takes no address of others', async (_name, claims) => {
    says(claims);
    for (const name of [SCHOOL, COLLEGE]) {
      const made = await accountAt(name);
      expect(made.email).toBe('');
      const { body } = await wire(`${running().provider.origin}/pool`, 'GetUser', {
        AccessToken: made.access,
      });
      expect(JSON.stringify(body['UserAttributes'])).not.toContain('email');
    }
    expect(await memberOf(email)).toBeUndefined();
    expect(await memberOf('kate@home.example')).toBeUndefined();
  });

  test('without an address can add one by a code, as every account can', async () => {
    says({ email: undefined });
    const { api, access, id } = await accountAt(COLLEGE);
    const { origin, pool } = running().provider;
    const change = { AccessToken: access, UserAttributes: [{ Name: 'email', Value: email }] };
    expect((await wire(`${origin}/pool`, 'UpdateUserAttributes', change)).status).toBe(200);
    const Code = (await pool.codesFor(id)).find(({ purpose }) => purpose === 'attribute:email')?.code;
    const verified = { AccessToken: access, AttributeName: 'email', Code };
    expect((await wire(`${origin}/pool`, 'VerifyUserAttribute', verified)).status).toBe(200);
    expect((await memberOf(email))?.id).toBe(id);
    expect((await api.get('/user')).body).toMatchObject({ email });
    expect((await accountAt(COLLEGE)).id).toBe(id);
  });

  test('does not tell by an unverified address who has an account', async () => {
    await add();
    says({ email_verified: false });
    expect((await accountAt(COLLEGE)).id).not.toBe((await memberOf(email))?.id);
  });

  test('with a taken address is not joined unless the operator wants it, and the page says how to get in', async () => {
    await add();
    const browser = await signInAt(running(), COLLEGE, login);
    expect(browser.alert).toBe(
      `There is an account with your e-mail address already, and it is not connected with ${COLLEGE}. ` +
        'Sign in with its password or a passkey. If you have neither, use “Forgot your password?” below.',
    );
    expect(browser.html).toContain('Forgot your password?');
    expect(await session(userOf(`${running().provider.origin}/pool`, email), PASSWORD)).toBeTruthy();
  });

  test('of a person who was removed and comes back is a new one', async () => {
    const first = await accountAt(SCHOOL);
    await removeMember(managing(), email);
    expect((await accountAt(SCHOOL)).id).not.toBe(first.id);
  });

  test('that is disabled is refused, and its sessions have ended', async () => {
    const { api, browser } = await accountAt(SCHOOL);
    await setDisabled(managing(), email, true);
    expect((await api.get('/user')).status).toBe(401);
    await browser.open(authorizeAddress(running().provider.origin, { identity_provider: SCHOOL }));
    await browser.signInAtIssuer(login);
    expect(browser.alert).toContain('This account is disabled.');
    await setDisabled(managing(), email, false);
    expect(isIn(await signInAt(running(), SCHOOL, login))).toBe(true);
  });

  test('has its identities in the export of its data, and in the page of the member', async () => {
    const { api, id } = await accountAt(SCHOOL);
    const { body } = await api.get('/user/export');
    expect(body).toMatchObject({
      identities: [{ provider: SCHOOL, issuer: running().school.issuer, subject: login, email }],
      sign_ins: [{ identity_provider: SCHOOL }],
    });
    expect(await running().provider.pool.identitiesOf(id)).toMatchObject([
      { provider: SCHOOL, subject: login },
    ]);
  });

  test('is made once for sign-ins at the same moment', async () => {
    const made = await Promise.all([accountAt(SCHOOL), accountAt(SCHOOL), accountAt(SCHOOL)]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  test('has a clean name from what the issuer says', async () => {
    says({ name: `  <script>alert(1)</script>\r\nBcc: x@y.example\u202E ${'x'.repeat(5000)}` });
    const { api } = await accountAt(SCHOOL);
    const { full_name: name } = (await api.get('/user')).body as { full_name: string };
    expect(name).toMatch(/^<script>alert\(1\)<\/script> Bcc: x@y\.example x+$/u);
    expect(name.length).toBeLessThanOrEqual(120);
  });
});

/** Whether the college joins accounts, until the end of the test. */
function letCollegeJoin(joins: boolean): void {
  Object.assign(running().collegeSettings, { joins });
  onTestFinished(() => {
    Object.assign(running().collegeSettings, { joins: false });
  });
}

describe('joining (SES-156)', () => {
  test('does not join an account whose address was named only by an issuer that may not join', async () => {
    const { id } = await accountAt(COLLEGE);
    const browser = await signInAt(running(), SCHOOL, login);
    expect(browser.alert).toContain(`it is not connected with ${SCHOOL}`);
    letCollegeJoin(true);
    expect((await accountAt(SCHOOL)).id).toBe(id);
  });

  test('connects the account of the same verified address, which keeps its password, and tells its owner', async () => {
    await add({ plan: 'monthly' });
    const before = await memberOf(email);
    const joined = await accountAt(SCHOOL);
    expect(joined.id).toBe(before?.id);
    expect(await memberOf(email)).toMatchObject({ plan: 'monthly', name: 'Robin' });
    expect(await session(userOf(`${running().provider.origin}/pool`, email), PASSWORD)).toBeTruthy();
  });

  test('finds the address in another case and form of Unicode', async () => {
    email = `Zoë.${login}@home.example`.normalize('NFC');
    await add();
    says({ email: email.toUpperCase().normalize('NFD') });
    expect((await accountAt(SCHOOL)).id).toBe((await memberOf(email))?.id);
  });

  test.each<readonly [string, Claims]>([
    ['is not verified at the issuer', { email_verified: false }],
    ['looks the same in lower case only', { email: '\u212Aelvin@home.example' }],
  ])('does not happen if the address %s', async (_name, claims) => {
    if (claims['email'] !== undefined) email = 'kelvin@home.example';
    await add();
    says(claims);
    expect((await accountAt(SCHOOL)).id).not.toBe((await memberOf(email))?.id);
  });

  test.each([
    ['is not verified here', `attributes - 'email_verified'`],
    ['is about to be replaced here', `attributes || '{"email":"next@home.example"}'`],
  ])('does not happen if the address %s', async (_name, attributes) => {
    await add();
    const { provider } = running();
    await sql`update pool_users set attributes = ${sql.raw(attributes)} where email = ${email}`.execute(
      provider.db,
    );
    const browser = await signInAt(running(), SCHOOL, login);
    expect(browser.alert).toContain('There is an account with your e-mail address already');
    expect(await provider.pool.identitiesOf((await memberOf(email))?.id ?? '')).toEqual([]);
  });

  test.each([
    [COLLEGE, 'an issuer without joining, which may have named it for somebody else', 0],
    [SCHOOL, 'an issuer that joins, and its account stays connected', 1],
  ])('a password by a mailed code belongs to the mailbox, and not to %s: %s', async (name, _what, left) => {
    const { id } = await accountAt(name);
    const { pool, origin } = running().provider;
    await pool.sendForgotPasswordCode(email, '192.0.2.1', 'en');
    const reset = await wire(`${origin}/pool`, 'ConfirmForgotPassword', {
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: await codeFor(pool, email, 'forgot-password'),
      Password: PASSWORD,
    });
    expect(reset.status).toBe(200);
    expect(await pool.identitiesOf(id)).toHaveLength(left);
    const browser = await signInAt(running(), name, login);
    expect(isIn(browser)).toBe(left === 1);
  });

  test('replaces an account that a stranger signed up with the address and never confirmed', async () => {
    const endpoint = `${running().provider.origin}/pool`;
    await wire(endpoint, 'SignUp', {
      ClientId: CLIENT_ID,
      Username: email,
      Password: PASSWORD,
      UserAttributes: [{ Name: 'name', Value: 'Mallory' }],
    });
    const stranger = await memberOf(email);
    expect(stranger?.state).toBe('unconfirmed');
    const made = await accountAt(SCHOOL);
    expect(made.id).not.toBe(stranger?.id);
    const proof = await prove(endpoint, email, PASSWORD);
    expect(proof.status, 'the password of the stranger is gone').toBe(400);
  });

  test('ends the temporary password of an invitation', async () => {
    const invited = await inviteMember(
      managing(),
      { email, name: 'Robin', role: 'publisher', plan: null, until: null },
      { link: () => `${APP}/login`, send: null },
    );
    expect((await accountAt(SCHOOL)).id).toBe(invited.sub);
    expect(await memberOf(email)).toMatchObject({ state: 'active', role: 'publisher' });
    expect((await prove(`${running().provider.origin}/pool`, email, invited.password)).status).toBe(400);
  });

  test('refuses another subject with the same address, until an operator disconnects the first one', async () => {
    const first = await accountAt(SCHOOL);
    says({}, `${login}-again`);
    const browser = await signInAt(running(), SCHOOL, `${login}-again`);
    expect(browser.alert).toContain('is connected with another account at Example School');
    expect((await accountAt(SCHOOL)).id).toBe(first.id);
    const lines: string[] = [];
    const { db, pool, clock } = running().provider;
    await runCommand(
      {
        db,
        pool,
        clock,
        invitations: { link: () => APP, send: null },
        migrations: {},
        library: null,
        feeds: null,
      },
      { args: ['member', 'disconnect', email], input: '' },
      { line: (line) => lines.push(line), progress: () => undefined },
      new AbortController().signal,
    );
    expect(lines).toEqual([`${email} had 1 sign-ins at other providers.`]);
    expect((await first.api.get('/user')).status, 'every session has ended').toBe(401);
    expect((await accountAt(SCHOOL, `${login}-again`)).id).toBe(first.id);
  });

  test('is refused for a disabled account', async () => {
    await add();
    await setDisabled(managing(), email, true);
    const browser = await signInAt(running(), SCHOOL, login);
    expect(browser.alert).toContain('This account is disabled.');
    expect(await running().provider.pool.identitiesOf((await memberOf(email))?.id ?? '')).toEqual([]);
  });

  test('keeps the second factor of the account (SES-161)', async () => {
    const { pool } = running().provider;
    await pool.ensureUser({
      email,
      name: 'Robin',
      password: PASSWORD,
      totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    });
    const browser = await signInAt(running(), SCHOOL, login);
    expect(browser.html).toContain('One more step');
    await browser.send({ code: '000000' });
    expect(browser.alert).toContain('Invalid code');
    await browser.send({ code: (await pool.totpFor(email)) ?? '' });
    const { api } = await redeem(running(), browser);
    expect((await api.get('/user/sessions')).body).toMatchObject({
      results: [{ identity_provider: SCHOOL }],
    });
  });
});

describe('groups (SES-157)', () => {
  test.each([
    [SCHOOL, (groups: readonly string[]) => ({ groups })],
    [COLLEGE, (groups: readonly string[]) => ({ realm_access: { roles: groups } })],
  ])('give a role and a plan at %s, and take them again', async (name, claims) => {
    says(claims(['staff', 'pupils', 'others']));
    await accountAt(name);
    expect(await memberOf(email)).toMatchObject({ role: 'publisher', plan: 'annual', until: null });
    says(claims(['others']));
    const { id } = await accountAt(name);
    expect(await memberOf(email)).toMatchObject({ role: 'listener', plan: null });
    const changes = await readChanges(running().provider.db, { offset: 0, limit: 9, sub: id });
    expect(changes.map(({ action, detail }) => `${action}: ${detail}`)).toEqual([
      `plan: none, by the groups at ${name}`,
      `role: from publisher to listener, by the groups at ${name}`,
      `plan: annual, by the groups at ${name}`,
      `role: from listener to publisher, by the groups at ${name}`,
    ]);
  });

  test('may be one text', async () => {
    says({ groups: 'staff' });
    await accountAt(SCHOOL);
    expect((await memberOf(email))?.role).toBe('publisher');
  });

  test('leave what the member has from elsewhere', async () => {
    await add();
    const until = Date.now() + 30 * DAY;
    await setRole(managing(), email, 'publisher');
    await setPlan(managing(), email, 'monthly', until);
    says({ groups: [] });
    await accountAt(SCHOOL);
    expect(await memberOf(email)).toMatchObject({ role: 'publisher', plan: 'monthly', until });
    says({ groups: ['heads', 'pupils'] });
    await accountAt(SCHOOL);
    expect(await memberOf(email)).toMatchObject({ role: 'owner', plan: 'annual', until: null });
    await addMember(managing(), { ...OTHER, email: `other-${email}` });
    says({ groups: [] });
    await accountAt(SCHOOL);
    expect(await memberOf(email)).toMatchObject({ role: 'publisher', plan: 'monthly', until });
  });

  test('do not take the role of the last owner', async () => {
    says({ groups: ['heads'] });
    await accountAt(SCHOOL);
    expect((await memberOf(email))?.role).toBe('owner');
    says({ groups: [] });
    await accountAt(SCHOOL);
    expect((await memberOf(email))?.role).toBe('owner');
    expect(running().log.at(-1)).toContain('the last owner keeps the role');
    await addMember(managing(), { ...OTHER, email: `other-${email}` });
    await accountAt(SCHOOL);
    expect((await memberOf(email))?.role).toBe('listener');
  });

  test('of two providers are taken apart from each other, in any order', async () => {
    await addMember(managing(), { ...OTHER, email: `other-${email}` });
    letCollegeJoin(true);
    // The same account at both: the school joins the one that the college made.
    const both = async (school: readonly string[], college: readonly string[]) => {
      says({ groups: school, realm_access: { roles: college } });
      const { id } = await accountAt(COLLEGE);
      expect((await accountAt(SCHOOL)).id).toBe(id);
      const { role, plan } = (await memberOf(email)) ?? {};
      return [role, plan];
    };
    expect(await both(['heads'], ['staff'])).toEqual(['owner', null]);
    expect(await both([], ['staff'])).toEqual(['publisher', null]);
    expect(await both(['heads'], [])).toEqual(['owner', null]);
    expect(await both([], ['heads', 'pupils'])).toEqual(['owner', 'annual']);
    expect(await both(['staff', 'pupils'], [])).toEqual(['publisher', 'annual']);
    expect(await both([], [])).toEqual(['listener', null]);
  });

  test('do nothing for a role that an owner has changed since then', async () => {
    says({ groups: ['staff'] });
    await accountAt(SCHOOL);
    await addMember(managing(), { ...OTHER, email: `other-${email}` });
    await setRole(managing(), email, 'owner');
    says({ groups: [] });
    await accountAt(SCHOOL);
    expect((await memberOf(email))?.role).toBe('owner');
  });
});

const OTHER = { name: 'Other', role: 'owner', plan: null, until: null, password: PASSWORD } as const;
