import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { isInstalled } from '../../scripts/lib/install.mjs';

let folder: string;

const write = async (path: string, content: unknown): Promise<void> => {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), JSON.stringify(content));
};

/** A lock file that names `one` in this version, and an optional package of another system. */
const lock = (version: string) => ({
  packages: {
    '': { version: '0.0.0' },
    'node_modules/one': { version, integrity: `sha512-${version}` },
    'node_modules/for-another-system': { version: '1.0.0', optional: true },
  },
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'installed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await write('package-lock.json', lock('1.0.0'));
  await write('node_modules/.package-lock.json', {
    packages: { 'node_modules/one': lock('1.0.0').packages['node_modules/one'] },
  });
  await write('node_modules/one/package.json', { version: '1.0.0' });
});

test('packages of the versions of the lock file are installed', () => {
  expect(isInstalled(folder)).toBe(true);
});

test('nothing is installed before npm has written its own lock file', async () => {
  await rm(join(folder, 'node_modules/.package-lock.json'));
  expect(isInstalled(folder)).toBe(false);
});

test('a package of another version is not installed', async () => {
  await write('package-lock.json', lock('2.0.0'));
  expect(isInstalled(folder)).toBe(false);
});

test('a package whose folder is gone is not installed', async () => {
  await rm(join(folder, 'node_modules/one'), { recursive: true });
  expect(isInstalled(folder)).toBe(false);
});

test('a clone without a lock file is incomplete', async () => {
  await rm(join(folder, 'package-lock.json'));
  expect(() => isInstalled(folder)).toThrow('the clone is incomplete');
});
