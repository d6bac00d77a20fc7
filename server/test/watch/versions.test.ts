import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { missingFromNode, missingFromPostgres, postgresRounds } from '../../watch/known-releases.ts';
import { temporaryFolder } from '../support/folders.ts';
import { runScript } from '../support/processes.ts';

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);

describe('PostgreSQL releases fixes', () => {
  test('on the second Thursday of February, May, August and November', () => {
    expect(postgresRounds(at('2025-12-31'), at('2026-12-31'))).toEqual([
      '2026-02-12',
      '2026-05-14',
      '2026-08-13',
      '2026-11-12',
    ]);
    expect(postgresRounds(at('2026-08-13'), at('2026-11-11'))).toEqual([]);
  });

  test.each([
    ['18.6', '2026-08-14', []],
    ['18.6', '2026-11-28', [/^PostgreSQL 18.6 lacks .*: those that PostgreSQL released on 2026-11-12\.$/]],
    ['18.7', '2026-11-28', []],
    ['18.9', '2026-11-28', []],
    ['18.4', '2026-08-20', [/those of 18.6 \(2026-08-13\)\.$/]],
    [
      '18.4',
      '2026-11-28',
      [/those of 18.6 \(2026-08-13\) and those that PostgreSQL released on 2026-11-12\.$/],
    ],
    ['17.11', '2026-11-28', [/those of 17.12 \(2026-11-12\)\.$/]],
    ['17.12', '2026-11-28', []],
    ['14.23', '2027-01-01', [/2026-08-13, 2026-11-12\.$/, /its support ended on 2026-11-12/]],
    ['13.20', '2026-11-28', [/its support has ended/]],
    ['19.0', '2026-11-28', []],
  ])('%s on %s (CAT-313)', (version, day, sentences) => {
    const missing = missingFromPostgres(version, at(day));
    expect(missing).toHaveLength(sentences.length);
    for (const [index, sentence] of sentences.entries()) expect(missing[index]).toMatch(sentence);
  });
});

test.each([
  ['20.20.2', '2026-04-30', false],
  ['20.20.2', '2026-11-28', true],
  ['18.0.0', '2026-11-28', true],
  ['23.1.0', '2026-11-28', true],
  ['24.9.0', '2026-11-28', false],
  ['28.0.0', '2028-11-28', false],
])('Node.js %s on %s (CAT-313)', (version, day, isOver) => {
  expect(missingFromNode(version, at(day))).toHaveLength(isOver ? 1 : 0);
});

const status = v.object({
  provider: v.string(),
  node: v.string(),
  database: v.string(),
  missing: v.array(v.string()),
});

test('the command `status` and the start say the versions (CAT-313)', async () => {
  const dataDir = temporaryFolder();
  const library = temporaryFolder();
  const asked = runScript('admin', ['status', '--json', '--data-dir', dataDir]);
  const said = v.parse(status, JSON.parse(await text(asked.stdout)));
  expect(said).toMatchObject({
    provider: v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync('package.json', 'utf8')))
      .version,
    node: process.versions.node,
  });
  expect(said.database).toMatch(/^18\.\d+$/);
  const started = runScript('main', ['--port', '0', '--data-dir', dataDir, '--library', library]);
  const lines: string[] = [];
  const versions = `Hark ${said.provider}, Node.js ${said.node}, PostgreSQL ${said.database}`;
  for await (const line of createInterface(started.stdout)) {
    lines.push(line.trim());
    if (lines.includes(versions) && said.missing.every((sentence) => lines.includes(sentence))) break;
  }
  expect(lines).toEqual(expect.arrayContaining([versions, ...said.missing]));
}, 60_000);

test('the start of a library names the address of the studio, where owners and publishers work (STU-56)', async () => {
  const dist = temporaryFolder();
  mkdirSync(join(dist, 'studio'));
  const page =
    '<!doctype html><title>x</title><script type="application/json" id="configuration">{}</script>';
  for (const name of ['index.html', 'studio/index.html']) writeFileSync(join(dist, name), page);
  const folders = ['--data-dir', temporaryFolder(), '--library', temporaryFolder(), '--dist', dist];
  const started = runScript('main', ['--port', '0', ...folders]);
  const lines: string[] = [];
  for await (const line of createInterface(started.stdout)) {
    lines.push(line.trim());
    if (line.includes('/studio')) break;
  }
  const origin = lines
    .map((line) => /^Open (?<origin>http:\S+)$/u.exec(line)?.groups?.['origin'])
    .find(Boolean);
  expect(origin).toBeDefined();
  expect(lines.at(-1)).toBe(`Owners and publishers work at ${origin}/studio`);
}, 60_000);
