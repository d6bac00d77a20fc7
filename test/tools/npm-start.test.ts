import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'npm-start-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The processes of this machine that name the folder in their command line. */
function processesOf(name: string): readonly string[] {
  return readdirSync('/proc')
    .filter((id) => /^\d+$/u.test(id))
    .map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(name));
}

/** Starts a command by npm, and waits until it prints a line that matches. */
async function startByNpm(args: readonly string[], ready: RegExp) {
  const npm = spawn('npm', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(npm.stdout)) {
    if (ready.test(line)) break;
  }
  npm.stdout.resume();
  return npm;
}

const isLinux = existsSync('/proc/self/cmdline');
const args = (name: string) => ['--', '--data-dir', join(folder, name), '--port', '0', '--ready-json'];

test.runIf(isLinux).each([
  ['npm start', ['start', ...args('start')], /^\{"origin"/u, join(folder, 'start')],
  ['npm run dev', ['run', 'dev', ...args('dev').slice(0, 3)], /Data:/u, join(folder, 'dev')],
])(
  '%s ends by SIGTERM to npm itself, and leaves no process',
  async (_name, words, ready, dataDir) => {
    const npm = await startByNpm(words, ready);
    expect(processesOf(dataDir).length).toBeGreaterThan(1);
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    await ended;
    while (processesOf(dataDir).length > 0) await wait(100);
    // The database was closed in order, so its file of a running server is gone.
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  },
  300_000,
);
