import { words } from './bytes.ts';

/** So many names of a kind are read. */
export const MOST_NAMES = 50;
/** A longer text is no list of people. */
const LONGEST = 5000;

/** Words that belong to the surname after them. */
const PARTICLES = new Set(
  'af al av ben bin da dal de del della den der di do dos du el ibn la las le les lo los mac mc o saint st ten ter van vander vom von y zu zum zur'.split(
    ' ',
  ),
);
/** Common given names. They show where a name begins if its parts may stand in any order. */
const GIVEN_NAMES = new Set(
  'aaron adam adrian agnes albert alex alexander alfred alice alison amanda amy andrea andreas andrew andrzej ann anna anne annie anthony antoine antonio arthur astrid barbara beatrice ben benjamin bernard bernd bill björn bob brad brandon brian bruce bruno camilla carl carla carlos carmen carol caroline catherine cecilia charles charlotte chris christian christina christine christoph christopher claire clara claudia claus colin craig dan daniel daniela david dean debbie deborah dennis diana diane diego dirk dmitri donald dorothy douglas edgar eduardo edward elena eleanor elizabeth ellen emily emma eric erik ernest esther eva evelyn felix fernando florian frances francesca francesco francis franck frank franz fred frederick fritz gabriel gabriela gary george georg gerald gerard gina giorgio giovanni giulia grace graham gregory guillaume gustav hannah hans harold harry heather heidi heinrich helen helena henri henry herbert holly hugh hugo ian ines ingrid irene isaac isabel isabella ivan jack jacob jacques jake james jan jane janet jason javier jean jeff jeffrey jennifer jeremy jessica jill jim jo joan joanna johan johann john jon jonas jonathan jorge jose josé joseph joshua juan judith julia julian julie jürgen karen karin karl kate katharina katherine kathryn kazuo keith kelly ken kenneth kevin klaus kurt lars laura laurent lauren lena leo leonard leon leslie linda lisa lois louis louise luca lucas lucia lucy luis luke margaret margaretha maria marie mario marion mark markus marta martha martin martina mary mathias matt matthew max maxim michael michel michelle miguel mikhail monica nancy naomi natalie neil nicholas nicola nicole nigel nikolai nina norbert nora olga oliver olivia orla oscar otto pablo pamela patricia patrick paul paula paulo pedro penelope peter petra phil philip philippe pierre rachel rafael ralph raymond rebecca renate ricardo richard rita robert roberto robin roger roland ron rosa rosemary roy ruth ryan sally sam samantha samuel sandra sara sarah scott sean sebastian sergei sergio sharon sheila simon sofia sophie stefan stefano stella stephanie stephen steve steven stuart susan susanne suzanne sven sylvia tatiana teresa terry thomas tim timothy tina tobias tom tony tracy trevor umberto ursula valerie vera veronica victor victoria vincent virginia vladimir walter wendy werner will william wolfgang xavier yann yves yvonne zadie zoe'.split(
    ' ',
  ),
);
/** What follows a name and is no name: "Jr.", "PhD". */
const SUFFIXES = new Set('jr sr ii iii iv esq phd md ma mba obe mbe cbe inc ltd llc'.split(' '));
/** What an audiobook shop writes after the name of somebody who is not the author. */
const ROLE =
  /\s(?:[-–—]\s*|[([])(?:(?:adapt|edit|translat|narrat|illustrat|introduc|contribut|übersetz|herausgeb|traduc|trad|tradutt|vertal|sprecher|erzähl|lecteur|lettore|narrad)\p{L}*\.?|read(?:er| by)?|fore?word|afterword|preface|vorwort|nachwort|author)[)\]]?$/iu;
const OF_AUTHOR = /\bauthor[)\]]?$/iu;

const wordsIn = (name: string): readonly string[] => name.split(' ').filter((word) => word !== '');
const plain = (word: string): string => word.toLowerCase().replaceAll(/[.'’]/gu, '');
const isInitial = (word: string): boolean => /^(?:\p{Lu}\.?-?){1,4}$/u.test(word);
const isSuffix = (text: string): boolean => SUFFIXES.has(plain(text));

/** Reads the names of people in texts, and returns each name once. Surnames come last (CAT-123). */
export function namesOf(texts: readonly (string | null | undefined)[]): readonly string[] {
  const found = texts.flatMap((text) =>
    (text ?? '')
      .slice(0, LONGEST)
      .split(/[;|\0\n]/u)
      .flatMap((list) => words(list) ?? [])
      .flatMap(splitSlashes)
      .flatMap(peopleIn),
  );
  return [...new Map(found.map((name) => [name.toLowerCase(), name])).values()].slice(0, MOST_NAMES);
}

/** Removes the names of those who only translated, introduced or read a work, and what says that others wrote it. */
export const authorsIn = (names: readonly string[]): readonly string[] =>
  withoutRoles(names.filter((name) => !ROLE.test(name) || OF_AUTHOR.test(name)));

/** The names without what says what the person did. */
export const withoutRoles = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map((name) => name.replace(ROLE, ''))),
];

