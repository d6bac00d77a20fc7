import * as v from 'valibot';
import * as wire from '../../api/response-schemas.ts';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSecret } from '../../db/settings.ts';
import { openPoolDatabase } from '../pool/harness.ts';
import { type RunningProvider, runProvider } from '../support/processes.ts';
import { ApiClient, signedIn, temporaryFolder } from '../support/provider.ts';

async function end({ child }: RunningProvider, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}

async function favorites(listener: ApiClient): Promise<readonly string[]> {
  const { body } = await listener.get('/favorites/content?podcast=0');
  return v.parse(wire.itemPage, body).results.map(({ id }) => id);
}

test('rows survive a restart, and a reset deletes them', async () => {
  const dataDir = temporaryFolder();
  const first = await runProvider(dataDir);
  const listener = await signedIn(first.origin, 'annual@listener.test');
  const saved = await listener.post('/favorites/content', { content_id: 'small-hours', is_favorite: true });
  expect(saved.status).toBe(200);
  for (const path of ['/__faults', '/__faults/log', '/__pool/codes?email=free@listener.test'])
    expect((await fetch(first.origin + path)).status, 'without the flag for test controls').toBe(404);
  expect(await end(first, 'SIGTERM')).toBe(0);

  // The next process has the same keys and the same issuer, so tokens are still valid.
  const second = await runProvider(dataDir);
  expect(await favorites(new ApiClient(second.origin, listener.token))).toEqual(['small-hours']);
  await end(second, 'SIGKILL');

  const third = await runProvider(dataDir, ['--reset']);
  expect(await favorites(await signedIn(third.origin, 'annual@listener.test'))).toEqual([]);
}, 240_000);

test('a secret is made once, and a different one for each name', async () => {
  const db = await openPoolDatabase();
  const open = (name: string) => openSecret(db, 'pool_secrets', name);
  const secrets = await Promise.all([open('a'), open('a'), open('b')]);
  expect(secrets[0]).toMatch(/^[\da-f]{64}$/);
  expect(secrets[1]).toBe(secrets[0]);
  expect(secrets[2]).not.toBe(secrets[0]);
  expect(await open('a')).toBe(secrets[0]);
  await db.destroy();
});

test('an existing secret is used', async () => {
  const db = await openPoolDatabase();
  await db.insertInto('pool_secrets').values({ name: "it's", value: '0f' }).execute();
  expect(await openSecret(db, 'pool_secrets', "it's")).toBe('0f');
  await db.destroy();
});
