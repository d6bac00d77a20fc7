/*
 * Reads the part of ICU MessageFormat that sentences need, and fills it: {name}, {count, number}, {count, plural, …},
 * {count, selectordinal, …}, {gender, select, …}, # and <tag>…</tag>. Apostrophes quote signs, as '{'. It works in one pass without
 * a syntax tree, so that it costs the first load little. A check of the catalogues reads them with a complete parser.
 */

/** How a language writes numbers and other values. `formOf` is the plural form for a number. */
export type NumberRules = {
  readonly write: (value: number) => string;
  /** Sets a value apart from the words around it, which may run in the other direction. */
  readonly isolate: (value: string) => string;
  readonly formOf: (value: number, type: 'cardinal' | 'ordinal') => string;
};

/** What fills a gap such as {name}. A function gets the words between `<name>` and `</name>`, for example to make a link of them. */
export type Filling<Part> = string | number | Part | ((words: readonly (string | Part)[]) => Part);

export type Fillings<Part> = Readonly<Record<string, Filling<Part>>>;

/** A text with what fills its gaps. */
export type Filled<Part> = {
  /** In their order: words, and what the functions made. */
  readonly parts: readonly (string | Part)[];
  /** The names of its gaps and tags. */
  readonly gaps: ReadonlySet<string>;
  /** True if each brace and tag is closed, each plural has `other`, and each gap has its filling. */
  readonly isSound: boolean;
};

/**
 * Fills a text.
 *
 * A gap without a filling stays as it is written.
 */
export function formatText<Part>(text: string, fillings: Fillings<Part>, rules: NumberRules): Filled<Part> {
  let at = 0;
  const gaps = new Set<string>();
  let isSound = true;

  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };

  /** Reads until `end`, which is a brace or a tag. Without it, until the text ends. */
  const words = (counted?: number, end?: RegExp): (string | Part)[] => {
    const parts: (string | Part)[] = [];
    while (at < text.length) {
      const quoted = next(/'([{}<#][^']*)'?/y) ?? next(/'(')/y);
      if (quoted !== null) {
        parts.push(quoted[1] ?? '');
        continue;
      }
      const name = next(/\{\s*(\w+)\s*/y)?.[1];
      if (name !== undefined) {
        parts.push(...gap(name, counted));
        continue;
      }
      const tag = next(/<(\w+)>/y)?.[1];
      if (tag !== undefined) {
        const inner = words(counted, new RegExp(`</${tag}>`, 'y'));
        const make = fillings[tag];
        gaps.add(tag);
        isSound &&= isFunction(make);
        parts.push(...(isFunction(make) ? [make(inner)] : inner));
        continue;
      }
      if (end !== undefined && next(end) !== null) return parts;
      // It closes what was not opened.
      if (next(/<\/\w+>|\}/y) !== null) isSound = false;
      if (counted !== undefined && next(/#/y) !== null) parts.push(rules.write(counted));
      else parts.push(next(/[^'{}<#]+|[^]/y)?.[0] ?? '');
    }
    isSound &&= end === undefined;
    return parts;
  };

  /** What stands for `{name}` or `{name, number}`. */
  const plain = (name: string, value: Filling<Part> | undefined): string | Part => {
    isSound &&= next(/(?:,\s*number\s*)?\}/y) !== null;
    if (typeof value === 'number') return rules.write(value);
    if (typeof value === 'string') return rules.isolate(value);
    if (value !== undefined && !isFunction(value)) return value;
    isSound = false;
    return `{${name}}`;
  };

  /** What stands for `{name}` or `{name, kind, …}`. The brace and the name are read. */
  const gap = (name: string, counted?: number): (string | Part)[] => {
    const value = fillings[name];
    gaps.add(name);
    const kind = next(/,\s*(plural|select(?:ordinal)?)\s*,\s*/y)?.[1];
    if (kind === undefined) return [plain(name, value)];
    const number = Number(value);
    const form =
      kind === 'select' ? String(value) : rules.formOf(number, kind === 'plural' ? 'cardinal' : 'ordinal');
    let chosen: (string | Part)[] | undefined;
    let other: (string | Part)[] | undefined;
    for (let option = next(OPTION); option !== null; option = next(OPTION)) {
      const inner = words(kind === 'select' ? counted : number, /\}/y);
      // An exact number comes before a form.
      if (option[1] === `=${number}` || (option[1] === form && chosen === undefined)) chosen = inner;
      if (option[1] === 'other') other = inner;
    }
    isSound &&= next(/\s*\}/y) !== null && other !== undefined && value !== undefined;
    return chosen ?? other ?? [];
  };

  return { parts: words(), gaps, isSound };
}

const OPTION = /\s*(=?\w+)\s*\{/y;

const isFunction = <Part>(
  filling: Filling<Part> | undefined,
): filling is (words: readonly (string | Part)[]) => Part => typeof filling === 'function';
