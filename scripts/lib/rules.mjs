import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';
import { titlesIn } from './titles.mjs';

/**
 * @typedef {{ readonly page: string, readonly id: string, readonly text: string }} Rule
 * @typedef {{ readonly path: string, readonly line: number, readonly id: string }} Citation
 * @typedef {Citation & { readonly title: string }} Proof A test whose title, or whose block's title, has the id.
 */

export const RULES = 'docs/rules';

const RULE = /^\*\*([A-Z]+-\d+)\*\* (.*(?:\n.+)*)/gmu;
const CITATION = /\b(?:DOWN|ENT|PLAY|PROG|MSG|ANA|CAT|SES|ACC|FAV|APP|STU|BOOK|HIST|TEXT|FEED|LANG)-\d+\b/gu;
const CODE =
  /^(?:src|components|server|studio|transcripts|translations|wire)\/(?!test\/)(?!.+\.test\.tsx?$)/u;
/** The files of tests, the contracts of adapters, and the rules that the simulation checks. */
const TESTS = /\.(?:test|spec)\.tsx?$|(?:^|\/)(?:contract\/.+|simulation\/rules)\.ts$/u;

/** The files that may cite a rule, by their path from the project's root. */
export const citingFiles = () => [
  ...[
    'src',
    'server',
    'transcripts',
    'wire',
    'translations',
    'components',
    'studio',
    'core',
    'conformance',
    'laws',
    'proofs',
    'test',
    'e2e',
    'browsers',
    'scripts',
    'tools',
    'docs',
  ].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name).replaceAll('\\', '/'))
      // A script writes the reference.
      .filter((path) => /\.(?:[cm]?[jt]sx?|md|css|html)$/u.test(path) && !path.startsWith('docs/reference/')),
  ),
  ...readdirSync(inRoot()).filter((name) => name.endsWith('.md')),
];

/**
 * @param {string} page
 * @param {string} text
 * @returns {readonly Rule[]}
 */
const rulesOn = (page, text) =>
  [...text.matchAll(RULE)].map(([, id = '', rule = '']) => ({
    page,
    id,
    text: rule.replaceAll(/\s+/gu, ' ').trim(),
  }));

/** @returns {readonly Rule[]} */
export const allRules = () =>
  readdirSync(inRoot(RULES))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .flatMap((page) => rulesOn(page, readFileSync(inRoot(RULES, page), 'utf8')));

/** @param {string} text */
const idsIn = (text) => [...new Set(text.match(CITATION) ?? [])];

/** @param {string} path */
const textOf = (path) => readFileSync(inRoot(path), 'utf8');

/** @returns {readonly Citation[]} */
export const allCitations = () =>
  citingFiles().flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => idsIn(line).map((id) => ({ path, line: index + 1, id }))),
  );

/** @returns {readonly Proof[]} */
export const allProofs = () =>
  citingFiles()
    .filter((path) => TESTS.test(path))
    .flatMap((path) => {
      const text = textOf(path);
      if (idsIn(text).length === 0) return [];
      return titlesIn(path, text).flatMap(({ line, title }) =>
        idsIn(title).map((id) => ({ path, line, id, title })),
      );
    });

/** @param {Citation} citation */
export const isHolder = ({ path }) => CODE.test(path);
