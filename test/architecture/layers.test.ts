import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { layerOf, violationsIn } from './layer-table.ts';
import { syntaxOf, type Syntax } from './syntax.ts';

/** Paths of the code files under a folder, relative to the project. */
const codeUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/^\w+\/(?:test|node_modules)\//.test(path));

const files = ['src', 'components', 'studio/src', 'server', 'transcripts', 'translations', 'wire'].flatMap(
  codeUnder,
);

describe('the layers of the project', () => {
  test('import only what the table allows', () => {
    expect(files.flatMap((path) => violationsIn(path, readFileSync(path, 'utf8')))).toEqual([]);
  });

  // A check that reads nothing would pass, so it counts what it read.
  test.each(['src/domain', 'src/ports', 'src/application', 'src/adapters', 'src/ui', 'server'])(
    'are really read: %s',
    (layer) => {
      expect(files.filter((path) => path.startsWith(`${layer}/`)).length).toBeGreaterThan(10);
    },
  );

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

/** A class with more dependencies has two responsibilities. */
const MOST = 8;

const parametersOf = ({ type, fields }: Syntax): readonly unknown[] | null => {
  if (type !== 'MethodDefinition' || fields['kind'] !== 'constructor') return null;
  const { value } = fields;
  return typeof value === 'object' && value !== null && 'params' in value && Array.isArray(value.params)
    ? value.params
    : null;
};

const constructors = (path: string, source: string) =>
  syntaxOf(path, source).flatMap((node) => {
    const parameters = parametersOf(node);
    return parameters === null ? [] : [{ where: `${path}:${node.line}`, count: parameters.length }];
  });

test(`no constructor takes more than ${MOST} parameters`, () => {
  const found = files.flatMap((path) => constructors(path, readFileSync(path, 'utf8')));
  // A check that reads nothing would pass.
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(({ count }) => count > MOST)).toEqual([]);
});
