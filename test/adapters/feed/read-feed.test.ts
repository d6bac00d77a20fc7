import { describe, expect, test } from 'vitest';

import { readFeed } from '../../../src/adapters/feed/read-feed.ts';
import { ATOM_URL, CHAPTERS_URL, FIELD_NOTES, SHOW, SHOW_URL } from './feeds.ts';

const rss = (inside: string, namespaces = ''): string =>
  `<rss version="2.0" ${namespaces}><channel><title>Show</title>${inside}</channel></rss>`;

const SOUND = '<enclosure url="https://a.invalid/1.mp3" type="audio/mpeg" length="1"/>';
const entry = (inside: string): string => `<item><title>One</title>${SOUND}${inside}</item>`;

const onlyEpisode = (xml: string) => readFeed(xml, SHOW_URL)?.episodes[0];

describe('an RSS feed', () => {
  test('has its show', () => {
    expect(readFeed(SHOW, SHOW_URL)).toMatchObject({
      url: SHOW_URL,
      title: 'Evening Walks',
      description: 'Slow radio from the towpath.',
      imageUrl: 'https://feeds.invalid/evening/cover.jpg',
      author: 'Ines Odum',
      isExplicit: false,
      subjects: [{ name: 'Leisure', parts: ['Walking'] }],
      dropped: 1,
    });
  });

  test('has its episodes, newest first', () => {
    const episodes = readFeed(SHOW, SHOW_URL)?.episodes ?? [];
    expect(episodes).toHaveLength(60);
    expect(episodes[0]).toMatchObject({
      guid: 'walk-60',
      title: 'Evening walk 60',
      description: 'A walk & a talk, number 60.',
      url: 'https://feeds.invalid/media/walk-60.mp3',
      publishedAt: Date.UTC(2025, 0, 61, 6),
      runTime: 1530,
    });
    expect(episodes[1]?.runTime).toBe(3900);
  });

  test('names its persons and its transcript in the notes', () => {
    const tags = `<description>Hello.</description><podcast:person role="guest">Ann &amp; Bee</podcast:person>
      <podcast:person> </podcast:person><podcast:person>Cy</podcast:person>
      <podcast:transcript url="t.vtt" type="text/vtt"/><podcast:transcript url="t.html" type="text/html"/>`;
    const feed = rss(entry(tags), 'xmlns:podcast="https://podcastindex.org/namespace/1.0"');
    expect(onlyEpisode(feed)?.description).toBe(
      'Hello.\n\nWith Ann & Bee (guest), Cy.\n\nTranscript: https://feeds.invalid/evening/t.html',
    );
  });

  test('has its chapters in order, and the address of a chapters document', () => {
    const [second, first] = readFeed(SHOW, SHOW_URL)?.episodes.slice(-2) ?? [];
    expect(first?.chapters).toEqual([
      { start: 0, title: 'Setting out' },
      { start: 630.5, title: 'The river' },
    ]);
    expect(second?.chaptersUrl).toBe(CHAPTERS_URL);
  });

  test('of a serial starts with the first episode', () => {
    const serial = SHOW.replace('<itunes:explicit>', '<itunes:type>serial</itunes:type><itunes:explicit>');
    expect(readFeed(serial, SHOW_URL)?.episodes[0]?.guid).toBe('walk-1');
  });

  test('may use other prefixes for the vocabularies', () => {
    const renamed = 'xmlns:it="http://www.itunes.com/dtds/podcast-1.0.dtd"';
    expect(readFeed(rss('<it:author>Wren</it:author>', renamed), SHOW_URL)?.author).toBe('Wren');
  });

  test.each([
    ['12', 12],
    ['1:02', 62],
    ['01:00:05', 3605],
    ['75:00', 4500],
    ['', null],
    ['-4', null],
    ['soon', null],
  ])('reads the duration %j as %j', (text, runTime) => {
    expect(onlyEpisode(rss(entry(`<itunes:duration>${text}</itunes:duration>`)))?.runTime).toBe(runTime);
  });

  test('finds audio by type, else by file name, and a PDF', () => {
    const files = [
      '<enclosure url="https://a.invalid/notes.pdf" type="application/pdf"/>',
      '<enclosure url="https://a.invalid/2.m4a?x=1" type=""/>',
    ].join('');
    expect(onlyEpisode(rss(`<item><title>One</title>${files}</item>`))).toMatchObject({
      url: 'https://a.invalid/2.m4a?x=1',
      pdfUrl: 'https://a.invalid/notes.pdf',
    });
  });

  test.each(['javascript:alert(1)', 'data:audio/mpeg,x', 'file:///etc/passwd', 'http://['])(
    'with audio at %s has no episode',
    (address) => {
      const item = `<item><title>One</title><enclosure url="${address}" type="audio/mpeg"/></item>`;
      expect(readFeed(rss(item), SHOW_URL)).toMatchObject({ episodes: [], dropped: 1 });
    },
  );

  test('uses plain categories if it has none of iTunes', () => {
    expect(readFeed(rss('<category>Walking</category><category> </category>'), SHOW_URL)?.subjects).toEqual([
      { name: 'Walking', parts: [] },
    ]);
  });

  test('may have HTML in its titles, which is read as text', () => {
    const title = '&lt;img src=x onerror=alert(1)&gt;Tom &amp;amp; &lt;b&gt;Jerry&lt;/b&gt;';
    const xml = rss(entry('').replace('<title>One</title>', `<title>${title}</title>`));
    expect(onlyEpisode(xml)?.title).toBe('Tom & Jerry');
  });
});

