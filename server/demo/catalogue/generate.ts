import { Assembler } from './assemble.ts';
import { AUTHOR_NAMES, type AuthorId } from './authors.ts';
import type { Draft } from './draft.ts';
import { between, pick, seeded } from './random.ts';
import { CATEGORY_NAMES, TOPIC_NAMES, type CategoryId, type TopicId } from './shelves.ts';
import type { Author, CatalogueItem, Reference } from '../../catalogue/types.ts';

type Random = () => number;
type Choices<T> = readonly [T, ...T[]];

const QUALITIES: Choices<string> = [
  'Quiet',
  'Borrowed',
  'Silver',
  'Slow',
  'Hidden',
  'Northern',
  'Paper',
  'Early',
  'Distant',
  'Patient',
  'Blue',
  'Unfinished',
  'Wild',
  'Gentle',
  'Second',
  'Salt',
  'Lantern',
  'Hollow',
  'Amber',
  'Winter',
  'Glass',
  'Open',
  'Small',
  'Wandering',
];
const THINGS: Choices<string> = [
  'Harbour',
  'Orchard',
  'Staircase',
  'Meadow',
  'Library',
  'River',
  'Window',
  'Kitchen',
  'Observatory',
  'Garden',
  'Ferry',
  'Bell',
  'Map',
  'Letter',
  'Mountain',
  'Lighthouse',
  'Market',
  'Station',
  'Thread',
  'Island',
  'Clock',
  'Forest',
  'Bridge',
  'Song',
];
const PLACES: Choices<string> = [
  'of Lisbon',
  'at the End of the Road',
  'in the Rain',
  'of Small Things',
  'beyond the Pass',
  'by the Water',
  'in Four Seasons',
  'of the Interior',
  'at Low Tide',
  'without a Name',
  'in Winter',
  'of Our Mothers',
  'before Dawn',
  'of Two Cities',
  'under the Hill',
  'for Beginners',
];
const OPENINGS: Choices<string> = [
  'A slow and generous listen about',
  'An unhurried inquiry into',
  'A companion for evenings spent with',
  'A clear-eyed account of',
  'A small book with a large heart, about',
];
const SUBJECTS: Choices<string> = [
  'the places we keep going back to',
  'work, weather and the people next door',
  'learning to begin again',
  'what is lost in a move and what is found',
  'families, and the stories they tell twice',
  'the pleasure of doing one thing well',
];
const ENDINGS: Choices<string> = [
  'Read by the author.',
  'Recorded in a single take.',
  'Best heard on a walk.',
  'For listeners who have time, or would like some.',
  'With field recordings.',
];
const GIVEN: Choices<string> = [
  'Aiko',
  'Bjørn',
  'Catalina',
  'Dmytro',
  'Élodie',
  'Farid',
  'Gwen',
  'Hồng',
  'Inês',
  'Jarosław',
  'Kwame',
  'Leilani',
  'Małgorzata',
  'Noor',
  'Oisín',
  'Priya',
  'Quentin',
  'Rukmini',
  'Søren',
  'Tünde',
  'Uxía',
  'Valentín',
  'Wiremu',
  'Xochitl',
  'Yaw',
  'Zoë',
];
const FAMILY: Choices<string> = [
  'Abernethy',
  'Bianchi',
  'Castañeda',
  'Dąbrowska',
  'Eze',
  'Fjeldstad',
  'García Luna',
  'Hakimi',
  'Ishiguro-Lane',
  'Joubert',
  'Kowalczyk',
  'Lindqvist',
  'Mokoena',
  'Nakagawa',
  "O'Shea",
  'Petrović',
  'Quintero',
  'Rahman',
  'Szabó',
  'Takahashi',
  'Ueda',
  'Vasquez',
  'Wójcik',
  'Yılmaz',
  'Zamora',
];

const AUTHOR_IDS = idsOf<AuthorId>(AUTHOR_NAMES);
const CATEGORY_IDS = idsOf<CategoryId>(CATEGORY_NAMES);
const TOPIC_IDS = idsOf<TopicId>(TOPIC_NAMES);
/** One podcast this long makes paging and long lists real, once a catalogue is large enough to hold it. */
const LONG_PODCAST = { episodes: 3000, from: 10_000 };
const ITEMS_PER_AUTHOR = 100;

