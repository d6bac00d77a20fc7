import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { afterEach, expect, test } from 'vitest';
import { signedIn, temporaryFolder } from '../support/provider.ts';
import * as wire from '../support/wire.ts';

const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
});

interface Running {
  readonly child: ChildProcess;
  readonly origin: string;
}

/** Starts the provider in its own process, as users do. */
async function start(dataDir: string, ...flags: readonly string[]): Promise<Running> {
  const child = run(dataDir, flags);
  const lines = createInterface(child.stdout);
  for await (const line of lines) {
    const ready = /^\{"origin":"(?<origin>[^"]+)"\}$/.exec(line)?.groups?.['origin'];
    if (ready !== undefined) {
      child.stdout.resume();
      return { child, origin: ready };
    }
  }
  throw new Error('The provider ended before it was ready.');
}

function run(dataDir: string, flags: readonly string[] = []) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'server/main.ts', '--port', '0', '--data-dir', dataDir, '--ready-json', ...flags],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, DATABASE_URL: '', PORT: '' } },
  );
  children.push(child);
  return child;
}

async function end({ child }: Running, signal: NodeJS.Signals): Promise<number | null> {
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
  const first = await start(dataDir);
  const listener = await signedIn(first.origin, 'annual@listener.test');
  const saved = ['the-ferry-timetable', 'small-hours', 'learn-to-sleep-again'];
  for (const content_id of saved.slice(0, 2)) {
    expect((await listener.post('/favorites/content', { content_id, is_favorite: true })).status).toBe(200);
  }
  expect(await end(first, 'SIGTERM')).toBe(0);

  const second = await start(dataDir);
  expect(await favorites(second.origin)).toHaveLength(2);
  // The next process has the same keys and the same issuer, so tokens are still valid.
  const again = await signedIn(second.origin, 'annual@listener.test');
  const opened = await again.get('/audio/tokenize?url=/media/audio/the-ferry-timetable.mp3');
  expect(opened.status).toBe(200);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      again.post('/audio/reporting', [{ content_id: 'the-ferry-timetable', duration: at + 1 }]),
    ),
  );
  expect(responses.every(({ status }) => status === 200)).toBe(true);
  const last = { content_id: saved[2], is_favorite: true };
  expect((await again.post('/favorites/content', last)).status).toBe(200);
  await end(second, 'SIGKILL');

  const third = await start(dataDir);
  expect((await favorites(third.origin)).toSorted((a, b) => a.localeCompare(b))).toEqual(
    saved.toSorted((a, b) => a.localeCompare(b)),
  );
  expect(await end(third, 'SIGTERM')).toBe(0);

  const fourth = await start(dataDir, '--reset');
  expect(await favorites(fourth.origin)).toEqual([]);
}, 240_000);

test('a second process fails because the folder is in use', async () => {
  const dataDir = temporaryFolder();
  const first = await start(dataDir);
  const second = run(dataDir, ['--reset']);
  let complaint = '';
  second.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  await once(second, 'exit');
  expect(second.exitCode).toBe(1);
  expect(complaint).toContain('is in use by process');
  expect(complaint).not.toContain('    at ');
  // The reset option of the second process has changed nothing.
  expect(await favorites(first.origin)).toEqual([]);
}, 240_000);
