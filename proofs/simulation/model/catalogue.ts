/** The start of every world, in milliseconds since the epoch. It is a Monday. */
export const BEGINNING = Date.UTC(2026, 0, 5);

const DAY = 24 * 3_600_000;

/** A title of the simulated provider. */
export type Title = {
  readonly id: string;
  readonly type: number;
  readonly runTime: number;
  /** The length of each chapter, in seconds. */
  readonly chapters: readonly number[];
  readonly isPodcast: boolean;
  /** For an episode: the id of its podcast. */
  readonly podcast: string | null;
  /** The end of the window of validity, in milliseconds since the epoch. Null: the title is always valid. */
  readonly validTill: number | null;
  /** True if listeners without a membership may play the title. */
  readonly isFree: boolean;
};

const title = (id: string, changes: Partial<Title> = {}): Title => {
  const chapters = changes.chapters ?? [];
  return {
    id,
    type: chapters.length > 0 ? 2 : 0,
    runTime: chapters.reduce((sum, run) => sum + run, 0),
    chapters,
    isPodcast: false,
    podcast: null,
    validTill: null,
    isFree: false,
    ...changes,
  };
};

export const TITLES: readonly Title[] = [
  title('tide', { runTime: 2400 }),
  title('moss', { runTime: 300, isFree: true }),
  title('spark', { runTime: 45 }),
  title('harbour', { chapters: [600, 420, 900] }),
  title('orchard', { chapters: [90, 60, 120, 75], isFree: true }),
  title('comet', { runTime: 1500, validTill: BEGINNING + 3 * DAY + 13 * 3_600_000 }),
  title('ember', { chapters: [500, 700], validTill: BEGINNING + 5 * DAY + 9 * 3_600_000 }),
  title('radio', { type: 3, isPodcast: true }),
  title('radio-one', { type: 4, runTime: 800, podcast: 'radio' }),
  title('radio-two', { type: 4, runTime: 200, podcast: 'radio' }),
  title('radio-three', { type: 4, runTime: 650, podcast: 'radio' }),
];

/** The content and the chapter of a sound's address. Chapters are numbered from 1. */
export function soundAt(address: string): { readonly content: string; readonly chapter: number | null } {
  const name = /\/media\/audio\/(?<name>[\w-]+)\.mp3/u.exec(address)?.groups?.['name'] ?? '';
  const chapter = /-(?<chapter>\d+)$/u.exec(name)?.groups?.['chapter'];
  return chapter === undefined
    ? { content: name, chapter: null }
    : { content: name.slice(0, -chapter.length - 1), chapter: Number(chapter) };
}

export const nameOfTrack = (content: string, chapter: number | null): string =>
  `${content} ${String(chapter)}`;

/** Names the track of a sound's address, the same for a stream and for a file. */
export function trackAt(address: string): string {
  const { content, chapter } = soundAt(address);
  return nameOfTrack(content, chapter);
}

/** The length of a sound, in seconds. */
export function lengthOf(address: string): number {
  const { content, chapter } = soundAt(address);
  const found = TITLES.find(({ id }) => id === content);
  return (chapter === null ? found?.runTime : found?.chapters[chapter - 1]) ?? 0;
}
