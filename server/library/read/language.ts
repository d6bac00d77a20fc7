/** A language tag in its usual form, such as `pt-BR`; null for what is none. */
export function languageTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** Languages whose names are read, in English and in the language itself. */
const NAMED =
  'ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko la lt lv ms nb nl nn no pl pt ro ru sk sl sr sv ta te th tr uk ur vi zh'.split(
    ' ',
  );
/** "No language", "several languages" and "unknown", and what programs write in place of them. */
const NONE = /^(?:und|mul|zxx|mis|xxx|unknown)$/iu;

let byName: ReadonlyMap<string, string> | undefined;

const names = (): ReadonlyMap<string, string> =>
  (byName ??= new Map(
    NAMED.flatMap((code) =>
      ['en', code].map((locale) => [
        (new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code).toLowerCase(),
        code,
      ]),
    ),
  ));

/** The language of a title, written as a tag, as a code of three letters, or as a name; null if it is not known (CAT-192). */
export function languageIn(text: string | null): string | null {
  const [given = ''] = (text ?? '').split(/[;,/]/u);
  const name = given.trim();
  if (name === '' || NONE.test(name)) return null;
  const named = names().get(name.normalize('NFC').toLowerCase());
  if (named !== undefined) return named;
  return /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/iu.test(name) ? languageTag(name) : null;
}
