import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGE = readFileSync('docs/security.md', 'utf8');
const ROW = /^\| (?<ids>\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) [^|]*\| (?<state>[^|]+) \| (?<proof>[^|]+) \|$/gmu;
/** A test file, and the title of a test in it if one is named. */
const CITED = /`(?<file>[\w./-]+\.(?:test|spec)\.tsx?)`(?:: (?:[\w ]+ )?"(?<title>[^"]+)")?/gu;

const rows = [...PAGE.matchAll(ROW)].map(({ groups }) => ({
  ids: groups?.['ids'] ?? '',
  state: groups?.['state']?.trim() ?? '',
  proof: groups?.['proof'] ?? '',
}));

test('the page of security has each row once, with a known state', () => {
  expect(rows.length).toBeGreaterThan(50);
  const ids = rows.flatMap((row) => row.ids.split(', '));
  expect(new Set(ids).size).toBe(ids.length);
  expect(rows.filter(({ state }) => !['held', 'partly', 'open'].includes(state))).toEqual([]);
});

test('each test that the page of security names exists', () => {
  const cited = [...PAGE.matchAll(CITED)].map(({ groups }) => groups ?? {});
  expect(cited.length).toBeGreaterThan(30);
  const missing = cited.filter(({ file = '', title = '' }) => {
    const path = existsSync(file) ? file : `server/test/${file}`;
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
  });
  expect(missing).toEqual([]);
});
