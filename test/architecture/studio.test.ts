import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from './imports.ts';
import { syntaxOf } from './syntax.ts';

/** The code that only the page of the studio loads. */
const OF_STUDIO = [
  'src/studio.tsx',
  'src/adapters/browser/session-drafts.ts',
  'src/adapters/studio-http/',
  'src/adapters/tus/',
  'src/application/studio/',
  'src/composition/studio/',
  'src/domain/entitlement/preview.ts',
  'src/domain/studio/',
  'src/ports/studio/drafts.ts',
  'src/ports/studio/people-api.ts',
  'src/ports/studio/studio-api.ts',
  'src/ports/studio/uploads.ts',
  'src/ui/studio/',
];

/** No page loads the doubles, and types leave no code. */
const isNeverLoaded = (path: string): boolean => path.startsWith('src/adapters/memory/');
const isOfStudio = (path: string): boolean => OF_STUDIO.some((part) => path.startsWith(part));

const paths = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => posix.join('src', name.replaceAll('\\', '/')))
  .filter((path) => /\.tsx?$/u.test(path));

const targetsOf = (path: string): readonly string[] =>
  importsOf(syntaxOf(path, readFileSync(path, 'utf8'))).flatMap(({ specifier }) =>
    specifier?.startsWith('.') === true ? [posix.join(posix.dirname(path), specifier)] : [],
  );

test('no code of the app imports code of the studio (STU-4)', () => {
  const others = paths.filter((path) => !isOfStudio(path) && !isNeverLoaded(path));
  const imports = others.flatMap((path) =>
    targetsOf(path)
      .filter(isOfStudio)
      .map((target) => `${path}: ${target}`),
  );
  // A check that reads nothing would pass.
  expect(others.length).toBeGreaterThan(300);
  expect(paths.filter(isOfStudio).length).toBeGreaterThan(20);
  expect(imports).toEqual([]);
});
