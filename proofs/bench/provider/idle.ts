import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { wav } from 'audio-streaming-provider/test/library/support/make-audio';
import { session, userOf } from 'audio-streaming-provider/test/pool/client';
import { freePort } from 'audio-streaming-provider/test/support/postgres-server';
import { ApiClient } from 'audio-streaming-provider/test/support/provider';
import { check, table } from '../check.ts';

const TITLES = 1_000;
const CALLERS = 8;
const IDLE_MS = 60_000;
const LOAD_MS = 20_000;
const OWNER = { email: 'owner@bench.invalid', password: 'correct horse battery' };

/**
 * `npm run bench:provider -- --idle`: what `npm start` with a library of 1,000 titles needs: the time until it is ready, and
 * the memory of all its processes together, idle for a minute and while eight callers call.
 */
export async function measureIdle(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'provider-idle-'));
  const dataDir = join(work, 'data');
  const port = await freePort();
  makeLibrary(join(work, 'library'));
  const child = spawn('npm', ['start', '--', '--library', join(work, 'library')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    let builtAt = performance.now();
    let readyAt = 0;
    for await (const line of createInterface(child.stdout)) {
      if (/Installing|Building/.test(line)) builtAt = 0;
      if (line.includes('Open http')) readyAt = performance.now();
      if (/1000 added/.test(line)) break;
    }
    child.stdout.resume();
    await wait(IDLE_MS);
    const idle = memoryOf(child.pid ?? 0);
    const calls = await load(`http://127.0.0.1:${port}`, dataDir);
    const busy = memoryOf(child.pid ?? 0);
    console.log(
      table(
        ['', 'figure'],
        [
          [
            'ready, from the start of npm',
            builtAt === 0 ? 'it had to build first' : `${Math.round(readyAt - builtAt)} ms`,
          ],
          ['memory (Pss) of all processes, idle for a minute', `${idle} MB`],
          [`memory after ${calls} calls of ${CALLERS} callers`, `${busy} MB`],
        ],
      ),
    );
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await wait(3_000);
    rmSync(work, { recursive: true, force: true });
  }
}

function makeLibrary(folder: string): void {
  for (let title = 0; title < TITLES; title += 1) {
    const path = join(folder, `Author ${title % 50}`, `Title ${title}`);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, '1.wav'), wav(new Float32Array(2_000).fill(title / TITLES / 2), 8_000));
  }
}

async function load(origin: string, dataDir: string): Promise<number> {
  const member = `member add ${OWNER.email} --password-stdin --role owner --plan annual --data-dir ${dataDir}`;
  const add = spawn('npm', ['run', '-s', 'admin', '--', ...member.split(' ')], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  add.stdin.end(OWNER.password);
  await new Promise((resolve) => add.once('exit', resolve));
  const client = new ApiClient(
    origin,
    (await session(userOf(`${origin}/pool`, OWNER.email), OWNER.password)).access,
  );
  const paths = [
    '/browse',
    '/new-releases?limit=50&next_page=1',
    '/search?term=title&limit=3',
    '/user',
    '/library',
  ];
  const end = performance.now() + LOAD_MS;
  let calls = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < end) {
        const path = paths[calls++ % paths.length] ?? '';
        const { status } = await client.get(path);
        check(status === 200 || status === 429, `${path} responded ${status}`);
      }
    }),
  );
  return calls;
}

/** The memory of a process and all that it started, in MB: a page that several share counts once. */
function memoryOf(root: number): number {
  const children = new Map<number, number[]>();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(textOf(pid, 'status'))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const sizeOf = (pid: number): number =>
    Number(/^Pss:\s+(\d+)/m.exec(textOf(pid, 'smaps_rollup'))?.[1] ?? 0) +
    (children.get(pid) ?? []).reduce((sum, child) => sum + sizeOf(child), 0);
  return Math.round(sizeOf(root) / 1024);
}

function textOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
