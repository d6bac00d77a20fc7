import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'explain-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const explain = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tools/explain/main.ts', ...args],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
};

const user = file('user.json', JSON.stringify({ id: 'u1', email: 'u@example.org', payment_details: {} }));
const item = file(
  'item.json',
  JSON.stringify({
    id: 'tide',
    title: 'The Tide',
    valid_from: '2027-01-01T00:00:00Z',
    listen_free_start: '2027-02-01T00:00:00Z',
    listen_free_end: '2027-03-01T00:00:00Z',
  }),
);

describe('npm run explain', () => {
  test('prints the decision, its rules with their bounds, and the next change', () => {
    const { status, stdout } = explain('--user', user, '--item', item, '--at', '2027-01-15T00:00:00Z');
    expect(status).toBe(0);
    expect(stdout).toBe(`The Tide, at 2027-01-15T00:00:00.000Z
  Decision: offer (membership-needed)

  ENT-11        Has the listener purchased it? No.
  ENT-9         Can both bounds of its window be read? Yes.  [from 2027-01-01T00:00:00.000Z, till absent]
  ENT-7, ENT-8  Is now inside its window? Yes.  [from 2027-01-01T00:00:00.000Z, till absent]
  ENT-1         Does the listener subscribe? No.
  ENT-16        Does the provider say that it has free content? No.
  ENT-15        Is it marked as free, or is now inside its listen-free window? No.  [from 2027-02-01T00:00:00.000Z, till 2027-03-01T00:00:00.000Z]

  Changes at 2027-02-01T00:00:00.000Z: play (free-listen)
`);
  });

  test.each([
    ['without the user', ['--item', item], '--user is missing.'],
    ['with another answer', ['--user', file('list.json', '[]'), '--item', item], 'is not an answer of /user'],
    ['with an item that is none', ['--user', user, '--item', user], 'is not a content item'],
  ])('%s it says what is wrong', (_name, args, sentence) => {
    const { status, stderr } = explain(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).toContain('npm run explain -- --help');
  });
});
