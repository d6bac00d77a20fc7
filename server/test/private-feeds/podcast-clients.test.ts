import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TestContext, expect, test } from 'vitest';
import { PODCAST_CLIENTS } from '../../../scripts/lib/podcast-clients.mjs';
import { secretOfFeed } from '../support/private-feeds.ts';
import type { PrivateFeedTables } from '../../private-feeds/tables.ts';
import { temporaryFolder, useProvider } from '../support/provider.ts';

const run = promisify(execFile);
const LIMIT_MS = 240_000;
const BOOK = 'a-brief-history-of-bread';
const CHAPTERS = 8;

const provider = useProvider({ requestsPerSecond: Infinity });

function requireClient(name: keyof typeof PODCAST_CLIENTS, skip: TestContext['skip']): string {
  const { paths, reason } = PODCAST_CLIENTS[name];
  return paths.find((path) => existsSync(path)) ?? skip(reason);
}

/** The address of a new feed of a book. */
async function newFeed(): Promise<string> {
  const { db, clock, origin } = provider();
  const { sub } = await db
    .selectFrom('listeners')
    .select('sub')
    .where('email', '=', 'annual@listener.test')
    .executeTakeFirstOrThrow();
  const asked = { kind: 'item', id: BOOK, name: randomUUID() } as const;
  const secret = await secretOfFeed(db.withTables<PrivateFeedTables>(), sub, asked, clock.now());
  return `${origin}/feeds/${secret}`;
}

/** The sounds below a folder, as their bytes. */
const soundsIn = (folder: string): readonly Buffer[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mp3'))
    .map((name) => readFileSync(join(folder, name)));

/** The chapters of the book, as the feed sends them. */
async function chaptersOf(url: string, count: number): Promise<readonly Buffer[]> {
  const chapters = Array.from({ length: count }, async (_, at) => {
    const response = await fetch(`${url}/media/audio/${BOOK}-${at + 1}.mp3`);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  });
  return Promise.all(chapters);
}

const sorted = (sounds: readonly Buffer[]): readonly string[] =>
  sounds.map((sound) => `${sound.length} ${sound.subarray(0, 5000).toString('base64')}`).toSorted();

test('gPodder reads a private feed and fetches all of its sounds (FEED-18)', async ({ skip }) => {
  const program = requireClient('gpodder', skip);
  const url = await newFeed();
  const folder = temporaryFolder();
  const gpo = async (...args: readonly string[]): Promise<string> => {
    const environment = { ...process.env, GPODDER_HOME: folder, HOME: folder, LC_ALL: 'C.UTF-8' };
    const { stdout } = await run(program, args, { env: environment, timeout: LIMIT_MS });
    return stdout;
  };
  await gpo('subscribe', url);
  expect(await gpo('list')).toContain('A Brief History of Bread');
  await gpo('download');
  expect(sorted(soundsIn(folder))).toEqual(sorted(await chaptersOf(url, CHAPTERS)));
}, 300_000);

test('podget reads a private feed and fetches one of its sounds (FEED-18)', async ({ skip }) => {
  const program = requireClient('podget', skip);
  const url = await newFeed();
  const folder = temporaryFolder();
  const library = join(folder, 'library');
  mkdirSync(library);
  writeFileSync(join(folder, 'serverlist'), `${url} Books Bread\n`);
  const args = ['--dir_config', folder, '--dir_session', folder, '--library', library, '--recent', '1'];
  const environment = { ...process.env, HOME: folder };
  await run(program, args, { env: environment, timeout: LIMIT_MS });
  const chapters = sorted(await chaptersOf(url, CHAPTERS));
  const [sound, ...others] = sorted(soundsIn(library));
  expect(others).toEqual([]);
  expect(chapters).toContain(sound);
}, 300_000);
