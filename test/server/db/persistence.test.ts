import { once } from 'node:events';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { runProvider, type RunningProvider } from '../support/processes.ts';
import { signedIn, temporaryFolder } from '../support/provider.ts';
import * as wire from '../../../server/api/answers.ts';

async function end({ child }: RunningProvider, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}

async function favorites(origin: string): Promise<readonly string[]> {
  const listener = await signedIn(origin, 'annual@listener.test');
  const { body } = await listener.get('/favorites/content?podcast=0');
  return v.parse(wire.itemPage, body).results.map(({ id }) => id);
}

test('rows survive a restart and a kill, and a reset deletes them', async () => {
  const dataDir = temporaryFolder();
  const first = await runProvider(dataDir);
  const listener = await signedIn(first.origin, 'annual@listener.test');
  const saved = ['a-short-book-about-long-distances', 'small-hours', 'learn-to-sleep-again'];
  for (const content_id of saved.slice(0, 2)) {
    expect((await listener.post('/favorites/content', { content_id, is_favorite: true })).status).toBe(200);
  }
  expect(await end(first, 'SIGTERM')).toBe(0);

  const second = await runProvider(dataDir);
  expect(await favorites(second.origin)).toHaveLength(2);
  // The next process has the same keys and the same issuer, so tokens are still valid.
  const again = await signedIn(second.origin, 'annual@listener.test');
  const opened = await again.get('/audio/tokenize?url=/media/audio/a-short-book-about-long-distances.mp3');
  expect(opened.status).toBe(200);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      again.post('/audio/reporting', [{ content_id: 'a-short-book-about-long-distances', duration: at + 1 }]),
    ),
  );
  expect(responses.every(({ status }) => status === 200)).toBe(true);
  const last = { content_id: saved[2], is_favorite: true };
  expect((await again.post('/favorites/content', last)).status).toBe(200);
  await end(second, 'SIGKILL');

  const third = await runProvider(dataDir);
  expect((await favorites(third.origin)).toSorted((a, b) => a.localeCompare(b))).toEqual(
    saved.toSorted((a, b) => a.localeCompare(b)),
  );
  expect(await end(third, 'SIGTERM')).toBe(0);

  const fourth = await runProvider(dataDir, ['--reset']);
  expect(await favorites(fourth.origin)).toEqual([]);
}, 240_000);
