import { folded } from '../folded.ts';
import type { ContentItem } from './content.ts';

/** Where the words of a search stand in a title, if its tile does not show them. */
export type FoundIn = {
  readonly kind: 'narrator' | 'series' | 'subject' | 'chapter' | 'said' | 'description';
  /** The name or the sentence that has the words. */
  readonly text: string;
};

const WORDS = /[\p{L}\p{N}]+/gu;
/** Scripts that write words without spaces. A word may start anywhere. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** How many letters of a description are shown before and after a word. */
const [BEFORE, AFTER] = [40, 80];

/** True if a word of a folded text begins with `word`. */
const has = (text: string, word: string): boolean => indexOfWord(text, word) !== -1;

const indexOfWord = (text: string, word: string): number => {
  if (UNSPACED.test(word)) return text.indexOf(word);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return at;
  }
  return -1;
};

/** The part of a description around a word. Parts of words at its ends are left out. */
const partAround = (description: string, words: readonly string[]): string => {
  const line = description.replaceAll(/\s+/gu, ' ').trim();
  const text = folded(line);
  const at = Math.max(
    0,
    Math.min(...words.map((word) => indexOfWord(text, word)).filter((index) => index !== -1)),
  );
  const [from, to] = [Math.max(0, at - BEFORE), at + AFTER];
  const part = line.slice(from, to);
  const start = from === 0 ? part : `…${part.replace(/^\S*\s/u, '')}`;
  return to >= line.length ? start : `${start.replace(/\s\S*$/u, '')}…`;
};

/**
 * Says why a search has found a title: where the words stand that neither its title nor its authors nor its first series
 * have. Null if these have all words, or if none of its texts has the others (CAT-332).
 */
export const foundIn = (item: ContentItem, term: string): FoundIn | null => {
  const shown = folded(
    [item.title, ...item.authors.map(({ name }) => name), item.series[0]?.name ?? ''].join(' \n '),
  );
  const missing = (folded(term).match(WORDS) ?? []).filter((word) => !has(shown, word));
  if (missing.length === 0) return null;
  const names = (kind: FoundIn['kind'], list: readonly string[]): readonly FoundIn[] =>
    list.map((text) => ({ kind, text }));
  const texts: readonly FoundIn[] = [
    ...names(
      'narrator',
      item.narrators.map(({ name }) => name),
    ),
    ...names(
      'series',
      item.series.slice(1).map(({ name }) => name),
    ),
    ...names('subject', [...item.categories, ...item.topics]),
    ...names(
      'chapter',
      item.chapters.map(({ title }) => title),
    ),
    ...names('description', item.description === '' ? [] : [item.description]),
    ...names(
      'said',
      item.matches.map(({ text }) => text),
    ),
  ];
  const counted = texts.map((found) => {
    const text = folded(found.text);
    return { found, words: missing.filter((word) => has(text, word)) };
  });
  const best = counted.reduce((most, each) => (each.words.length > most.words.length ? each : most), {
    // A word that is said may be inflected.
    found: texts.find(({ kind }) => kind === 'said') ?? null,
    words: [] as readonly string[],
  });
  if (best.found === null) return null;
  return best.found.kind === 'description'
    ? { kind: 'description', text: partAround(best.found.text, best.words) }
    : best.found;
};
