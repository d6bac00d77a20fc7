import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withLock } from '../../scripts/lib/file-lock.mjs';

let folder = '';
let lock = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-lock-'));
  lock = join(folder, 'deep', 'one.lock');
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs several holders at once, and tells how many were ever inside at the same time. */
async function mostInside(holders: number): Promise<number> {
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: holders }, () =>
      withLock(lock, 'counting', async () => {
        inside += 1;
        most = Math.max(most, inside);
        await wait(5);
        inside -= 1;
      }),
    ),
  );
  return most;
}

describe('a lock across processes', () => {
  test('lets in one at a time', async () => {
    expect(await mostInside(4)).toBe(1);
    expect(existsSync(lock)).toBe(false);
  });

  test('hands on the result, and is free again after a failure', async () => {
    await expect(withLock(lock, 'failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withLock(lock, 'answering', () => Promise.resolve(42))).toBe(42);
  });

  test('is taken over, once, from a holder that died', async () => {
    await withLock(lock, 'making the folder', () => Promise.resolve());
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(lock, String(pid));
    expect(await mostInside(3)).toBe(1);
  });

  test('is taken over when its holder has not been heard of for long, though its process id is in use', async () => {
    await withLock(lock, 'making the folder', () => Promise.resolve());
    writeFileSync(lock, String(process.ppid));
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lock, longAgo, longAgo);
    expect(await withLock(lock, 'answering', () => Promise.resolve('in'))).toBe('in');
  });

  test('is waited for while its holder lives', async () => {
    await withLock(lock, 'making the folder', () => Promise.resolve());
    writeFileSync(lock, String(process.ppid));
    const done = withLock(lock, 'waiting', () => Promise.resolve('in'));
    expect(await Promise.race([done, wait(400, 'still waiting')])).toBe('still waiting');
    rmSync(lock);
    expect(await done).toBe('in');
  });
});
