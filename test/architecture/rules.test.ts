import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  allCitations,
  allProofs,
  allRules,
  citingFiles,
  isHolder,
  RULES,
  type Citation,
  type Proof,
  type Rule,
} from '../../scripts/lib/rules.mjs';
import { TRACKING_PLAN, type PropertyShape } from '../../src/domain/analytics.ts';

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
  'languages.md': 'LANG',
  'messaging.md': 'MSG',
  'playback.md': 'PLAY',
  'private-feeds.md': 'FEED',
  'progress.md': 'PROG',
  'session.md': 'SES',
  'studio.md': 'STU',
  'transcripts.md': 'TEXT',
};

/** Values without a rule of their own. */
const WITHOUT_RULE = ['src/domain/brand.ts', 'src/domain/result.ts'];

// A check that reads nothing passes: the pages hold this many rules and the repository this many files at least.
const LEAST_RULES = 450;
const LEAST_FILES = 800;
const LEAST_CITATIONS = 1500;

/** What is wrong with the rules, a sentence each. */
function faultsIn(
  rules: readonly Rule[],
  citations: readonly Citation[],
  proofs: readonly Proof[],
): readonly string[] {
  const held = new Set(citations.filter(isHolder).map(({ id }) => id));
  const proven = new Set(proofs.map(({ id }) => id));
  return rules.flatMap(({ page, id, text }, index) => [
    ...(new RegExp(`^${PREFIXES[page] ?? 'none'}-[1-9]\\d*$`, 'u').test(id)
      ? []
      : [`${id}: no id of ${page}`]),
    ...(rules.findIndex((rule) => rule.id === id) === index ? [] : [`${id}: stands there twice`]),
    ...(text === '' ? [`${id}: says nothing`] : []),
    ...(held.has(id) ? [] : [`${id}: cited by no file of src or server`]),
    ...(proven.has(id) ? [] : [`${id}: stands in the title of no test`]),
  ]);
}

const rules = allRules();
const ids = new Set(rules.map(({ id }) => id));
const files = citingFiles();
const citations = allCitations();
const proofs = allProofs();

describe('the pages of the rules', () => {
  test(`are really read: ${rules.length} rules, ${citations.length} citations, ${files.length} files`, () => {
    expect(rules.length).toBeGreaterThanOrEqual(LEAST_RULES);
    expect(citations.length).toBeGreaterThanOrEqual(LEAST_CITATIONS);
    expect(files.length).toBeGreaterThanOrEqual(LEAST_FILES);
  });

  test('are those of the overview, each with rules', () => {
    const overview = readFileSync(`${RULES}/README.md`, 'utf8').split('\n');
    for (const [page, prefix] of Object.entries(PREFIXES)) {
      expect(rules.some((rule) => rule.page === page)).toBe(true);
      expect(
        overview.filter((row) => row.includes(`](${page})`) && row.includes(`\`${prefix}-\``)),
      ).toHaveLength(1);
    }
    expect([...new Set(rules.map(({ page }) => page))].toSorted()).toEqual(Object.keys(PREFIXES));
  });

  test('give each rule one id, a holder and a proof by a test that has the id in its title', () => {
    expect(faultsIn(rules, citations, proofs)).toEqual([]);
  });

  test('are cited by every file of the domain', () => {
    const citing = new Set([...WITHOUT_RULE, ...citations.map(({ path }) => path)]);
    const domain = files.filter((path) => path.startsWith('src/domain/') && path.endsWith('.ts'));
    expect(domain.length).toBeGreaterThanOrEqual(30);
    expect(domain.filter((path) => !citing.has(path))).toEqual([]);
  });

  test('have every id that is cited', () => {
    expect(citations.filter(({ id }) => !ids.has(id))).toEqual([]);
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
