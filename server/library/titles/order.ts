import { TENS, valueOfWord } from '../../catalogue/sort-keys.ts';
import { PART_WORDS } from '../read/part-names.ts';
import { lastPart, parentOf, withoutExtension } from './group.ts';
import type { KnownSound } from './title-draft.ts';

// Orders the files of a title (CAT-124).

/** What stands before the first chapter, in its order. The words are without accents. */
const FRONT = [
  'opening credits|opening titles|opening|intro|vorspann|credits douverture|creditos iniciales|generique de debut|titoli di testa',
  'title page|copyright',
  'dedication|widmung|dedicace|dedicatoria|dedica|opdracht',
  'epigraph|motto',
  'table of contents|contents|inhalt|inhaltsverzeichnis',
  'cast of characters|dramatis personae|personenverzeichnis',
  'foreword|geleitwort|vorwort|voorwoord|forord|avant propos|przedmowa|предисловие',
  'preface|prefacio|prefazione|vorbemerkung',
  'introduction|einleitung|einfuhrung|introduccion|introduzione|introducao|inleiding|wstep|введение|вступление',
  'prologue|prolog|prologo|proloog|пролог',
];
/** What stands after the last chapter, in its order. */
const BACK = [
  'epilogue|epilog|epilogo|epiloog|эпилог',
  'afterword|nachwort|postface|postfazione|posfacio|nawoord|efterord|posłowie|послесловие|conclusion',
  'authors note|a note from the author|historical note|nachbemerkung|anmerkung des autors',
  'acknowledgements|acknowledgments|acknowledgement|danksagung|remerciements|agradecimientos|ringraziamenti|dankwoord',
  'about the author|uber den autor|uber die autorin|appendix|anhang|glossary|glossar',
  'bonus|preview|excerpt|sample|leseprobe',
  'closing credits|end credits|credits|outro|abspann|creditos finales|generique de fin|titoli di coda',
];
/** The next word is a number: "Chapter IV", "Part Two". */
const COUNTED = new Set([
  ...PART_WORDS,
  ...'chapter chap ch kapitel kap chapitre capitolo capitulo hoofdstuk rozdział глава track spur lesson lektion act akt scene letter'.split(
    ' ',
  ),
]);
/** A step of a name. Steps are compared by kind, then by value, then by text. */
interface Step {
  readonly kind: 'front' | 'end' | 'number' | 'word' | 'back';
  readonly value: number;
  readonly text: string;
}

const KINDS: readonly Step['kind'][] = ['front', 'end', 'number', 'word', 'back'];
const END: Step = { kind: 'end', value: 0, text: '' };

const phrasesOf = (kind: 'front' | 'back', list: readonly string[]) =>
  list.flatMap((phrases, value) =>
    phrases.split('|').map((text) => ({ words: text.split(' '), step: { kind, value, text } })),
  );
/** The longest phrases first. */
const MATTERS = [...phrasesOf('front', FRONT), ...phrasesOf('back', BACK)].toSorted(
  (one, other) => other.words.length - one.words.length,
);

const numberStep = (value: number): Step => ({ kind: 'number', value, text: '' });

function stepsOf(name: string): readonly Step[] {
  const text = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’]/gu, '');
  const words = text.match(/\d+|\p{L}+/gu) ?? [];
  const steps: Step[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const before = steps.at(-1);
    const matter = MATTERS.find((each) => each.words.every((part, index) => words[at + index] === part));
    const isCounted = before?.kind === 'word' && COUNTED.has(before.text);
    const value = /^\d/u.test(word) ? Number(word) : isCounted ? valueOfWord(word) : null;
    const unit = value !== null && TENS.includes(word) ? (valueOfWord(words[at + 1] ?? '') ?? 0) : 0;
    if (value !== null) {
      steps.push(numberStep(value + (unit < 10 ? unit : 0)));
      if (unit > 0 && unit < 10) at += 1;
    } else if (matter !== undefined) {
      steps.push(matter.step);
      at += matter.words.length - 1;
    } else steps.push({ kind: 'word', value: 0, text: word });
  }
  return steps;
}

const collator = new Intl.Collator('en', { sensitivity: 'base' });

function compareSteps(one: readonly Step[], other: readonly Step[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [step, rival] = [one[at] ?? END, other[at] ?? END];
    const order =
      KINDS.indexOf(step.kind) - KINDS.indexOf(rival.kind) ||
      step.value - rival.value ||
      collator.compare(step.text, rival.text);
    if (order !== 0) return order;
  }
  return 0;
}

interface Named {
  readonly name: string;
  readonly steps: readonly Step[];
}

