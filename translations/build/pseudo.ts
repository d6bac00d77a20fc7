/** Letters that look alike and are read as English, but are seen at once. */
const MARKED: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  g: 'ğ',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  G: 'Ğ',
  I: 'Í',
  N: 'Ñ',
  O: 'Ó',
  S: 'Š',
  U: 'Ü',
  Y: 'Ý',
};

/** As many signs as a word has, with the space after it. */
const WORD = 6;

/** Makes the text of the pseudo-language: longer by two fifths, and marked at both ends (LANG-5). */
export function pseudoOf(text: string): string {
  const words = marked(text);
  const length = Math.ceil(text.replaceAll(/\{[^{}]*\}|<[^>]*>/gu, '').length * 0.4);
  // Lines break between these words as between others.
  const added = Array.from({ length: length - 1 }, (_, at) => ((at + 1) % WORD === 0 ? ' ' : '~')).join('');
  return `[${words}${length > 2 ? ` ${added.trimEnd()}` : ''}]`;
}

/** Marks the letters outside braces and tags, and inside the forms of a plural or a choice. */
function marked(text: string): string {
  let at = 0;
  const next = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const words = (): string => {
    let out = '';
    while (at < text.length && text[at] !== '}') {
      const kept = next(/'[{}<#][^']*'?|<\/?\w+>|\{\s*\w+\s*(?:,\s*number\s*)?\}/uy);
      if (kept !== undefined) {
        out += kept;
        continue;
      }
      const head = next(/\{\s*\w+\s*,\s*\w+\s*,/uy);
      if (head === undefined) {
        const letter = text[at] === '}' ? undefined : next(/[^{}<']|['<{]/uy);
        out += MARKED[letter ?? ''] ?? letter ?? '';
        continue;
      }
      out += head;
      for (let option = next(/\s*=?\w+\s*\{/uy); option !== undefined; option = next(/\s*=?\w+\s*\{/uy))
        out += option + words() + (next(/\}/uy) ?? '');
      out += next(/\s*\}/uy) ?? '';
    }
    return out;
  };
  return words();
}
