import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { startProvider } from '../../../server/provider.ts';
import { mp3, tone } from '../library/support/make-audio.ts';
import { member, StudioClient } from '../studio/studio-client.ts';
import { withPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/provider.ts';

// Two processes on one PostgreSQL server and with one data folder.

const postgres = withPostgres();
const TUS = { 'tus-resumable': '1.0.0' };
const titles = v.object({ titles: v.array(v.object({ title: v.string(), state: v.string() })) });

async function begin(studio: StudioClient, path: string, bytes: number): Promise<string> {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const { headers } = await studio.call('POST', '/uploads', undefined, {
    ...TUS,
    'upload-length': String(bytes),
    'upload-metadata': `filename ${base64(path)},relativePath ${base64(path)}`,
  });
  return (headers.get('location') ?? '').replace('/api/studio', '');
}

const part = (offset: number) => ({
  ...TUS,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
});

/** Begins to send a file, and sends only the first half of it. */
function sendHalf({ origin, token }: StudioClient, path: string, bytes: Buffer): ClientRequest {
  const sending = request(`${origin}/api/studio${path}`, {
    method: 'PATCH',
    headers: { ...part(0), authorization: `Bearer ${token ?? ''}`, 'content-length': bytes.length },
  });
  sending.write(bytes.subarray(0, bytes.length / 2));
  return sending;
}

async function offsetOf(studio: StudioClient, path: string): Promise<number> {
  return Number((await studio.call('HEAD', path, undefined, TUS)).headers.get('upload-offset'));
}

async function published(studio: StudioClient): Promise<readonly string[]> {
  const found = v.parse(titles, (await studio.get('/titles')).body).titles;
  return found
    .filter(({ state }) => state === 'published')
    .map(({ title }) => title)
    .toSorted();
}

test('processes with one data folder keep both of two uploads with one name, and one goes on with an upload of the other', async () => {
  const options = { dataDir: temporaryFolder(), databaseUrl: await postgres().createDatabase(), library: [] };
  const [first, second] = await Promise.all([startProvider(options), startProvider(options)]);
  try {
    const { studio: atFirst } = await member(first, 'pat@listener.test', 'publisher');
    const atSecond = new StudioClient(second.origin, atFirst.token);
    const sent = await Promise.all(
      [atFirst, atSecond].map(async (studio, at) => {
        const bytes = await mp3(tone(2, 300 + 50 * at), { tag: { title: `Book ${at}` } });
        const path = await begin(studio, 'Same.mp3', bytes.length);
        return (await studio.call('PATCH', path, bytes, part(0))).status;
      }),
    );
    expect(sent).toEqual([204, 204]);
    await expect.poll(() => published(atSecond), { timeout: 30_000 }).toEqual(['Book 0', 'Book 1']);

    const long = await mp3(tone(60, 440), { tag: { title: 'Long' } });
    const path = await begin(atFirst, 'Long.mp3', long.length);
    const sending = sendHalf(atFirst, path, long);
    const cut = once(sending, 'error');
    await expect.poll(() => offsetOf(atSecond, path), { timeout: 30_000 }).toBeGreaterThan(0);
    await first.close();
    await cut;
    const offset = await offsetOf(atSecond, path);
    expect((await atSecond.call('PATCH', path, long.subarray(offset), part(offset))).status).toBe(204);
    await expect.poll(() => published(atSecond), { timeout: 30_000 }).toEqual(['Book 0', 'Book 1', 'Long']);
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
}, 120_000);
