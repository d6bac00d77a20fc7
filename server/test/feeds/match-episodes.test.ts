import { describe, expect, test } from 'vitest';
import { FeedItems, type KnownEpisode } from '../../feeds/feed-items.ts';
import { readFeed } from '../../feeds/read/read-feed.ts';

interface Entry {
  readonly title: string;
  readonly sound: string;
  readonly guid?: string;
  readonly date?: string;
}

/** Readings of one podcast, one after the other, with what they store. */
class Readings {
  private readonly known = new Map<string, KnownEpisode>();

  /** Returns the id of each listed episode, the first entry first. */
  read(...entries: readonly Entry[]): readonly string[] {
    const document = entries.map(
      ({ title, sound, guid, date }) =>
        `<item><title>${title}</title>${guid === undefined ? '' : `<guid>${guid}</guid>`}
        ${date === undefined ? '' : `<pubDate>${date} GMT</pubDate>`}<enclosure url="${sound.replaceAll('&', '&amp;')}"/></item>`,
    );
    const podcast = readFeed(
      `<rss><channel><title>Show</title>${document.join('')}</channel></rss>`,
      'https://a.invalid/',
    );
    if (podcast === null) throw new Error('The feed cannot be read.');
    const items = new FeedItems('p1', podcast, Date.parse('2026-01-01'), [...this.known.values()]);
    for (const each of this.known.values())
      this.known.set(each.id, { ...each, isGone: each.isGone || items.gone.includes(each.id) });
    const { rows } = items.rows(0, new Map());
    for (const { item, sound_url, guid_id, fingerprint, added_at } of rows) {
      const { id, title, index, position, published_at } = item;
      const publishedAt = published_at == null ? null : Date.parse(published_at);
      const own = { id, guidId: guid_id, title, soundUrl: sound_url, publishedAt, isGone: false };
      this.known.set(id, { ...own, index, position, fingerprint, added_at });
    }
    const listed = [...this.known.values()].filter(({ isGone }) => !isGone);
    if (listed.length !== podcast.episodes.length) throw new Error('An episode is lost, or listed twice.');
    return entries.map(
      ({ sound }) => listed.find(({ soundUrl }) => soundUrl === sound)?.id ?? `${sound} is not listed`,
    );
  }
}

/** What the id of the second reading is, for each entry: the index of the same id in the first one. */
function kept(first: readonly Entry[], ...later: readonly (readonly Entry[])[]): readonly number[] {
  const readings = new Readings();
  const ids = readings.read(...first);
  expect(new Set(ids).size).toBe(first.length);
  return (
    later
      .map((entries) => readings.read(...entries))
      .at(-1)
      ?.map((id) => ids.indexOf(id)) ?? []
  );
}

const DAYS = ['3 Jan 2025 10:00', '2 Jan 2025 10:00', '1 Jan 2025 10:00'];
const three = (entry: (n: number, date: string) => Entry): readonly Entry[] =>
  DAYS.map((date, index) => entry(3 - index, date));
const OLD = three((n, date) => ({
  title: `Episode ${n}`,
  sound: `https://old.invalid/show/ep${n}.mp3?token=1`,
  guid: `https://old.invalid/?p=${n}`,
  date,
}));
const changed = (change: (entry: Entry, n: number) => Partial<Entry>): readonly Entry[] =>
  OLD.map((entry, index) => ({ ...entry, ...change(entry, 3 - index) }));
const moved = (sound: string): string => sound.replace('old.invalid', 'new.invalid');
const [ALL, NONE] = [
  [0, 1, 2],
  [-1, -1, -1],
];

