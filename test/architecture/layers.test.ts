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

  test.each([
    ['a dynamic import of a computed name', 'const a = await import(name);'],
    ['a require of a computed name', 'const a = require(name);'],
    ['a pattern', "const all = import.meta.glob('../**/*.ts');"],
  ])('by %s, which cannot be judged', (_, source) => {
    expect(violationsIn('src/adapters/http/x.ts', source)).toEqual([
      expect.stringContaining('cannot be read'),
    ]);
  });

  test.each([
    ['src/domain/a.ts', '../ports/b.ts', 'src/ports'],
    ['src/domain/a.ts', '../start/b.ts', 'src/start'],
    ['src/ports/a.ts', '../application/b.ts', 'src/application'],
    ['src/application/a.ts', '../adapters/http/b.ts', 'src/adapters/http'],
    ['src/application/state/a.ts', '../../ui/b.tsx', 'src/ui'],
    ['src/adapters/http/a.ts', '../../application/b.ts', 'src/application'],
    ['src/adapters/http/a.ts', '../cognito/b.ts', 'src/adapters/cognito'],
    ['src/adapters/memory/a.ts', '../http/wire/b.ts', 'src/adapters/http'],
    ['src/ui/a.tsx', '../ports/b.ts', 'src/ports'],
    ['src/ui/a.tsx', '../adapters/browser/b.ts', 'src/adapters/browser'],
    ['src/ui/a.tsx', '../composition/b.ts', 'src/composition'],
    ['src/ui/a.tsx', '../main.tsx', 'src/main.tsx'],
    ['src/composition/a.ts', '../../server/b.ts', 'server'],
    ['src/main.tsx', '../server/b.ts', 'server'],
    ['src/start/a.ts', '../application/b.ts', 'src/application'],
    ['server/a.ts', '../src/domain/b.ts', 'src/domain'],
    ['server/api/a.ts', '../../src/ports/b.ts', 'src/ports'],
  ])('when %s imports %s', (path, specifier, layer) => {
    expect(violationsIn(path, `import '${specifier}';`)).toEqual([
      expect.stringContaining(`must not import ${layer}`),
    ]);
  });

  test('when a file climbs out of the project or into the tests', () => {
    expect(violationsIn('src/domain/a.ts', "import '../../test/arbitraries/b.ts';")).toHaveLength(1);
    expect(violationsIn('server/a.ts', "import '../test/b.ts';")).toHaveLength(1);
  });

  test.each([
    ['src/domain/a.ts', 'mobx'],
    ['src/ports/a.ts', 'rxjs'],
    ['src/application/a.ts', 'valibot'],
    ['src/adapters/http/a.ts', 'amazon-cognito-identity-js'],
    ['src/adapters/cognito/a.ts', '@braze/web-sdk'],
    ['src/adapters/memory/a.ts', 'rxjs'],
    ['src/ui/a.tsx', 'inversify'],
    ['src/ui/a.tsx', '@amplitude/analytics-browser'],
    ['src/ui/a.tsx', 'src/adapters/http/transport.ts'],
    ['src/ui/a.tsx', '/src/adapters/http/transport.ts'],
    ['src/start/a.ts', 'valibot'],
    ['src/composition/a.ts', 'node:fs'],
  ])('when %s imports the package %s', (path, specifier) => {
    expect(violationsIn(path, `import '${specifier}';`)).toHaveLength(1);
  });

  test.each(['src/domain/a.ts', 'src/ports/a.ts', 'src/application/a.ts'])('when %s is not pure', (path) => {
    for (const source of [
      'const now = Date.now();',
      'const now = new Date();',
      'const now = Date();',
      'const { now } = Date;',
      "const now = Date['now']();",
      'const clock = Date;',
      'const chance = Math.random();',
      'const { random } = Math;',
      'const time = performance.now();',
      'setTimeout(() => {}, 1);',
      'const late = { setTimeout };',
      'globalThis.setTimeout(f);',
      'const id = crypto.randomUUID();',
    ]) {
      expect(violationsIn(path, source), source).toEqual([expect.stringContaining('must not use')]);
    }
  });

  test('when a folder has no layer', () => {
    expect(violationsIn('src/helpers/a.ts', '')).toEqual([expect.stringContaining('has no layer')]);
    expect(violationsIn('src/adapters/pigeon/a.ts', '')).toEqual([expect.stringContaining('has no layer')]);
  });

  test('when a file cannot be parsed', () => {
    expect(() => violationsIn('src/domain/a.ts', 'const = ;')).toThrow('cannot be parsed');
  });
});

describe('what is allowed passes', () => {
  test.each([
    ['src/domain/a.ts', "import { b } from './b.ts'; export type { C } from './deep/c.ts';"],
    ['src/domain/a.ts', 'const at = new Date(0); Date.parse(text); Math.max(1, 2); const t: Date = at;'],
    [
      'src/domain/a.ts',
      'const row = { performance: 1, now: 2 }; row.performance; type P = { setTimeout: 1 };',
    ],
    ['src/ports/a.ts', "import type { B } from '../domain/b.ts';"],
    ['src/application/a.ts', "import { B } from '../domain/b.ts'; import type { C } from '../ports/c.ts';"],
    ['src/adapters/cognito/a.ts', "await import('amazon-cognito-identity-js'); import 'rxjs';"],
    ['src/adapters/browser/a.ts', 'Date.now(); setTimeout(() => {}, 1);'],
    ['src/adapters/memory/a.ts', "import type { B } from '../../ports/b.ts';"],
    [
      'src/ui/deep/a.tsx',
      "import styles from './a.module.css'; import { Link } from '@tanstack/react-router';",
    ],
    [
      'src/ui/a.tsx',
      "import 'swiper/css'; import type { B } from '../application/b.ts'; const x = <p>hi</p>;",
    ],
    ['src/composition/a.ts', "import '../adapters/http/b.ts'; import '../ui/c.tsx'; import 'inversify';"],
    ['src/main.tsx', "import './composition/a.ts'; import 'react-dom/client';"],
    ['server/a.ts', "import { readFile } from 'node:fs/promises'; import './b.ts'; import 'fastify';"],
  ])('in %s: %s', (path, source) => {
    expect(violationsIn(path, source)).toEqual([]);
  });
});
