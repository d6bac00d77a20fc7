import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'release-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const release = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['scripts/release.mjs', ...args], { encoding: 'utf8' });

test('two builds of one commit are equal byte for byte, and the checksums say so', () => {
  const [one, other] = ['one', 'other'].map((name) => {
    const { status, stderr } = release('--packages', join(folder, name));
    expect(status, stderr).toBe(0);
    return new Map(
      readdirSync(join(folder, name)).map((file) => [
        file,
        readFileSync(join(folder, name, file)).toString('hex'),
      ]),
    );
  });
  expect([...(one?.keys() ?? [])].toSorted()).toEqual([
    'SHA256SUMS',
    expect.stringMatching(/^audio-streaming-app-.*\.tgz$/u),
    expect.stringMatching(/^audio-streaming-core-.*\.tgz$/u),
    'parts.cdx.json',
  ]);
  for (const [file, bytes] of one ?? []) expect(other?.get(file) === bytes, file).toBe(true);
  const sums = readFileSync(join(folder, 'one', 'SHA256SUMS'), 'utf8');
  for (const [file, bytes] of one ?? []) {
    if (file === 'SHA256SUMS') continue;
    expect(sums).toContain(
      `${createHash('sha256').update(Buffer.from(bytes, 'hex')).digest('hex')}  ${file}\n`,
    );
  }
}, 900_000);

test.each([
  [[], 'Name one version'],
  [['1.2'], 'three numbers'],
  [['0.0.1'], 'is not above'],
  [['1.2.3', '4.5.6'], 'Name one version'],
  [['1.2.3', '--packages', 'x'], 'Name one version'],
])('%j is refused in one line', (args, sentence) => {
  const { status, stdout, stderr } = release(...args);
  expect(stderr).toMatch(new RegExp(`^.*${sentence}.*\\n$`, 'u'));
  expect(stdout).toBe('');
  expect(status).toBe(2);
});
