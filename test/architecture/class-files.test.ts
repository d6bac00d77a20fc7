import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { syntaxOf, nameOf } from './syntax.ts';

/** Where the use cases and their states are. */
const FOLDERS = ['src/application', 'studio/src/application'];

/** The names of the classes that a module exports. */
function exportedClasses(path: string, source: string): readonly string[] {
  return syntaxOf(path, source)
    .filter(({ type, parent }) => type === 'ClassDeclaration' && parent?.type === 'ExportNamedDeclaration')
    .map(({ fields }) => nameOf(fields['id']) ?? '');
}

const kebabCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();

/** What is wrong with the classes of a module; empty if its only class has the name of the file. */
function wronglyNamed(path: string, source: string): readonly string[] {
  return exportedClasses(path, source)
    .filter((name) => `${kebabCase(name)}.ts` !== basename(path))
    .map((name) => `${name} in ${path}`);
}

const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`)).toSorted();

it('finds a class in a file of another name', () => {
  const source = 'export class SleepTimer {}\nclass Helper {}\nexport class TimerState {}\n';
  expect(wronglyNamed('src/application/playback/sleep-timer.ts', source)).toEqual([
    'TimerState in src/application/playback/sleep-timer.ts',
  ]);
});

it('finds every class of a use case or a state in the file that has its name', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((path) => wronglyNamed(path, readFileSync(path, 'utf8')))).toEqual([]);
});

it('gives no name to two classes', () => {
  const names = files.flatMap((path) => exportedClasses(path, readFileSync(path, 'utf8')));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
