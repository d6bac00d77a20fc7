import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type Entry, mergedTexts, type Text } from 'audio-streaming-translations/build/catalogues';

/** What is wrong with a text of a catalogue. */
export type Fault = {
  readonly kind: 'missing' | 'doubtful' | 'unused' | 'new' | 'unreadable' | 'gaps' | 'forms' | 'too-long';
  readonly text: string;
  readonly what: string;
};

/** Compares a catalogue with the texts of the code (LANG-8). */
export function faultsIn(
  language: string,
  entries: readonly Entry[],
  texts: readonly Text[],
): readonly Fault[] {
  const idOf = ({ text, context }: Pick<Entry, 'text' | 'context'>): string => `${context}\u0004${text}`;
  const known = new Set(entries.map(idOf));
  const needed = new Set(mergedTexts(texts).map(idOf));
  const absent = mergedTexts(texts)
    .filter((each) => !known.has(idOf(each)))
    .map(({ text }): Fault => ({
      kind: 'new',
      text,
      what: 'is not in the file: npm run translations -- --write',
    }));
  return [
    ...absent,
    ...entries.flatMap((entry): readonly Fault[] => {
      const { text, translated } = entry;
      if (!needed.has(idOf(entry)))
        return [{ kind: 'unused', text, what: 'the code does not have it any more' }];
      if (translated === '') return [{ kind: 'missing', text, what: 'is not translated' }];
      if (entry.isDoubtful) return [{ kind: 'doubtful', text, what: 'is marked as fuzzy' }];
      return faultsOf(language, entry);
    }),
  ];
}

function faultsOf(language: string, { text, translated, comment }: Entry): readonly Fault[] {
  const faults: Fault[] = [];
  const most = Number(
    /at most (?<count>\d+) characters/u.exec(comment)?.groups?.['count'] ?? Number.POSITIVE_INFINITY,
  );
  if ([...translated].length > most)
    faults.push({ kind: 'too-long', text, what: `has more than ${most} characters: ${translated}` });
  // A text without gaps is shown as it is, so its signs mean nothing.
  if (!/[{<]/u.test(text)) return faults;
  const english = read(text);
  const other = read(translated);
  if (english === null || other === null) {
    faults.push({
      kind: 'unreadable',
      text,
      what: `is not readable ICU MessageFormat: ${other === null ? translated : text}`,
    });
    return faults;
  }
  const [wanted, found] = [gapsIn(english), gapsIn(other)].map((gaps) =>
    [...new Set(gaps)].toSorted().join(', '),
  );
  if (wanted !== found)
    faults.push({ kind: 'gaps', text, what: `has the gaps ${found || 'none'} instead of ${wanted}` });
  for (const { name, options, type } of pluralsIn(other)) {
    const lacking = new Intl.PluralRules(language, { type })
      .resolvedOptions()
      .pluralCategories.filter((form) => !Object.hasOwn(options, form));
    if (lacking.length > 0)
      faults.push({ kind: 'forms', text, what: `lacks the forms ${lacking.join(', ')} of ${name}` });
  }
  return faults;
}

function read(text: string): readonly MessageFormatElement[] | null {
  try {
    return parse(text, { ignoreTag: false, requiresOtherClause: true });
  } catch {
    return null;
  }
}

const childrenOf = (element: MessageFormatElement): readonly MessageFormatElement[] => {
  if (element.type === TYPE.tag) return element.children;
  if (element.type === TYPE.plural || element.type === TYPE.select)
    return Object.values(element.options).flatMap(({ value }) => value);
  return [];
};

/** The names of the gaps and tags of a text. */
const gapsIn = (elements: readonly MessageFormatElement[]): readonly string[] =>
  elements.flatMap((element) => {
    const own =
      element.type === TYPE.literal || element.type === TYPE.pound
        ? []
        : [element.type === TYPE.tag ? `<${element.value}>` : element.value];
    return [...own, ...gapsIn(childrenOf(element))];
  });

type Plural = {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly type: Intl.PluralRuleType;
};

const pluralsIn = (elements: readonly MessageFormatElement[]): readonly Plural[] =>
  elements.flatMap((element) => [
    ...(element.type === TYPE.plural
      ? [{ name: element.value, options: element.options, type: element.pluralType ?? 'cardinal' }]
      : []),
    ...pluralsIn(childrenOf(element)),
  ]);
