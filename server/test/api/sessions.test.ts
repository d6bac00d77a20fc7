import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../demo/listeners.ts';
import * as wire from '../../api/response-schemas.ts';
import type { PoolTables } from '../../pool/migrations.ts';
import { session, userOf, wire as wirePool } from '../pool/client.ts';
import { CLIENT_ID } from '../pool/harness.ts';
import { ApiClient, signedIn, tokenOf, useProvider } from '../support/provider.ts';

const provider = useProvider();

const listOf = async (listener: ApiClient) =>
  v.parse(wire.sessions, (await listener.get('/user/sessions')).body).results;

const newListener = async (name: string): Promise<string> => {
  const email = `${name}@sessions.test`;
  await provider().pool.ensureUser({ email, name: 'Wren Okafor', password: DEMO_PASSWORD });
  return email;
};

describe('the sessions of a listener (SES-150)', () => {
  test('are listed with the one of the call marked, the last used one first', async () => {
    const email = await newListener('listed');
    const first = await signedIn(provider().origin, email);
    const { clock } = provider();
    clock.setOffset(60_000);
    try {
      const second = await signedIn(provider().origin, email);
      const listed = await listOf(second);
      expect(listed.map(({ is_current }) => is_current)).toEqual([true, false]);
      expect((await listOf(first)).map(({ is_current }) => is_current)).toEqual([false, true]);
      for (const { signed_in, last_used } of listed) expect(last_used).toBe(signed_in);
      expect(Date.parse(listed[0]?.signed_in ?? '')).toBeGreaterThan(Date.parse(listed[1]?.signed_in ?? ''));
    } finally {
      clock.setOffset(0);
    }
  });

  test('need a session, and are those of nobody else', async () => {
    expect((await new ApiClient(provider().origin, null).get('/user/sessions')).status).toBe(401);
    const mine = await signedIn(provider().origin, await newListener('mine'));
    const others = await signedIn(provider().origin, await newListener('others'));
    const [theirs] = await listOf(others);
    expect(await listOf(mine)).toHaveLength(1);
    expect((await mine.delete(`/user/sessions/${theirs?.id ?? ''}`)).status).toBe(404);
    expect(await listOf(others)).toHaveLength(1);
  });

  test('one that is ended is refused at once, here and at its next renewal (SES-151)', async () => {
    const email = await newListener('ended');
    const { origin } = provider();
    const here = await signedIn(origin, email);
    const { access, refresh } = await session(userOf(`${origin}/pool`, email), DEMO_PASSWORD);
    const there = new ApiClient(origin, access);
    const other = (await listOf(here)).find(({ is_current }) => !is_current);
    expect((await here.delete(`/user/sessions/${other?.id ?? ''}`)).status).toBe(200);
    expect((await there.get('/user')).status).toBe(401);
    const renewal = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: refresh } };
    expect(
      await wirePool(`${origin}/pool`, 'InitiateAuth', { ClientId: CLIENT_ID, ...renewal }),
    ).toMatchObject({
      status: 400,
      body: { message: 'Refresh Token has been revoked' },
    });
    expect((await here.get('/user')).status).toBe(200);
    expect(await listOf(here)).toHaveLength(1);
    expect((await here.delete(`/user/sessions/${other?.id ?? ''}`)).status).toBe(404);
  });

  test('one of the hosted login ends every browser of it (SES-151)', async () => {
    const email = await newListener('hosted');
    const here = await signedIn(provider().origin, email);
    await signedIn(provider().origin, email);
    const other = (await listOf(here)).find(({ is_current }) => !is_current);
    const db = provider().db.withTables<PoolTables>();
    const { sub } = await db
      .updateTable('pool_refresh_tokens')
      .set({ scope: 'openid' })
      .where('origin_jti', '=', other?.id ?? '')
      .returning('sub')
      .executeTakeFirstOrThrow();
    const cookie = { token_hash: 'hash of a cookie', sub, expires_at: provider().clock.now() + 60_000 };
    await db.insertInto('pool_hosted_sessions').values(cookie).execute();
    expect((await here.delete(`/user/sessions/${other?.id ?? ''}`)).status).toBe(200);
    const left = await db.selectFrom('pool_hosted_sessions').selectAll().where('sub', '=', sub).execute();
    expect(left).toEqual([]);
  });

  test('a renewal counts as a use', async () => {
    const email = await newListener('used');
    const { origin, clock } = provider();
    const here = await signedIn(origin, email);
    const { refresh } = await session(userOf(`${origin}/pool`, email), DEMO_PASSWORD);
    clock.setOffset(120_000);
    try {
      const renewal = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: refresh } };
      await wirePool(`${origin}/pool`, 'InitiateAuth', { ClientId: CLIENT_ID, ...renewal });
      const [newest] = await listOf(here);
      expect(newest?.is_current).toBe(false);
      const span = Date.parse(newest?.last_used ?? '') - Date.parse(newest?.signed_in ?? '');
      expect(span).toBeGreaterThanOrEqual(119_000);
    } finally {
      clock.setOffset(0);
    }
  });

  test('all others are ended, and this one stays (SES-151)', async () => {
    const email = await newListener('all-others');
    const here = await signedIn(provider().origin, email);
    const there = [await signedIn(provider().origin, email), await signedIn(provider().origin, email)];
    expect((await here.delete('/user/sessions')).status).toBe(200);
    for (const each of there) expect((await each.get('/user')).status).toBe(401);
    expect(await listOf(here)).toHaveLength(1);
  });

  test('all end when the member is disabled (SES-151)', async () => {
    const email = await newListener('disabled');
    const clients = [await tokenOf(provider().origin, email), await tokenOf(provider().origin, email)].map(
      (token) => new ApiClient(provider().origin, token),
    );
    const { sub } = await provider().pool.ensureUser({ email, name: '', password: DEMO_PASSWORD });
    await provider().pool.setEnabled(sub, false, async () => undefined);
    for (const each of clients) expect((await each.get('/user/sessions')).status).toBe(401);
    expect(await provider().pool.sessionsOf(sub)).toEqual([]);
  });

  test('are in the export of a person’s data, with what the browser called itself', async () => {
    const listener = await signedIn(provider().origin, await newListener('exported'));
    const { body } = await listener.get('/user/export');
    expect(body).toMatchObject({ sign_ins: [{ browser: expect.any(String) as unknown, ended_at: null }] });
  });
});
