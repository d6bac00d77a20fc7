import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unusedIn, unusedInDocument, unusedInModule } from './words.ts';

/** Folders that hold no words of ours, or that a command writes. */
const EXCLUDED =
  /(?:^|\/)(?:node_modules|dist[\w-]*|coverage|reports|test-results|playwright-report|release|docs\/reference|\.[^/]+)\//u;

const files = globSync('**/*.{ts,tsx,js,mjs,cjs,md}', {
  exclude: (path) => EXCLUDED.test(`${path}/`),
}).filter((path) => path !== 'docs/glossary.md' && !EXCLUDED.test(path));

describe('a word that the glossary does not use', () => {
  test('is found in a comment, a name and a title, and not in a text for the listener', () => {
    const source = [
      '// Its place is known.',
      "const resumePlace = 'Your place in it stays.';",
      "test.each([1])('answers %s', () => resumePlace);",
      'const placeholder = `replaced`;',
    ].join('\n');
    expect(unusedInModule('test/some.test.ts', source).map(({ word, line }) => `${line} ${word}`)).toEqual([
      '1 place',
      '2 place',
      '3 place',
      '3 answers',
    ]);
  });

  test('is found in a document, and not in its code', () => {
    const document = 'A place.\n`place()` and\n```sh\nplace\n```\nan answer';
    expect(unusedInDocument(document).map(({ word, line }) => `${line} ${word}`)).toEqual([
      '1 place',
      '6 answer',
    ]);
  });

  test('is in no module and in no document', () => {
    // A check that reads nothing would pass.
    expect(files.length).toBeGreaterThan(1000);
    const found = files.flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      // Few files have such a word at all, and parsing takes long.
      if (unusedIn(text).length === 0) return [];
      const findings = path.endsWith('.md') ? unusedInDocument(text) : unusedInModule(path, text);
      return findings.map(({ word, line }) => `${path}:${line} ${word}`);
    });
    expect(found).toEqual([]);
  });
});
