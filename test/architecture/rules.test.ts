import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TRACKING_PLAN, type PropertyShape } from '../../src/domain/analytics.ts';

const FOLDER = 'docs/rules';
const OVERVIEW = 'README.md';

/** Which ids stand on which page. */
const PREFIXES: Readonly<Record<string, string>> = {
  'account.md': 'ACC',
  'analytics.md': 'ANA',
  'app.md': 'APP',
  'bookmarks.md': 'BOOK',
  'catalogue.md': 'CAT',
  'downloads.md': 'DOWN',
  'entitlement.md': 'ENT',
  'favorites.md': 'FAV',
  'history.md': 'HIST',
  'messaging.md': 'MSG',
  'playback.md': 'PLAY',
  'progress.md': 'PROG',
  'session.md': 'SES',
  'studio.md': 'STU',
};

/** Values without a rule of their own. */
const WITHOUT_RULE = ['src/domain/brand.ts', 'src/domain/result.ts'];

// A check that reads nothing passes: the pages hold this many rules and the repository this many files at least.
const LEAST_RULES = 450;
const LEAST_FILES = 1200;
const LEAST_LINKS = 1500;

const HEADING = ['id', 'rule', 'held by', 'proven by'];
const CITATION = /\b(?:DOWN|ENT|PLAY|PROG|MSG|ANA|CAT|SES|ACC|FAV|APP|STU|BOOK|HIST)-\d+\b/gu;
const HELD = /^(?:src|server)\//u;
const PROOF = /^(?:(?:test|e2e|browsers)\/.+\.(?:test|spec)\.tsx?|test\/contract\/.+\.ts)$/u;

type Rule = {
  readonly page: string;
  readonly id: string;
  readonly text: string;
  /** Paths from the project's root. */
  readonly heldBy: readonly string[];
  readonly provenBy: readonly string[];
};

const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/gu)].map(([, target = '']) => posix.join(FOLDER, target));

const cellsOf = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the tables that have the heading of rules. Other tables of a page are no rules. */
function rulesOn(page: string, text: string): readonly Rule[] {
  const rules: Rule[] = [];
  let isRules = false;
  for (const line of text.split('\n')) {
    const cells = line.startsWith('|') ? cellsOf(line) : [];
    if (cells.length === 0) isRules = false;
    else if (cells.join() === HEADING.join()) isRules = true;
    else if (isRules && !/^:?-+:?$/u.test(cells[0] ?? '')) {
      const [id = '', rule = '', held = '', proven = ''] = cells;
      rules.push({ page, id, text: rule, heldBy: linksIn(held), provenBy: linksIn(proven) });
    }
  }
  return rules;
}

/** What is wrong with the rules, a sentence each. */
function faultsIn(rules: readonly Rule[]): readonly string[] {
  const seen = new Set<string>();
  return rules.flatMap(({ page, id, text, heldBy, provenBy }) => {
    const name = id === '' ? `a row of ${page}` : id;
    const isTaken = seen.has(id);
    seen.add(id);
    return [
      ...(new RegExp(`^${PREFIXES[page] ?? 'none'}-[1-9]\\d*$`, 'u').test(id)
        ? []
        : [`${name}: no id of ${page}`]),
      ...(isTaken ? [`${name}: stands there twice`] : []),
      ...(text === '' ? [`${name}: says nothing`] : []),
      ...(heldBy.some((path) => HELD.test(path)) ? [] : [`${name}: held by nothing`]),
      ...(provenBy.some((path) => PROOF.test(path)) ? [] : [`${name}: proven by nothing`]),
    ];
  });
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const deadLinksIn = (text: string): readonly string[] => linksIn(text).filter((path) => !isFile(path));

const deadIdsIn = (text: string, known: ReadonlySet<string>): readonly string[] =>
  [...text.matchAll(CITATION)].map(([id]) => id).filter((id) => !known.has(id));

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    // The reference is written by a script, from the docstrings.
    .filter((path) => /\.(?:[cm]?[jt]sx?|md|css|html)$/u.test(path) && !path.startsWith('docs/reference/'));

const read = (path: string): string => readFileSync(path, 'utf8');

const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== OVERVIEW);
const texts = new Map([OVERVIEW, ...pages].map((page) => [page, read(posix.join(FOLDER, page))]));
const rules = pages.flatMap((page) => rulesOn(page, texts.get(page) ?? ''));
const ids = new Set(rules.map(({ id }) => id));
const files = [
  ...['src', 'server', 'test', 'e2e', 'browsers', 'scripts', 'docs'].flatMap(filesUnder),
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
];
const links = [...texts.values()].flatMap(linksIn);

describe('the pages of the rules', () => {
  test(`are really read: ${rules.length} rules, ${links.length} links, ${files.length} files`, () => {
    expect(rules.length).toBeGreaterThanOrEqual(LEAST_RULES);
    expect(links.length).toBeGreaterThanOrEqual(LEAST_LINKS);
    expect(files.length).toBeGreaterThanOrEqual(LEAST_FILES);
  });

  test('are those of the overview, each with rules', () => {
    expect(pages.toSorted()).toEqual(Object.keys(PREFIXES));
    expect(pages.filter((page) => !rules.some((rule) => rule.page === page))).toEqual([]);
    const rows = (texts.get(OVERVIEW) ?? '').split('\n');
    for (const [page, prefix] of Object.entries(PREFIXES)) {
      expect(rows.filter((row) => row.includes(`](${page})`) && row.includes(`\`${prefix}-\``))).toHaveLength(
        1,
      );
    }
  });

  test('give each rule one id, a holder and a proof', () => {
    expect(faultsIn(rules)).toEqual([]);
  });

  test('link to files that exist', () => {
    expect([...texts.values()].flatMap(deadLinksIn)).toEqual([]);
  });

  test('name every file of the domain', () => {
    const named = new Set([...WITHOUT_RULE, ...links]);
    const domain = filesUnder('src/domain').filter((path) => path.endsWith('.ts'));
    expect(domain.length).toBeGreaterThanOrEqual(30);
    expect(domain.filter((path) => !named.has(path))).toEqual([]);
  });

  test('know every id that is cited', () => {
    const dead = files.flatMap((path) => deadIdsIn(read(path), ids).map((id) => `${path}: ${id}`));
    expect(dead).toEqual([]);
  });
});

describe('the page of analytics', () => {
  const events = Object.entries(TRACKING_PLAN.events).map(
    ([name, { shapes }]) => [name, shapes as readonly PropertyShape[]] as const,
  );
  const onPage = rules.filter(({ page }) => page === 'analytics.md');

  test.each(events)('has one rule of the event %s, with its properties', (name, shapes) => {
    const [rule, ...others] = onPage.filter(({ text }) => text.startsWith(`\`${name}\`:`));
    expect(others).toEqual([]);
    const properties = new Set(shapes.flatMap((shape) => Object.keys(shape)));
    const said = rule?.text.split('Properties:')[1] ?? '';
    for (const property of properties) expect(said).toContain(`\`${property}\``);
    if (properties.size === 0) expect(said).toMatch(/^ none\./u);
  });
});
