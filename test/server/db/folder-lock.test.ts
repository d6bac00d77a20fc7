import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderInUseError, lockFolder } from '../../../server/db/folder-lock.ts';
import { temporaryFolder } from '../support/provider.ts';

const MODULE = new URL('../../../server/db/folder-lock.ts', import.meta.url).href;

/** Milliseconds to wait for a process that may be ending. */
const AT_ONCE = 0;

test('a folder is locked until it is released', async () => {
  const folder = temporaryFolder();
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder, AT_ONCE)).rejects.toThrow(FolderInUseError);
  await expect(lockFolder(folder, AT_ONCE)).rejects.toThrow(`in use by process ${process.pid}`);
  lock.release();
  (await lockFolder(folder, AT_ONCE)).release();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('the lock of a dead process is taken over', async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  writeFileSync(join(folder, 'lock'), `${child.pid ?? 0} 12345`);
  const lock = await lockFolder(folder, AT_ONCE);
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  lock.release();
});

test.runIf(process.platform === 'linux')('so is that of another process under an id used again', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, `${process.pid} 1`);
  const lock = await lockFolder(folder, AT_ONCE);
  expect(readFileSync(path, 'utf8')).not.toBe(`${process.pid} 1`);
  lock.release();
});

/** A process that locks a folder and stays. Its parent never reads its exit code. */
async function holderOf(folder: string): Promise<{ readonly pid: number; readonly parent: ChildProcess }> {
  const program = `
    const { lockFolder } = await import(${JSON.stringify(MODULE)});
    await lockFolder(${JSON.stringify(folder)});
    console.log(process.pid);
    setInterval(() => {}, 1_000);
  `;
  const parent = spawn(
    'sh',
    [
      '-c',
      '"$0" --import tsx --input-type=module -e "$1" & exec sleep 60 >/dev/null',
      process.execPath,
      program,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  return { pid: Number(chunk), parent };
}

test.runIf(process.platform === 'linux')(
  'a process that was killed holds nothing, though its parent leaves it a zombie',
  async () => {
    const folder = temporaryFolder();
    const { pid, parent } = await holderOf(folder);
    await expect(lockFolder(folder, AT_ONCE)).rejects.toThrow(`in use by process ${pid}.`);
    process.kill(pid, 'SIGKILL');
    const lock = await lockFolder(folder);
    // The process id still exists.
    expect(process.kill(pid, 0)).toBe(true);
    lock.release();
    parent.kill();
  },
  60_000,
);

test('it waits for a process that is ending', async () => {
  const folder = temporaryFolder();
  const ending = await lockFolder(folder);
  let hasEnded = false;
  setTimeout(() => {
    hasEnded = true;
    ending.release();
  }, 300);
  const lock = await lockFolder(folder);
  expect(hasEnded).toBe(true);
  lock.release();
});

test.each(['', 'nonsense', '-1 5', '0'])('a lock with the content %j is abandoned', async (text) => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, text);
  if (text === '') {
    // The file is new, so its process may not have written its id yet.
    await expect(lockFolder(folder, AT_ONCE)).rejects.toThrow(FolderInUseError);
    return;
  }
  (await lockFolder(folder, AT_ONCE)).release();
});

test('of many processes that find the lock of a dead one, one gets the folder', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), '999999999 1');
  const program = `
    const { lockFolder } = await import(${JSON.stringify(MODULE)});
    try { await lockFolder(${JSON.stringify(folder)}, 500); console.log('got it'); } catch { console.log('refused'); }
    process.stdin.on('data', () => process.exit());
  `;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]),
  );
  const words = await Promise.all(
    children.map(async (child) => {
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
      return chunk.toString().trim();
    }),
  );
  for (const child of children) child.stdin.write('\n');
  await Promise.all(children.map((child) => once(child, 'exit')));
  expect(words.toSorted((a, b) => a.localeCompare(b))).toEqual(['got it', 'refused', 'refused', 'refused']);
}, 60_000);
