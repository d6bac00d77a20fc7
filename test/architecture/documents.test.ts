import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const RECORDS = 'docs/decisions';

// A check that reads nothing passes. There are at least this many documents, links, records and commands.
const LEAST_DOCUMENTS = 40;
const LEAST_LINKS = 200;
const LEAST_COMMANDS = 15;

const read = (path: string): string => readFileSync(path, 'utf8');

const markdownUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    // A script writes the reference. It is not committed.
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/reference/'));

const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gmu, '');

/** The id that a Markdown viewer gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');

const anchorsIn = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => anchorOf(heading));

const linksIn = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/u.test(target));

/** The links of a document that lead to no file, no folder or no heading. */
function deadLinksIn(document: string, text: string): readonly string[] {
  return linksIn(text).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? document : posix.join(posix.dirname(document), path);
    if (path !== '' && !existsSync(target)) return true;
    if (anchor === undefined || !target.endsWith('.md')) return false;
    return !anchorsIn(target === document ? text : read(target)).includes(anchor);
  });
}

/** The names of the commands `npm run …` in a text. */
const commandsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/npm run ([a-z][\w:-]*)/gu)].map(([, name = '']) => name)),
];

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...markdownUnder('docs'),
] as const;
const texts = documents.map((path) => [path, read(path)] as const);
const records = readdirSync(RECORDS);

describe('documents', () => {
  test('link only to files and headings that exist', () => {
    expect(documents.length).toBeGreaterThanOrEqual(LEAST_DOCUMENTS);
    expect(texts.flatMap(([, text]) => linksIn(text)).length).toBeGreaterThanOrEqual(LEAST_LINKS);
    expect(
      texts.flatMap(([path, text]) => deadLinksIn(path, text).map((link) => `${path}: ${link}`)),
    ).toEqual([]);
  });

  test('name only commands of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    const named = texts.flatMap(([path, text]) => commandsIn(text).map((name) => ({ path, name })));
    expect(new Set(named.map(({ name }) => name)).size).toBeGreaterThanOrEqual(LEAST_COMMANDS);
    expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('decision records', () => {
  test('name only files that exist', () => {
    const dead = records.flatMap((name) =>
      [...read(posix.join(RECORDS, name)).matchAll(/`((?:src|server|test|e2e|scripts|docs)\/[\w./-]+)`/gu)]
        .map(([, path = '']) => path)
        .filter((path) => path !== 'docs/reference' && !existsSync(path))
        .map((path) => `${name}: ${path}`),
    );
    expect(dead).toEqual([]);
  });
});
