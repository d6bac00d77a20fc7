import { expect, test } from 'vitest';
import { openSecret } from '../../../server/db/exclusive.ts';
import { openPoolDatabase } from '../pool/harness.ts';

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