describe('an Atom feed', () => {
  test('has its show and its episodes', () => {
    expect(readFeed(FIELD_NOTES, ATOM_URL)).toMatchObject({
      title: 'Field Notes',
      description: 'Birds, mostly.',
      imageUrl: 'https://media.invalid/field-notes.png',
      author: 'Wren Okafor',
      subjects: [{ name: 'Science', parts: [] }],
      episodes: [
        {
          guid: 'urn:example:dawn',
          title: 'The dawn chorus',
          url: 'https://feeds.invalid/dawn.ogg',
          publishedAt: Date.UTC(2025, 5, 1, 5),
        },
      ],
    });
  });
});

describe('text that is not a feed', () => {
  test.each([
    ['nothing', ''],
    ['words', 'not found'],
    ['HTML', '<!doctype html><html><body><p>Hi<br></body></html>'],
    ['JSON', '{"version":"https://jsonfeed.org/version/1"}'],
    ['another document', '<opml version="2.0"><head/></opml>'],
    ['half a feed', SHOW.slice(0, 2000)],
    ['a channel without a title', '<rss><channel><item/></channel></rss>'],
    ['a feed without a channel', '<rss version="2.0"/>'],
    ['broken nesting', '<rss><channel></rss></channel>'],
  ])('returns null: %s', (_, text) => {
    expect(readFeed(text, SHOW_URL)).toBeNull();
  });
});

describe('hostile XML', () => {
  test('expands no declared entities', () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`,
    ).join('');
    const bomb = `<!DOCTYPE rss [<!ENTITY a0 "lol">${levels}]>${rss(entry('<description>&a9;</description>'))}`;
    expect(onlyEpisode(bomb)?.description).toBe('&a9;');
  });

  test('makes no requests', () => {
    const outside = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss(
      entry('<description>&x;</description>'),
    )}`;
    expect(onlyEpisode(outside)?.description).toBe('&x;');
  });

  test('that nests very deeply is not a feed', () => {
    expect(readFeed(`<rss>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</rss>`, SHOW_URL)).toBeNull();
  });

  test('with names such as __proto__ changes nothing', () => {
    expect(onlyEpisode(rss(entry('<guid>__proto__</guid>')))?.guid).toBe('__proto__');
    const odd = rss(
      `<__proto__>x</__proto__><constructor/>${entry('')}`,
      'xmlns:__proto__="http://podlove.org/simple-chapters" __proto__="y"',
    );
    readFeed(odd, SHOW_URL);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  test('with ten thousand episodes is read', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => entry(`<guid>${at}</guid>`)).join('');
    expect(readFeed(rss(many), SHOW_URL)?.episodes).toHaveLength(10_000);
  });
});
