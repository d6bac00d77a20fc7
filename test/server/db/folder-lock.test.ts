import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderInUseError, lockFolder } from '../../../server/db/folder-lock.ts';
import { temporaryFolder } from '../support/provider.ts';

test('a folder is held until it is released', () => {
  const folder = temporaryFolder();
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`);
  lock.release();
  lockFolder(folder).release();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('the lock of a process that has died is taken over', async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  writeFileSync(join(folder, 'lock'), `${child.pid ?? 0} 12345`);
  const lock = lockFolder(folder);
  expect(readFileSync(join(folder, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  lock.release();
});

test.runIf(process.platform === 'linux')('so is that of another process under an id used again', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, `${process.pid} 1`);
  const lock = lockFolder(folder);
  expect(readFileSync(path, 'utf8')).not.toBe(`${process.pid} 1`);
  lock.release();
});

test.each(['', 'nonsense', '-1 5', '0'])('a lock that holds %j is nobody’s', (text) => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  writeFileSync(path, text);
  if (text === '') {
    // Just created, its holder may be about to write its name.
    expect(() => lockFolder(folder)).toThrow(FolderInUseError);
    return;
  }
  lockFolder(folder).release();
});

test('of many processes that find a dead holder, one gets the folder', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), '999999999 1');
  const module = new URL('../../../server/db/folder-lock.ts', import.meta.url).href;
  const program = `
    const { lockFolder } = await import(${JSON.stringify(module)});
    try { lockFolder(${JSON.stringify(folder)}); console.log('got it'); } catch { console.log('refused'); }
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
