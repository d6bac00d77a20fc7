import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { declarationsOf } from '../../scripts/lib/reference.mjs';

test('the reference leaves no port without a word of its own, and no kind of failure unexplained', () => {
  const silent: string[] = [];
  const names = readdirSync('src/ports', { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => each.endsWith('.ts'))) {
    const source = readFileSync(posix.join('src/ports', name), 'utf8');
    for (const declaration of declarationsOf(name, source)) {
      const kinds = [...declaration.source.matchAll(/\| '(?<kind>[a-z-]+)'/gu)].map((each) => each[1] ?? '');
      const isFailure = /Failure$|Refusal$/u.test(declaration.name);
      const explains = (kind: string): boolean => declaration.doc.includes(`\`${kind}\``);
      if (declaration.doc === '' || (isFailure && !kinds.some(explains) && kinds.length > 1)) {
        silent.push(`${name}: ${declaration.name}`);
      }
    }
  }
  expect(silent).toEqual([]);
});