const isMatter = ({ kind }: Step): boolean => kind === 'front' || kind === 'back';

/** Names with their steps. Number words and roman numbers count where they number all names: "I - Dawn", "II - Dusk". */
function namedSteps(names: readonly string[]): ReadonlyMap<string, Named> {
  const all = names.map((name): Named => ({ name, steps: stepsOf(name) }));
  const chapters = all.filter(({ steps }) => !steps.some(isMatter));
  const at = commonLength(chapters);
  const values = chapters.map(({ steps }) => valueOfStep(steps[at]));
  const areNumbers =
    chapters.length > 1 &&
    values.every((value) => value !== null) &&
    (values.includes(1) || chapters.some(({ steps }) => (steps[at]?.text.length ?? 0) > 1));
  return new Map(
    all.map(({ name, steps }) => {
      const value = areNumbers && !steps.some(isMatter) ? valueOfStep(steps[at]) : null;
      return [name, { name, steps: value === null ? steps : steps.with(at, numberStep(value)) }];
    }),
  );
}

const valueOfStep = (step: Step | undefined): number | null =>
  step === undefined || isMatter(step) ? null : step.kind === 'number' ? step.value : valueOfWord(step.text);

/** The number of steps that all names have in common. */
function commonLength([first, ...others]: readonly Named[]): number {
  const steps = first?.steps ?? [];
  const end = steps.findIndex((step, at) =>
    others.some((other) => compareSteps([other.steps[at] ?? END], [step]) !== 0),
  );
  return others.length === 0 ? 0 : end < 0 ? steps.length : end;
}

/** A larger number is a year. */
const LARGEST_NUMBER = 999;

/** True if each name has a number of its own, at the position where the names begin to differ. */
function areNumbered(names: readonly Named[]): boolean {
  const at = commonLength(names);
  const numbers = names.map(({ steps }) => {
    const end = steps.findIndex(({ kind }, index) => index >= at && kind !== 'number');
    return steps.slice(at, end < 0 ? steps.length : end).map(({ value }) => value);
  });
  return (
    numbers.every(([first]) => first !== undefined && first <= LARGEST_NUMBER) &&
    new Set(numbers.map((each) => each.join(' '))).size === names.length
  );
}

/** Compares names by their steps: numbers by value, what stands before the first chapter first. */
function comparer(names: readonly string[]): (one: string, other: string) => number {
  const named = namedSteps([...new Set(names)]);
  return (one, other) =>
    compareSteps(named.get(one)?.steps ?? [], named.get(other)?.steps ?? []) ||
    collator.compare(one, other) ||
    (one < other ? -1 : one > other ? 1 : 0);
}

const nameOf = ({ file }: KnownSound): string => withoutExtension(lastPart(file.path));

/** Orders the files of one folder by their names, if the names number all of them, else by their tags, else by name. */
function inFolder(sounds: readonly KnownSound[]): readonly KnownSound[] {
  const names = sounds.map(nameOf);
  const compare = comparer(names);
  const byName = sounds.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
  if (areNumbered([...namedSteps(names).values()])) return byName;
  const numbers = new Map(byName.map((sound) => [sound, numberByTags(sound)]));
  if ([...numbers.values()].includes(null)) return byName;
  return byName.toSorted((one, other) => (numbers.get(one) ?? 0) - (numbers.get(other) ?? 0));
}

const numberByTags = ({ facts: { tags } }: KnownSound): number | null =>
  tags.track === null ? null : (tags.disc ?? 1) * 100_000 + tags.track;

/** Orders the files of a title: folder by folder, and the files of each folder among themselves. */
export function inOrder(sounds: readonly KnownSound[]): readonly KnownSound[] {
  const folders = new Map<string, KnownSound[]>();
  for (const sound of sounds) {
    const path = parentOf(sound.file.path);
    folders.set(path, [...(folders.get(path) ?? []), sound]);
  }
  const paths = [...folders.keys()].map((path) => path.split('/'));
  const compare = comparer(paths.flat());
  paths.sort((one, other) => {
    const at = one.findIndex((part, index) => part !== other[index]);
    if (at < 0 || at >= other.length) return one.length - other.length;
    return compare(one[at] ?? '', other[at] ?? '');
  });
  const ordered = paths.map((path) => inFolder(folders.get(path.join('/')) ?? []));
  // Closing credits beside the folders of the discs.
  const [first = [], ...others] = ordered;
  const isLast = (sound: KnownSound): boolean =>
    others.length > 0 && stepsOf(nameOf(sound))[0]?.kind === 'back';
  return [...first.filter((sound) => !isLast(sound)), ...others.flat(), ...first.filter(isLast)];
}
