import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  COMMANDS,
  allPackages,
  arrowsBetween,
  codeOf,
  importsIn,
  levelsOf,
  packageOf,
} from '../../scripts/lib/packages.mjs';

const packages = allPackages();
const arrows = arrowsBetween(packages);

const nameOf = (target: string): string => /^(?:@[^/]+\/)?[^/]+/u.exec(target)?.[0] ?? '';
/** Installed once, in the root: the runner of the tests, and the loader of TypeScript, which the compiled server does not use. */
const OF_EVERY_TEST = ['vitest', 'tsx', 'prettier'];
/** What the build provides: a text as a module. */
const isVirtual = (target: string): boolean => target.startsWith('virtual:');

describe.each(packages.filter(({ folder }) => folder !== ''))(
  'the package in $folder',
  ({ folder, manifest }) => {
    const isTest = (path: string): boolean => path.startsWith(`${folder}/test/`);
    const files = codeOf(folder);
    const product = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    };
    // Who has no product in the installation for `npm start` has only `devDependencies`.
    const isForDevelopers = manifest.dependencies === undefined;

    test('imports only packages that its package.json names, by name or by path', () => {
      // A check that reads nothing would pass.
      expect(files.length).toBeGreaterThan(2);
      const missing = files.flatMap((path) => {
        const declared = { ...product, ...(isTest(path) || isForDevelopers ? manifest.devDependencies : {}) };
        return importsIn(path)
          .map(({ target }) => {
            const other = packageOf(target, packages);
            // The root is above or below; no package can name it.
            if (other === '' || other === folder || other === COMMANDS) return null;
            const named = packages.find((each) => each.folder === other)?.manifest.name;
            return named ?? (target.startsWith('node:') || isVirtual(target) ? null : nameOf(target));
          })
          .filter((name) => name !== null && declared[name] === undefined && !OF_EVERY_TEST.includes(name))
          .map((name) => `${path}: ${String(name)}`);
      });
      expect(missing).toEqual([]);
    });

    test('has tests, and a README of at most 30 lines', () => {
      expect(manifest.scripts['test']).toMatch(new RegExp(`unit ${folder}(?:/test)?$`));
      expect(files.some((path) => /\.test\.tsx?$/u.test(path))).toBe(true);
      const readme = readFileSync(posix.join(folder, 'README.md'), 'utf8');
      // The README of the core is that of the published package.
      if (folder !== 'core') expect(readme.split('\n').length).toBeLessThanOrEqual(31);
    });
  },
);

test('no import between packages leads back', () => {
  expect(levelsOf(arrows).inCircles).toEqual([]);
});

test('the app and the provider import no code of each other, and none of the studio (STU-4)', () => {
  const inSource = codeOf('')
    .filter((path) => path.startsWith('src/'))
    .flatMap(importsIn)
    .map(({ target }) => packageOf(target, packages));
  expect(new Set(inSource)).toEqual(new Set([undefined, '', 'components', 'transcripts', 'translations']));
  expect(new Set(arrows.get('server')?.keys())).toEqual(
    new Set(['laws', 'transcripts', 'translations', 'wire']),
  );
});

test('a circle of packages is seen', () => {
  const circle = new Map([
    ['a', new Map([['b', 1]])],
    ['b', new Map([['c', 1]])],
    ['c', new Map([['b', 1]])],
    ['d', new Map<string, number>()],
  ]);
  expect(levelsOf(circle)).toEqual({ levels: [['d']], inCircles: ['a', 'b', 'c'] });
});