/** Splits "Ann Author/Bob Bee", and leaves "AC/DC". */
function splitSlashes(text: string): readonly string[] {
  const parts = text.split('/').map((part) => part.trim());
  return parts.every((part) => part.includes(' ')) ? parts : [text];
}

/** Splits at "&" and "and". Both sides of a word have to be whole names, because "Ortega y Gasset" is one name. */
function peopleIn(list: string): readonly string[] {
  const isWhole = (text: string): boolean => /[\s,]/u.test(text.trim());
  const parts = list.split(' & ').flatMap((part) => {
    const sides = part.split(/ (?:and|und|et|y) /iu);
    return sides.every(isWhole) ? sides : [part];
  });
  const chunks = parts.map((part) => part.split(',').flatMap((name) => words(name) ?? []));
  const areWords = chunks.flat().every((name) => !name.includes(' '));
  // "Ann, Bob & Carl": the last one shows that the comma stands between people.
  if (chunks.length > 1 && areWords && chunks.at(-1)?.length === 1) return chunks.flat();
  return chunks.flatMap(peopleBetweenCommas);
}

interface Name {
  readonly name: string;
  readonly suffix: string;
}

function peopleBetweenCommas(parts: readonly string[]): readonly string[] {
  const names: Name[] = [];
  for (const part of parts) {
    const last = names.at(-1);
    if (last !== undefined && isSuffix(part)) names[names.length - 1] = { ...last, suffix: ` ${part}` };
    else names.push({ name: part, suffix: '' });
  }
  // Three single words are three people. Pairs of single words are surnames with given names.
  if (names.length % 2 === 1 && names.every(({ name }) => !name.includes(' '))) return names.map(written);
  const arePairs =
    names.length % 2 === 0 &&
    names.every((surname, at) => at % 2 === 1 || isInverted(surname.name, names[at + 1]?.name ?? '', true));
  // "John Smith, Jones, James Doe": where whole names stand, a single word before one of them is a name of its own.
  const wholeNames = names.filter(({ name }) => isWholeName(name)).length;
  const people: string[] = [];
  for (let at = 0; at < names.length; at++) {
    const [one, other] = names.slice(at, at + 2);
    if (one === undefined) break;
    const isPair =
      other !== undefined &&
      (arePairs || (isInverted(one.name, other.name, false) && !(wholeNames > 1 && isWholeName(other.name))));
    if (isPair) {
      people.push(`${other.name} ${one.name}${one.suffix}${other.suffix}`);
      at += 1;
    } else people.push(written(one));
  }
  return people;
}

/** True for a name that begins with a given name and ends with another word, such as "James Doe". */
function isWholeName(name: string): boolean {
  const all = wordsIn(name.replace(ROLE, ''));
  const last = all.at(-1) ?? '';
  return (
    all.length > 1 &&
    GIVEN_NAMES.has(plain(all[0] ?? '')) &&
    !isInitial(last) &&
    !GIVEN_NAMES.has(plain(last))
  );
}

const written = ({ name, suffix }: Name): string => name + suffix;

/**
 * True if the first text is a surname, and the second one the given names of the same person.
 *
 * @param mayBeDouble if true, two words are a surname before a single word: "García Márquez, Gabriel"
 */
function isInverted(surname: string, given: string, mayBeDouble: boolean): boolean {
  const first = wordsIn(surname);
  const second = wordsIn(given);
  const last = second.at(-1);
  if (last === undefined || first.length > 4 || second.length > 4) return false;
  // Only somebody with a whole name has a role.
  if (ROLE.test(given) && isWholeName(given)) return false;
  // No whole name ends with an initial, so these are given names: "Orla K.".
  if (isInitial(last)) return true;
  if (first.slice(0, -1).every((word) => PARTICLES.has(plain(word)))) return true;
  // "Neil Gaiman, Sting" are two people.
  return mayBeDouble && first.length === 2 && second.length === 1 && !GIVEN_NAMES.has(plain(first[0] ?? ''));
}

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
/** "No language", "several languages" and "unknown", and what programs write instead of them. */
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
