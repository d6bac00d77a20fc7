import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { layerOf, violationsIn } from './layer-table.ts';

/** Paths of the code files under a folder, relative to the project. */
const codeUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path));

const files = [...codeUnder('src'), ...codeUnder('server')];

describe('the layers of the project', () => {
  test('import only what the table allows', () => {
    expect(files.flatMap((path) => violationsIn(path, readFileSync(path, 'utf8')))).toEqual([]);
  });

  // A check that reads nothing would pass, so it counts what it read.
  test.each([
    ['src/domain', 20],
    ['src/ports', 8],
    ['src/application', 20],
    ['src/adapters', 30],
    ['src/ui', 30],
    ['src/composition', 6],
    ['src/start', 2],
    ['server', 80],
  ])('are really read: %s, at least %i files', (layer, least) => {
    expect(files.filter((path) => path.startsWith(`${layer}/`)).length).toBeGreaterThanOrEqual(least);
  });

  test('each file belongs to a layer', () => {
    expect(files.filter((path) => layerOf(path) === undefined)).toEqual([]);
  });
});

describe('a violation is seen', () => {
  test.each([
    ['a static import', "import { a } from '../../ui/a.ts';"],
    ['a type-only import', "import type { A } from '../../ui/a.ts';"],
    ['an import for its effect', "import '../../ui/a.ts';"],
    ['a re-export', "export { a } from '../../ui/a.ts';"],
    ['a re-export of everything', "export * from '../../ui/a.ts';"],
    ['a dynamic import', "const a = await import('../../ui/a.ts');"],
    ['a dynamic import by a template', 'const a = await import(`../../ui/a.ts`);'],
    ['a type taken by import()', "let a: import('../../ui/a.ts').A;"],
    ['an import by assignment', "import a = require('../../ui/a.ts');"],
    ['a require', "const a = require('../../ui/a.ts');"],
    ['an augmentation', "declare module '../../ui/a.ts' { interface A { b: string } }"],
  ])('by %s', (_, source) => {
    expect(violationsIn('src/adapters/http/x.ts', source)).toEqual([
      'src/adapters/http/x.ts:1: src/adapters/http must not import src/ui',
    ]);
  });
});
