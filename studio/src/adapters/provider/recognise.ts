import type { Message, Values, Worded } from '../../../../src/domain/message.ts';
import { IMPORT_SENTENCES } from './import-sentences.ts';
import { CHANGES, DEVICES, SENTENCES } from './sentences.ts';

/** {name}, or a plural with the forms of English. */
const GAP = /\{(?<name>\w+)(?:, plural, one \{(?<one>[^{}]*)\} other \{(?<other>[^{}]*)\})?\}/gu;

/** The gaps that hold other texts of the lists. */
const SAID = new Set(['reason', 'role', 'plan', 'before', 'after']);

type Pattern = { readonly text: string; readonly pattern: RegExp; readonly counts: ReadonlySet<string> };

const escaped = (words: string): string => words.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/** What finds a sentence that somebody has made of the text. */
function patternOf(text: string): Pattern {
  const counts = new Set<string>();
  let source = '';
  let at = 0;
  for (const { index, groups = {}, 0: gap } of text.matchAll(GAP)) {
    const { name = '', one, other } = groups;
    if (one !== undefined && other !== undefined) {
      counts.add(name);
      const many = escaped(other).replace('#', String.raw`(?<${name}>[\d,]+)`);
      source += `${escaped(text.slice(at, index))}(?:${escaped(one).replace('#', '1')}|${many})`;
    } else source += `${escaped(text.slice(at, index))}(?<${name}>.+?)`;
    at = index + gap.length;
  }
  return { text, pattern: new RegExp(`^${source}${escaped(text.slice(at))}$`, 'su'), counts };
}

const SENTENCE_PATTERNS = [...SENTENCES, ...IMPORT_SENTENCES].map(patternOf);
const CHANGE_PATTERNS = CHANGES.map(patternOf);
const DEVICE_PATTERNS = DEVICES.map(patternOf);

/**
 * A sentence of the provider as a text of the catalogues with its values, so that it can be translated (LANG-14). What is not
 * known stays as it is.
 */
export const recognise = (sentence: string): Message => found(sentence, SENTENCE_PATTERNS);

/** The same for what was changed of a member. */
export const recogniseChange = (detail: string): Message => found(detail, CHANGE_PATTERNS);

/** The same for where a member is signed in. */
export const recogniseDevice = (device: string): Message => found(device, DEVICE_PATTERNS);

function found(sentence: string, patterns: readonly Pattern[]): Message {
  for (const { text, pattern, counts } of patterns) {
    const match = pattern.exec(sentence);
    if (match === null) continue;
    if (match.groups === undefined && counts.size === 0) return text;
    return { text, values: valuesOf(match.groups ?? {}, counts, patterns) };
  }
  // Several sentences, one after the other.
  const [first = '', ...rest] = sentence.split(/(?<=[.!?]) (?=\p{Lu}|\d)/u);
  if (rest.length === 0) return sentence;
  return {
    text: '{first} {rest}',
    values: { first: inside(first, patterns), rest: inside(rest.join(' '), patterns) },
  };
}

const inside = (sentence: string, patterns: readonly Pattern[]): Worded => {
  const said = found(sentence, patterns);
  return typeof said === 'string' ? { text: said } : said;
};

function valuesOf(
  gaps: Readonly<Record<string, string | undefined>>,
  counts: ReadonlySet<string>,
  patterns: readonly Pattern[],
): Values {
  const values: Record<string, Values[string]> = {};
  for (const name of counts) values[name] = Number(gaps[name]?.replaceAll(',', '') ?? 1);
  for (const [name, value] of Object.entries(gaps)) {
    if (counts.has(name) || value === undefined) continue;
    values[name] = SAID.has(name) ? inside(value, patterns) : value;
  }
  return values;
}