describe('after a move of the feed, an episode is the same (CAT-180)', () => {
  test.each<[string, readonly Entry[], readonly number[]]>([
    ['with another id and the same sound', changed((_, n) => ({ guid: `urn:${n}` })), ALL],
    ['with another case of its id', changed(({ guid = '' }) => ({ guid: guid.toUpperCase() })), ALL],
    ['with an id on https', changed(({ guid = '' }) => ({ guid: guid.replace('https', 'http') })), ALL],
    [
      'if host, key and time zone differ',
      changed(({ sound, date = '' }, n) => ({
        guid: `urn:${n}`,
        sound: `${moved(sound).replace('token', 'auth')}&expires=9`,
        date: date.replace('10:', '02:'),
      })),
      ALL,
    ],
    [
      'by its title and date, if all sounds have other names',
      changed((_, n) => ({
        guid: `urn:${n}`,
        sound: `https://new.invalid/${n * 7}`,
        title: `episode: ${n}`,
      })),
      ALL,
    ],
    [
      'by its sound and date, if all titles differ',
      changed(({ sound }, n) => ({ guid: `urn:${n}`, sound: moved(sound), title: `#${n} The river` })),
      ALL,
    ],
    [
      'if the new host counts its ids, as the old one did',
      changed(({ sound, guid = '' }, n) => ({
        guid: guid.replace(String(n), String(4 - n)),
        sound: moved(sound),
      })),
      ALL,
    ],
    [
      'but not by its title alone, nor by its date alone',
      changed((_, n) => ({
        guid: `urn:${n}`,
        sound: `https://new.invalid/${n}`,
        date: `${n} Feb 2025 10:00`,
      })),
      NONE,
    ],
  ])('%s', (_, later, expected) => {
    expect(kept(OLD, later)).toEqual(expected);
    // The next readings find it by its new id, whatever else has changed, and by its former id.
    const next = later.map((each) => ({ ...each, title: `${each.title} again`, date: '4 Mar 2025 10:00' }));
    expect(kept(OLD, later, next)).toEqual(expected);
    expect(kept(OLD, later, OLD)).toEqual(ALL);
  });

  test('without any id, also if only the query tells the sounds apart', () => {
    const at = (host: string, key: string) =>
      three((n, date) => ({ title: 'Untitled', sound: `https://${host}/get.mp3?id=${n}&${key}`, date }));
    expect(kept(at('old.invalid', 'token=1'), at('new.invalid', 'token=2'))).toEqual(ALL);
    expect(kept(at('old.invalid', 'token=1'), at('old.invalid', 'token=2').slice(0, 2))).toEqual([0, 1]);
  });

  test('with the same title or date as many others, if its sound is the same', () => {
    const at = (host: string, guid: string, date: string) =>
      three((n) => ({ title: 'Untitled', sound: `https://${host}/${n}.mp3`, guid: guid + String(n), date }));
    const [date, other] = DAYS.map(String);
    expect(kept(at('old.invalid', 'a', date ?? ''), at('new.invalid', 'b', other ?? ''))).toEqual(ALL);
    // Nothing tells which is which.
    const renamed = at('new.invalid/x', 'b', date ?? '');
    expect(kept(at('old.invalid', 'a', date ?? ''), renamed)).toEqual(NONE);
  });

  test('if it was deleted before, and comes back under another id', () => {
    expect(
      kept(
        OLD,
        OLD.slice(0, 2),
        changed((_, n) => ({ guid: `urn:${n}` })),
      ),
    ).toEqual(ALL);
    // Of two that are alike, the one that was listed at last is meant.
    const [one, other] = ['a', 'b'].map((guid) => ({
      title: 'T',
      sound: `https://a.invalid/${guid}.mp3`,
      guid,
      date: DAYS[0] ?? '',
    }));
    if (one === undefined || other === undefined) return;
    expect(kept([one, other], [other], [{ ...other, sound: 'https://a.invalid/c.mp3', guid: 'c' }])).toEqual([
      1,
    ]);
  });

  test('not of a feed that always lists one episode of the same name', () => {
    const on = (n: number) => [{ title: 'News', sound: `https://a.invalid/${n}.mp3`, date: `${n} Jan 2025` }];
    expect(kept(on(1), on(2))).toEqual([-1]);
    expect(kept(on(1), on(2), on(1))).toEqual([0]);
  });
});

describe('an id of the feed', () => {
  test.each<[string, Partial<Entry>, number]>([
    ['with another sound is the same episode', { sound: 'https://a.invalid/new.mp3' }, 0],
    [
      'with another sound and date, and a like title, too',
      { sound: 'https://a.invalid/new.mp3', date: '9 Jan 2025', title: 'Episode 3 (new)' },
      0,
    ],
    ['with another title and date, too', { date: '9 Jan 2025', title: 'The river' }, 0],
    ['with another title and sound, too', { sound: 'https://a.invalid/new.mp3', title: 'The river' }, 0],
    [
      'that a host uses again for another title, date and sound is another episode',
      { sound: 'https://a.invalid/new.mp3', date: '9 Jan 2025', title: 'The river' },
      -1,
    ],
  ])('%s (CAT-181)', (_, change, expected) => {
    const [first] = OLD;
    if (first === undefined) return;
    const later = [{ ...first, ...change }];
    expect(kept([first], later)).toEqual([expected]);
    expect(kept([first], later, later)).toEqual([expected]);
    expect(kept([first], later, [first])).toEqual([0]);
  });

  test('that a host uses for a new episode each day makes a new one each day', () => {
    const on = (n: number) => ({
      title: `Day ${n}`,
      sound: `https://a.invalid/${n}.mp3`,
      guid: 'x',
      date: `${n} Jan 2025`,
    });
    const readings = new Readings();
    const ids = [1, 2, 3, 4].flatMap((n) => readings.read(on(n)));
    expect(new Set(ids).size).toBe(4);
    expect(readings.read(on(2))).toEqual([ids[1]]);
  });

  test('that all episodes have keeps them apart when the oldest is no longer listed', () => {
    const at = (n: number) => ({
      title: 'Show',
      sound: `https://a.invalid/${n}.mp3`,
      guid: 'x',
      date: `${n} Jan 2025`,
    });
    const all = [4, 3, 2, 1].map(at);
    expect(kept(all, all.slice(0, 3))).toEqual(ALL);
    expect(kept(all, all.slice(0, 3), all)).toEqual([...ALL, 3]);
    const elsewhere = all.map((each) => ({ ...each, sound: each.sound.replace('a.', 'b.') }));
    expect(kept(all, elsewhere)).toEqual([...ALL, 3]);
  });
});
