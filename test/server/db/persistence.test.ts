import { once } from 'node:events';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { runProvider, type RunningProvider } from '../support/processes.ts';
import { ApiClient, signedIn, temporaryFolder } from '../support/provider.ts';
import * as wire from '../../../server/api/answers.ts';

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

test('rows survive a kill and a restart, and a reset deletes them', async () => {
  const dataDir = temporaryFolder();
  const save = async (listener: ApiClient, content_id: string): Promise<void> => {
    const { status } = await listener.post('/favorites/content', { content_id, is_favorite: true });
    expect(status).toBe(200);
  };
  const first = await runProvider(dataDir);
  const listener = await signedIn(first.origin, 'annual@listener.test');
  await save(listener, 'small-hours');
  await end(first, 'SIGKILL');

  // The next process has the same keys and the same issuer, so tokens are still valid.
  const second = await runProvider(dataDir);
  const again = new ApiClient(second.origin, listener.token);
  expect(await favorites(again)).toEqual(['small-hours']);
  await save(again, 'learn-to-sleep-again');
  expect(await end(second, 'SIGTERM')).toBe(0);

  const third = await runProvider(dataDir);
  expect(await favorites(new ApiClient(third.origin, listener.token))).toHaveLength(2);
  expect(await end(third, 'SIGTERM')).toBe(0);

  const fourth = await runProvider(dataDir, ['--reset']);
  expect(await favorites(await signedIn(fourth.origin, 'annual@listener.test'))).toEqual([]);
}, 240_000);
