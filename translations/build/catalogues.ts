import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PO from 'pofile';
import { ENGLISH, PSEUDO } from '../languages.ts';
import { type Catalogue, keyOf } from '../translate.ts';
import { pseudoOf } from './pseudo.ts';

const FOLDER = join(import.meta.dirname, '..');

const fileOf = (language: string): string => join(FOLDER, `${language}.po`);

/** The languages that have a file, without English. */
export const translatedLanguages = (): readonly string[] =>
  readdirSync(FOLDER)
    .flatMap((name) => /^(?<tag>[\w-]+)\.po$/u.exec(name)?.groups?.['tag'] ?? [])
    .toSorted();

/** A text of the code. */
export type Text = {
  readonly text: string;
  readonly context?: string;
  /** What the code says to translators about it. */
  readonly comment?: string;
  /** The file, relative to the project. */
  readonly path: string;
};

/** A text of a catalogue (LANG-8). */
export type Entry = {
  readonly text: string;
  readonly context: string;
  /** Empty if nobody has translated it. */
  readonly translated: string;
  /** What the code says about it. */
  readonly comment: string;
  /** The files of the code that have it. */
  readonly paths: readonly string[];
  /** True if somebody has to look at it again. */
  readonly isDoubtful: boolean;
};

const read = (language: string): PO => PO.parse(readFileSync(fileOf(language), 'utf8'));

const entryOf = (item: InstanceType<typeof PO.Item>): Entry => ({
  text: item.msgid,
  context: item.msgctxt ?? '',
  translated: item.msgstr[0] ?? '',
  comment: item.extractedComments.join(' '),
  paths: item.references,
  isDoubtful: item.flags['fuzzy'] === true,
});

export const entriesOf = (language: string): readonly Entry[] =>
  read(language)
    .items.filter(({ obsolete }) => !obsolete)
    .map(entryOf);

/** The pages and programs that have a file of their own for each language. */
export const PARTS = {
  app: /^(?:src|components)\//u,
  // It stands on the app's rules and adapters, without its screens and use cases.
  studio: /^(?:studio\/|components\/|src\/(?!ui\/|application\/))/u,
  server: /^server\//u,
} as const;

export type Part = keyof typeof PARTS;

/** The texts of a part in one language, as the part loads them. */
export function catalogueOf(
  language: string,
  part: Part,
): { readonly catalogue: Catalogue; readonly missing: number } {
  const isPseudo = language === PSEUDO;
  const [first = ENGLISH] = translatedLanguages();
  const own = entriesOf(isPseudo ? first : language).filter(({ paths }) =>
    paths.some((path) => PARTS[part].test(path)),
  );
  const catalogue: Record<string, string> = {};
  let missing = 0;
  for (const { text, context, translated, isDoubtful } of own) {
    const words = isPseudo ? pseudoOf(text) : isDoubtful ? '' : translated;
    if (words === '') missing += 1;
    else catalogue[keyOf(text, context)] = words;
  }
  return { catalogue, missing };
}

const idOf = (text: string, context = ''): string => `${context}\u0004${text}`;

/** The texts of the code, each once. Equal texts with equal contexts are one text. */
export function mergedTexts(texts: readonly Text[]): readonly Omit<Entry, 'translated' | 'isDoubtful'>[] {
  const byId = Map.groupBy(texts, ({ text, context }) => idOf(text, context));
  const merged = [...byId.values()].map((same) => ({
    text: same[0]?.text ?? '',
    context: same[0]?.context ?? '',
    comment: [...new Set(same.flatMap(({ comment }) => comment ?? []))].toSorted().join(' '),
    paths: [...new Set(same.map(({ path }) => path))].toSorted(),
  }));
  return merged.toSorted((one, other) =>
    compare(idOf(one.text, one.context), idOf(other.text, other.context)),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Writes the files anew: the texts of the code with what was translated. What the code no longer has goes.
 *
 * @returns the languages whose file has changed
 */
export function renewCatalogues(texts: readonly Text[]): readonly string[] {
  return translatedLanguages().filter((language) => {
    const path = fileOf(language);
    const before = readFileSync(path, 'utf8');
    const written = renewedCatalogue(before, texts);
    if (written === before) return false;
    writeFileSync(path, written);
    return true;
  });
}

/**
 * Writes the file of a new language, with each text still to be translated.
 *
 * @returns false if the language has a file already
 */
export function addCatalogue(language: string, texts: readonly Text[]): boolean {
  const path = fileOf(language);
  if (existsSync(path)) return false;
  writeFileSync(path, newCatalogue(language, texts));
  return true;
}

/** The words of the file of a new language. */
export const newCatalogue = (language: string, texts: readonly Text[]): string =>
  renewedCatalogue(
    [
      `# ${new Intl.DisplayNames(ENGLISH, { type: 'language' }).of(language) ?? language}.`,
      '# Write here who has translated it, how it speaks to people, and which quotation marks it has.',
      'msgid ""',
      'msgstr ""',
      String.raw`"Content-Type: text/plain; charset=UTF-8\n"`,
      String.raw`"Content-Transfer-Encoding: 8bit\n"`,
      String.raw`"Language: ${language}\n"`,
    ].join('\n'),
    texts,
  );

/** The words of a file anew, for the texts of the code. */
export function renewedCatalogue(written: string, texts: readonly Text[]): string {
  const file = PO.parse(written);
  // The library adds all usual headers, without values.
  file.headers = Object.fromEntries(Object.entries(file.headers).filter(([, value]) => value !== ''));
  // Without a context, the library says null.
  const before = new Map(file.items.map((item) => [idOf(item.msgid, item.msgctxt ?? ''), item]));
  file.items = mergedTexts(texts).map(({ text, context, comment, paths }) => {
    const old = before.get(idOf(text, context));
    const item = new PO.Item();
    item.msgid = text;
    if (context !== '') item.msgctxt = context;
    item.msgstr = [old?.msgstr[0] ?? ''];
    item.comments = old?.comments ?? [];
    item.extractedComments = comment === '' ? [] : [comment];
    item.references = [...paths];
    if (old?.flags['fuzzy'] === true) item.flags['fuzzy'] = true;
    return item;
  });
  return `${file.toString().trimEnd()}\n`;
}
