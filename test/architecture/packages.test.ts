import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';

/** What this test reads of a package.json. */
interface Manifest {
  readonly name: string;
  readonly workspaces?: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(posix.join(folder, 'package.json'), 'utf8')) as Manifest;

const root = manifestIn('.');
const packages = (root.workspaces ?? []).map((folder) => ({ folder, manifest: manifestIn(folder) }));
const packageOf = (path: string): string | undefined =>
  packages.find(({ folder }) => path.startsWith(`${folder}/`))?.folder;

/** Folders of the root package that import other packages. */
const OF_ROOT = ['src', 'test', 'e2e', 'browsers', 'tools', 'harness', 'examples'];

const codeUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.[cm]?[jt]sx?$/u.test(path) && !path.includes('/node_modules/'));

/** The static imports, re-exports and dynamic imports of a file, as the parser lists them. */
function importsIn(path: string) {
  const source = readFileSync(path, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module;
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const name = /^['"`](?<name>[^'"`$]+)['"`]$/u.exec(source.slice(start, end))?.groups?.['name'];
      return name === undefined ? [] : [name];
    }),
  ];
  return names.map((specifier) => ({ specifier, where: path }));
}

const nameOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0] ?? '';
const isOfNode = (specifier: string): boolean => specifier.startsWith('node:');

/** What tests of any package may import of the root: the settings of laws, and the scripts of the commands. */
const SHARED_WITH_TESTS = ['test/domain/laws.ts', 'test/domain/law-runs.ts', 'scripts/'];
/** Installed once, in the root: the runner of the tests, and the loader of TypeScript, which the compiled server does not use. */
const OF_EVERY_TEST = ['vitest', 'tsx', 'prettier'];

describe.each(packages)('the package in $folder', ({ folder, manifest }) => {
  const isTest = (path: string): boolean => path.startsWith(`${folder}/test/`);
  const files = codeUnder(folder);

  test('imports only packages that its package.json names', () => {
    // A check that reads nothing would pass.
    expect(files.length).toBeGreaterThan(3);
    const missing = files.flatMap((path) => {
      const declared = { ...manifest.dependencies, ...(isTest(path) ? manifest.devDependencies : {}) };
      return importsIn(path)
        .filter(({ specifier }) => !specifier.startsWith('.') && !isOfNode(specifier))
        .filter(({ specifier }) => declared[nameOf(specifier)] === undefined)
        .filter(({ specifier }) => nameOf(specifier) !== manifest.name)
        .filter(({ specifier }) => !OF_EVERY_TEST.includes(nameOf(specifier)))
        .map(({ specifier, where }) => `${where}: ${specifier}`);
    });
    expect(missing).toEqual([]);
  });

  test('imports no file outside itself', () => {
    const outside = files.flatMap((path) =>
      importsIn(path)
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier, where }) => ({ target: posix.join(posix.dirname(path), specifier), where }))
        .filter(({ target }) => !target.startsWith(`${folder}/`))
        .filter(({ target }) => !(isTest(path) && SHARED_WITH_TESTS.some((each) => target.startsWith(each))))
        .map(({ target, where }) => `${where}: ${target}`),
    );
    expect(outside).toEqual([]);
  });

  test('has tests of its own, and a README of at most 30 lines', () => {
    expect(manifest.scripts['test']).toContain(`${folder}/test`);
    expect(files.some((path) => isTest(path) && path.endsWith('.test.ts'))).toBe(true);
    expect(readFileSync(posix.join(folder, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(31);
  });
});

test('the root package imports the other packages by their names', () => {
  const byPath = OF_ROOT.flatMap(codeUnder).flatMap((path) =>
    importsIn(path)
      .filter(({ specifier }) => specifier.startsWith('.'))
      .filter(({ specifier }) => packageOf(posix.join(posix.dirname(path), specifier)) !== undefined)
      .map(({ specifier, where }) => `${where}: ${specifier}`),
  );
  expect(byPath).toEqual([]);
});

test('no dependency between packages leads back', () => {
  const needs = new Map(
    packages.map(({ manifest }) => [
      manifest.name,
      Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter((name) =>
        packages.some((other) => other.manifest.name === name),
      ),
    ]),
  );
  // Takes away packages that need no other one, until none is left.
  for (const _ of packages) {
    for (const [name, others] of needs) if (others.every((other) => !needs.has(other))) needs.delete(name);
  }
  expect([...needs.keys()]).toEqual([]);
});
