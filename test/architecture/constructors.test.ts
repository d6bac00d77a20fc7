import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { syntaxOf, type Syntax } from './syntax.ts';

/** A class with more dependencies has two responsibilities. */
const MOST = 8;

const paths = ['src', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path)),
);

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
  const found = paths.flatMap((path) => constructors(path, readFileSync(path, 'utf8')));
  // A check that reads nothing would pass.
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(({ count }) => count > MOST)).toEqual([]);
});
