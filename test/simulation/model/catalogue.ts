/** When every world begins, in milliseconds since the epoch: a Monday. */
export const BEGINNING = Date.UTC(2026, 0, 5);

const DAY = 24 * 3_600_000;

/** A title of the simulated provider. Times are seconds. */
export type Title = {
  readonly id: string;
  readonly type: number;
  readonly runTime: number;
  /** The lengths of the chapters. */
  readonly chapters: readonly number[];
  readonly isPodcast: boolean;
  /** The podcast of an episode. */
  readonly podcast: string | null;
  /** When its window closes, in milliseconds since the epoch. Null: never. */
  readonly validTill: number | null;
  /** It may be played without a membership. */
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

/** What an address of a sound names. The numbers of chapters begin at 1. */
export function soundAt(address: string): { readonly content: string; readonly chapter: number | null } {
  const name = /\/media\/audio\/(?<name>[\w-]+)\.mp3/u.exec(address)?.groups?.['name'] ?? '';
  const chapter = /-(?<chapter>\d+)$/u.exec(name)?.groups?.['chapter'];
  return chapter === undefined
    ? { content: name, chapter: null }
    : { content: name.slice(0, -chapter.length - 1), chapter: Number(chapter) };
}

/** The seconds of a sound. */
export function lengthOf(address: string): number {
  const { content, chapter } = soundAt(address);
  const found = TITLES.find(({ id }) => id === content);
  return (chapter === null ? found?.runTime : found?.chapters[chapter - 1]) ?? 0;
}
