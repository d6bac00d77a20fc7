import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { circlesIn, targetsOf } from './circles.ts';

describe('circles of imports', () => {
  test.each([
    'server',
    'src/adapters',
    'src/application',
    'src/composition',
    'src/domain',
    'src/ui',
    'studio/src',
    'components',
    'transcripts',
  ])('there is none in any folder of %s', (folder) => {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => /\.[jt]sx?$/u.test(path) && !/^\w+\/(?:test|node_modules)\//u.test(path));
    // A check that reads nothing would pass.
    expect(paths.length).toBeGreaterThan(3);
    const imports = paths.map((path) => [path, targetsOf(path, readFileSync(path, 'utf8'))] as const);
    expect(circlesIn(new Map(imports))).toEqual([]);
  });

  test('are seen between two files, also if one imports only a type', () => {
    const sources = {
      'server/a/one.ts': "import type { Two } from './two.ts';",
      'server/a/two.ts': "import './one.ts';",
    };
    const imports = Object.entries(sources).map(([path, source]) => [path, targetsOf(path, source)] as const);
    expect(circlesIn(new Map(imports))).toEqual([
      'server/a: one.ts imports two.ts (server/a/one.ts: server/a/two.ts)',
      'server/a: two.ts imports one.ts (server/a/two.ts: server/a/one.ts)',
    ]);
  });

  test('are seen between two folders whose files form none', () => {
    const imports = new Map([
      ['server/a/one.ts', ['server/b/two.ts']],
      ['server/b/three.ts', ['server/a/four.ts']],
      ['server/c.ts', ['server/a/one.ts']],
    ]);
    expect(circlesIn(imports)).toEqual([
      'server: a imports b (server/a/one.ts: server/b/two.ts)',
      'server: b imports a (server/b/three.ts: server/a/four.ts)',
    ]);
  });
});