/** Authors to go with `count` generated items. */
export function generatedAuthors(count: number): readonly Reference[] {
  return Array.from({ length: Math.floor(count / ITEMS_PER_AUTHOR) }, (_, at) => {
    const random = seeded(`author ${at}`);
    return { id: `ga${at + 1}`, name: `${pick(random, GIVEN)} ${pick(random, FAMILY)}` };
  });
}

/** `count` believable items, always the same ones, parents before their children. */
export function* generatedItems(
  now: number,
  count: number,
  authors: readonly Pick<Author, 'id' | 'name'>[],
): Generator<CatalogueItem, void, undefined> {
  const assembler = new Assembler(now);
  let made = 0;
  for (let group = 1; made < count; group += 1) {
    const random = seeded(`group ${group}`);
    const author = authors[Math.floor(random() * authors.length)];
    for (const item of groupOf(assembler, random, group, count - made, count)) {
      yield author === undefined ? item : { ...item, author_info: [{ id: author.id, name: author.name }] };
      made += 1;
    }
  }
}

/** A standalone item, or a parent with its children; never more than `room` items. */
function groupOf(
  assembler: Assembler,
  random: Random,
  group: number,
  room: number,
  count: number,
): readonly CatalogueItem[] {
  const draft = draftOf(random, group);
  const kind = random();
  if (group === 1 && count >= LONG_PODCAST.from) {
    return assembler.podcast({ ...draft, ...series(random, LONG_PODCAST.episodes), every: 1 });
  }
  if (kind < 0.01 && room > 20) {
    const length = between(random, 5, Math.min(60, room - 1));
    return assembler.podcast({ ...draft, ...series(random, length), every: 7 });
  }
  if (kind < 0.02 && room > 20) {
    const { episodes, minutes } = series(random, between(random, 4, 12));
    return assembler.programme({ ...draft, ownTracks: episodes, minutes });
  }
  if (kind < 0.3) {
    const chapters = Array.from({ length: between(random, 5, 12) }, () => heading(random));
    return [assembler.chaptered({ ...draft, chapters })];
  }
  if (kind < 0.65) return [assembler.single({ ...draft, minutes: between(random, 5, 25) }, 0)];
  return [assembler.single({ ...draft, minutes: between(random, 8, 48) }, 1)];
}

function draftOf(random: Random, group: number): Draft {
  const released = between(random, 1, 900);
  const fate = random();
  return {
    id: `g${String(group).padStart(6, '0')}`,
    title: `The ${heading(random)} ${pick(random, PLACES)}`,
    by: [pick(random, AUTHOR_IDS)],
    shelf: pick(random, CATEGORY_IDS),
    topics: [pick(random, TOPIC_IDS)],
    about: `${pick(random, OPENINGS)} ${pick(random, SUBJECTS)}. ${pick(random, ENDINGS)}`,
    released,
    ...(fate < 0.03 ? { window: [between(random, 1, 30), null] as const } : {}),
    ...(fate >= 0.03 && fate < 0.06 ? { window: [-released, -1] as const } : {}),
    ...(fate >= 0.06 && fate < 0.1 ? { free: 'always' as const } : {}),
    ...(fate >= 0.1 && fate < 0.15
      ? { sale: { price: between(random, 1, 9) + 0.99, days: [-3, 9] as const } }
      : {}),
    ...(fate >= 0.15 && fate < 0.2 ? { someFree: true as const } : {}),
  };
}

function series(random: Random, length: number) {
  return {
    episodes: Array.from({ length }, (_, at) => ({
      title: `${at + 1}. ${heading(random)}`,
      about: `${pick(random, OPENINGS)} ${pick(random, SUBJECTS)}.`,
    })),
    minutes: [8, 24] as const,
  };
}

function heading(random: Random): string {
  return `${pick(random, QUALITIES)} ${pick(random, THINGS)}`;
}

function idsOf<Id extends string>(names: Readonly<Record<Id, string>>): Choices<Id> {
  const [first, ...rest] = Object.keys(names).filter((id): id is Id => Object.hasOwn(names, id));
  if (first === undefined) throw new Error('A shelf without names.');
  return [first, ...rest];
}
