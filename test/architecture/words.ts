import { parseSync } from 'oxc-parser';
import { nameOf, type Syntax, syntaxOf, textOf } from './syntax.ts';

/** A word that the glossary does not use, where it stands. */
export type Finding = { readonly word: string; readonly line: number; readonly text: string };

/** The forms of the words that are not used (docs/glossary.md). */
const UNUSED = /^(?:place[sd]?|placing|answer(?:s|ed|ing)?|spots?|wish(?:es|ed|ing)?)$/u;

/** Names of others: of calls and of a field of Cognito. */
const FOREIGN: ReadonlySet<string> = new Set([
  'ANSWER',
  'sendCustomChallengeAnswer',
  'sendMFASelectionAnswer',
]);

/** The words of a text or a name, also inside of names such as `resumePosition`. */
const wordsOf = (text: string): readonly string[] =>
  text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/gu)?.map((word) => word.toLowerCase()) ?? [];

/** The unused words in a text whose first line has the number `line`. */
export function unusedIn(text: string, line = 1): readonly Finding[] {
  return text.split('\n').flatMap((each, at) =>
    wordsOf(each)
      .filter((word) => UNUSED.test(word))
      .map((word) => ({ word, line: line + at, text: each.trim() })),
  );
}

/** The unused words of a document. What it quotes as code is not counted. */
export const unusedInDocument = (text: string): readonly Finding[] =>
  unusedIn(text.replaceAll(/^```.*?^```$|`[^`]*`/gmsu, (code) => code.replaceAll(/[^\n]/gu, ' ')));

/** The unused words in the comments, the names and the titles of tests of a module. Other texts may be for listeners. */
export function unusedInModule(path: string, source: string): readonly Finding[] {
  const lineOf = (start: number): number => source.slice(0, start).split('\n').length;
  const comments = parseSync(path, source).comments.flatMap(({ value, start }) =>
    unusedIn(value, lineOf(start)),
  );
  const nodes = syntaxOf(path, source);
  const names = nodes
    .map((node) => ({ node, name: nameIn(node) }))
    .filter(({ name }) => name !== '' && !FOREIGN.has(name))
    .flatMap(({ node, name }) =>
      wordsOf(name).some((word) => UNUSED.test(word)) ? unusedIn(name, node.line) : [],
    );
  const titles = nodes.flatMap((node) => (isTitle(node) ? unusedIn(titleOf(node), node.line) : []));
  return [...comments, ...names, ...titles];
}

const nameIn = ({ type, fields }: Syntax): string =>
  ['Identifier', 'JSXIdentifier', 'PrivateIdentifier'].includes(type) && typeof fields['name'] === 'string'
    ? fields['name']
    : '';

const TESTS: ReadonlySet<string> = new Set(['it', 'test', 'describe', 'law']);

/** True for the first argument of `it`, `test.each(…)`, `describe.skipIf(…)` and so on. */
function isTitle({ parent, role, fields }: Syntax): boolean {
  if (parent?.type !== 'CallExpression' || role !== 'arguments') return false;
  const { arguments: given } = parent.fields;
  return Array.isArray(given) && given[0] === fields && TESTS.has(rootOf(parent.fields['callee']) ?? '');
}

function rootOf(callee: unknown): string | undefined {
  if (typeof callee !== 'object' || callee === null) return undefined;
  if ('callee' in callee) return rootOf(callee.callee);
  if ('object' in callee) return rootOf(callee.object);
  return nameOf(callee);
}

/** The text of a title, without what a template inserts. */
function titleOf({ fields }: Syntax): string {
  const text = textOf(fields);
  if (text !== undefined) return text;
  const { quasis } = fields;
  return Array.isArray(quasis)
    ? quasis
        .map((part: { readonly value?: { readonly cooked?: string } }) => part.value?.cooked ?? '')
        .join(' ')
    : '';
}
