import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { PostgresServer } from 'audio-streaming-provider/test/support/postgres-server';
import { check, table } from '../check.ts';
import { ProviderProcess, databaseTime } from './provider-process.ts';

const TITLES = 1_000;
const LISTENERS = 100;
const HOURLY = 10_000;
/** The feeds that members make: of a podcast, of a book, and of everything. */
const SUBJECTS = [
  { kind: 'item', id: 'a-word-a-day' },
  { kind: 'item', id: 'a-brief-history-of-bread' },
  { kind: 'all' },
];

/**
 * `npm run bench:provider -- --feeds`: what 10,000 private feeds cost that are asked for once an hour. A feed
 * that did not change responds with 304. Another app asks than before, so the provider notes it as after an hour.
 */
export async function measureFeeds(server: PostgresServer): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'provider-feeds-'));
  const settings = { dataDir, scale: TITLES, databaseUrl: server.bySocket(await server.createDatabase()) };
  const provider = await ProviderProcess.start(settings);
  try {
    await provider.addListeners(0, LISTENERS);
    const clients = await provider.clientsOf(LISTENERS);
    const made = new Map<string, { path: string; tag: string }[]>();
    for (const subject of SUBJECTS) {
      const feeds = [];
      for (const client of clients) {
        const { body } = await client.post('/user/feeds', { ...subject, name: subject.kind });
        const path = new URL(v.parse(v.object({ url: v.string() }), body).url).pathname;
        feeds.push({ path, tag: (await ask(provider, path, 'First')).headers.get('etag') ?? '' });
      }
      made.set(JSON.stringify(subject), feeds);
    }
    // The first 300 requests compile the code.
    for (const { path, tag } of [...made.values()].flat()) await ask(provider, path, 'Second', tag);
    const rows = [];
    for (const [subject, feeds] of made) {
      const before = { ...(await provider.measure()), database: databaseTime(server.folder) };
      for (const { path, tag } of feeds)
        check((await ask(provider, path, 'Third', tag)).status === 304, `${subject} has changed`);
      const after = { ...(await provider.measure()), database: databaseTime(server.folder) };
      const own = (after.processor - before.processor) / feeds.length;
      const database = (after.database - before.database) / feeds.length;
      const share = ((own + database) * HOURLY) / 3_600_000;
      rows.push([subject, `${own.toFixed(1)} + ${database.toFixed(1)} ms`, `${(100 * share).toFixed(1)} %`]);
    }
    const head = ['feed', 'provider + database, each time', `of a core for ${HOURLY} an hour`];
    console.log(table(head, rows));
  } finally {
    await provider.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ask({ origin }: ProviderProcess, path: string, app: string, tag = ''): Promise<Response> {
  const response = await fetch(origin + path, { headers: { 'user-agent': app, 'if-none-match': tag } });
  await response.arrayBuffer();
  return response;
}
