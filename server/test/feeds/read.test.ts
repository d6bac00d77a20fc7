import { describe, expect, test } from 'vitest';
import { decodeDocument } from '../../feeds/read/repair.ts';
import { readOpml } from '../../feeds/read/opml.ts';
import { readFeed } from '../../feeds/read/read-feed.ts';
import { visibleText } from '../../library/read/visible-text.ts';
import { readDate, readDuration } from '../../feeds/read/dates.ts';

// What feeds in the world do. Each sample is ours, and holds one trap.

const BASE = 'https://feeds.invalid/show/feed.xml';
const SOUND = '<enclosure url="https://a.invalid/1.mp3" type="audio/mpeg"/>';
const feed = (inside: string): string =>
  `<rss version="2.0"><channel><title>Show</title>${inside}</channel></rss>`;
const item = (inside: string): string => feed(`<item>${inside}</item>`);
const episode = (inside: string) => readFeed(item(inside), BASE)?.episodes[0];

describe('words in angle brackets stay (CAT-240)', () => {
  test.each([
    'Vec<String> and Map<Key, Value>',
    'I <3 this',
    '<Untitled>',
    'The <dialog> element',
    'Why <script> is slow',
    'a < b > c',
  ])('%s', (title) => {
    expect(episode(`<title><![CDATA[${title}]]></title>${SOUND}`)?.title).toBe(title);
    const escaped = title.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(episode(`<title>${escaped}</title>${SOUND}`)?.title).toBe(title);
  });

  test('in notes beside markup, and markup of writing programs goes', () => {
    const notes = '<p>Use <b>Vec</b><String>, I <3 it.</p><o:p></o:p><x-y a="1">Good';
    expect(episode(`<description><![CDATA[${notes}]]></description>${SOUND}`)?.description).toBe(
      'Use Vec<String>, I <3 it.\nGood',
    );
  });

  test('in a name of the podcast and of a person', () => {
    const read = readFeed(feed('<itunes:author><![CDATA[The <Redacted> Show]]></itunes:author>'), BASE);
    expect(read?.author).toBe('The <Redacted> Show');
  });
});

test('a picture and persons of the channel count, and persons of an episode replace them (CAT-241)', () => {
  const read = readFeed(
    feed(`<podcast:images srcset="https://a.invalid/s.jpg 600w, https://a.invalid/l.jpg 1500w"/>
      <podcast:person role="host">Ann Reed</podcast:person><dc:creator>Kim Lund</dc:creator>
      <item><title>Own</title>${SOUND}<podcast:person role="guest">Bo</podcast:person>
        <podcast:image href="https://a.invalid/e.jpg"/><dc:creator>Di Ebb</dc:creator></item>
      <item><title>None</title>${SOUND.replace('1.mp3', '2.mp3')}</item>`),
    BASE,
  );
  expect(read).toMatchObject({
    imageUrl: 'https://a.invalid/l.jpg',
    author: 'Kim Lund',
    persons: ['Ann Reed (host)'],
  });
  expect(read?.episodes.toReversed()).toMatchObject([
    { persons: ['Bo (guest)'], imageUrl: 'https://a.invalid/e.jpg', author: 'Di Ebb' },
    { persons: ['Ann Reed (host)'], imageUrl: null, author: null },
  ]);
});

test('RSS 1.0 has its enclosures, its dates and what iTunes adds (CAT-241)', () => {
  const document = `<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="https://a.invalid/"><title>Show</title><description>Notes</description>
      <image rdf:resource="https://a.invalid/c.png"/><items><rdf:Seq><rdf:li resource="x"/></rdf:Seq></items></channel>
    <image rdf:about="https://a.invalid/c.png"><title>Show</title><url>https://a.invalid/c.png</url></image>
    <item rdf:about="https://a.invalid/one"><title>One</title><dc:date>2024-01-01T10:00:00Z</dc:date>
      <enc:enclosure rdf:resource="https://a.invalid/1.mp3" enc:type="audio/mpeg" enc:length="9"/>
      <itunes:duration>1:00</itunes:duration></item></rdf:RDF>`;
  expect(readFeed(document, BASE)).toMatchObject({
    title: 'Show',
    description: 'Notes',
    imageUrl: 'https://a.invalid/c.png',
    episodes: [
      {
        guid: 'https://a.invalid/one',
        soundUrl: 'https://a.invalid/1.mp3',
        soundType: 'audio/mpeg',
        seconds: 60,
        publishedAt: Date.parse('2024-01-01T10:00:00Z'),
      },
    ],
  });
});

describe('a document that is no XML is read', () => {
  const good = item(`<title>One</title>${SOUND}`);

  test.each([
    ['blank lines before the declaration', `\n<?xml version="1.0"?>${good}`],
    ['text after the end', `${good}<script>1</script>`],
    ['control characters', good.replace('One', 'O\u0008ne&#x0;')],
    ['a comment that names another root', `<!-- <feed> -->${good}`],
    ['declared entities', `<!DOCTYPE rss [<!ENTITY a "b">]>${good}`],
  ])('%s', (_, document) => {
    expect(readFeed(document, BASE)).toMatchObject({ title: 'Show', episodes: [{ title: 'One' }] });
  });

  test('but not one that was cut off', () => {
    expect(readFeed(good.slice(0, -20), BASE)).toBeNull();
    expect(readFeed(`<rss>${'<a>'.repeat(100_000)}</rss>`, BASE)).toBeNull();
  });

  test('with bare ampersands and entities, also in CDATA', () => {
    expect(episode(`<title>Q & A, Caf&eacute;</title>${SOUND}`)?.title).toBe('Q & A, Café');
    expect(episode(`<title><![CDATA[Caf&eacute;]]></title>${SOUND}`)?.title).toBe('Café');
    expect(episode('<enclosure url="https://a.invalid/1.mp3?a=1&copy=2"/>')?.soundUrl).toContain('&copy=2');
  });

  test('in UTF-16 and in the encoding of Windows', () => {
    const title = (bytes: Uint8Array) => readFeed(decodeDocument(bytes, null), BASE)?.title;
    expect(title(Buffer.from('\uFEFF<rss><channel><title>Café</title></channel></rss>', 'utf16le'))).toBe(
      'Café',
    );
    // The bytes 0x93 and 0x94 are quotation marks there.
    const windows = Buffer.from('<rss><channel><title>\u0093Café\u0094</title></channel></rss>', 'latin1');
    expect(title(windows)).toBe('“Café”');
  });
});

describe('an end that is missing loses no episode (CAT-239)', () => {
  const two = (first: string): string =>
    `<title>One</title>${first}</item><item><title>Two</title>${SOUND.replace('1.mp3', '2.mp3')}`;
  const show = '<itunes:image href="https://a.invalid/c.png"/><itunes:author>Ann</itunes:author>';

  test.each([
    ['of a category', `<itunes:category text="A"><itunes:category text="B"/>${show}`, SOUND],
    ['of an owner', `<itunes:owner><itunes:name>N</itunes:name>${show}`, SOUND],
    ['of a text of the channel', `<description>Notes${show}`, SOUND],
    ['of the picture of the channel', `<image><url>https://a.invalid/x.png</url>${show}</image>`, SOUND],
    ['of an enclosure', show, SOUND.replace('/>', '>')],
    ['of a title', show, `<itunes:title>One${SOUND}`],
    ['of a link', show, `<link>https://a.invalid${SOUND}`],
    ['of notes', show, `<description>Notes <b>bold</b>${SOUND}`],
    ['of markup in notes', show, `<description><p>Notes <b>bold</p></description>${SOUND}`],
    ['of a group of files', show, `<media:group>${SOUND}`],
    ['of a picture', show, `<itunes:image href="https://a.invalid/c.png">${SOUND}`],
    ['that is another letter case', show, `<Title>One</TITLE>${SOUND}`],
    ['of nothing', show, `</p></channel-x></div>${SOUND}`],
  ])('%s', (_, inside, first) => {
    const read = readFeed(feed(`${inside}<item>${two(first)}</item>`), BASE);
    expect(read?.episodes.map(({ title }) => title)).toEqual(['Two', 'One']);
    expect(read).toMatchObject({ imageUrl: 'https://a.invalid/c.png', author: 'Ann' });
  });

  test('of an entry', () => {
    const read = readFeed(feed(`${show}<item>${two(SOUND).replace('</item>', '')}</item>`), BASE);
    expect(read?.episodes.map(({ title }) => title)).toEqual(['Two', 'One']);
  });
});

const many = (text: string): string => text.repeat(200_000);

test.each([
  ['comments before the root', () => `${many('<!---->')}${item(SOUND)}`],
  ['comments', () => item(`${SOUND}${many('<!---->')}`)],
  ['tags without an end', () => item(`${SOUND}<description>${many('<a ')}"</description>`)],
  ['starts of CDATA', () => item(`${SOUND}<description>${many('<![CDATA[')}</description>`)],
  ['spaces in a duration', () => item(`${SOUND}<itunes:duration>1h${many(' ')}<b/></itunes:duration>`)],
  ['dots in an address', () => item(`${SOUND}<author>a@b${many('.')}(</author>`)],
  ['brackets in a name', () => item(`${SOUND}<author>${many('<![CDATA[(]]>')}</author>`)],
  [
    'spaces in the start of a chapter',
    () =>
      item(
        `${SOUND}<psc:chapters xmlns:psc="http://podlove.org/simple-chapters">
          <psc:chapter start="1h${many(' ')}x" title="x"/></psc:chapters>`,
      ),
  ],
])('a document with 200,000 %s is read in linear time (CAT-106)', (_, document) => {
  const start = performance.now();
  expect(readFeed(document(), BASE)?.episodes).toHaveLength(1);
  // In quadratic time, each of them takes minutes.
  expect(performance.now() - start).toBeLessThan(10_000);
});

const alternate = (sources: string, type = 'audio/mpeg'): string =>
  `<podcast:alternateEnclosure type="${type}">${sources}</podcast:alternateEnclosure>`;

describe('an episode', () => {
  test.each([
    '<media:content url="https://a.invalid/1.mp3" type="audio/mpeg"/>',
    '<atom:link rel="enclosure" href="https://a.invalid/1.mp3" type="audio/mpeg"/>',
    '<enclosure url="https://a.invalid/1.mp3" type="application/ogg"/>',
    '<enclosure url="https://a.invalid/1.jpg"/><enclosure url="https://a.invalid/1.mp3"/>',
    alternate('<podcast:source uri="https://a.invalid/1.mp3"/>'),
    alternate('<podcast:source uri="ipfs://x"/><podcast:source uri="https://a.invalid/1.mp3"/>'),
    `<enclosure url="https://a.invalid/1.mp4" type="video/mp4"/>${alternate('<podcast:source uri="https://a.invalid/1.mp3"/>')}`,
    `${alternate('<podcast:source uri="https://a.invalid/1.mp4"/>', 'video/mp4')}${alternate('<podcast:source uri="https://a.invalid/1.mp3"/>')}`,
    `<enclosure url="https://a.invalid/1.mp3" type="audio/mpeg"/>${alternate('<podcast:source uri="https://a.invalid/1.opus"/>', 'audio/opus')}`,
    alternate('<podcast:source uri="https://a.invalid/1.mp3" contentType="audio/mpeg"/>', 'video/mp4'),
  ])('has the sound of %s', (files) => {
    expect(episode(files)?.soundUrl).toBe('https://a.invalid/1.mp3');
  });

  test.each([
    'mp3',
    'audio',
    'AUDIO/MPEG; charset=utf-8',
    'application/x-download',
    'application/force-download',
    'binary/octet-stream',
    'application/mpeg',
    '',
  ])('has a sound of the type %j, also without an ending (CAT-109)', (type) => {
    const url = 'https://a.invalid/play/1';
    expect(episode(`<enclosure url="${url}" type="${type}"/>`)?.soundUrl).toBe(url);
  });

  test.each([
    ['audio/x-mpegurl', 'https://a.invalid/1.m3u'],
    ['audio/mpeg', 'https://a.invalid/1.pls?x'],
    ['application/vnd.apple.mpegurl', 'https://a.invalid/1'],
    ['application/zip', 'https://a.invalid/1'],
    ['', 'https://a.invalid/1.torrent'],
    ['text/html', 'https://a.invalid/1'],
    ['video/mp4', 'https://a.invalid/1'],
  ])('is none with a file of the type %j at %s, and is named (CAT-109)', (type, url) => {
    const document = item(`<title>A list</title><enclosure url="${url}" type="${type}"/>`);
    expect(readFeed(document, BASE)).toMatchObject({ episodes: [], unplayable: ['A list'] });
  });

  const dated = (...dates: readonly string[]): readonly (string | undefined)[] | undefined =>
    readFeed(
      feed(
        dates
          .map(
            (date, index) =>
              `<item><title>${index}</title>${SOUND.replace('1.mp3', `${index}.mp3`)}${date}</item>`,
          )
          .join(''),
      ),
      BASE,
      Date.parse('2024-06-01'),
    )?.episodes.map(({ title }) => title);
  const on = (date: string): string => `<pubDate>${date}</pubDate>`;

  test.each([
    ['bad', on('Wed, 99 Foo 2024')],
    ['missing', ''],
    ['future', on('1 Jan 2999')],
    ['first', on('1 Jan 1970')],
  ])('keeps its position in the feed with a %s date (CAT-135)', (_, bad) => {
    const [newest, middle, oldest] = ['3 Jan 2024', '2 Jan 2024', '1 Jan 2024'].map(on);
    expect(dated(bad, newest ?? '', oldest ?? '')).toEqual(['2', '1', '0']);
    expect(dated(newest ?? '', bad, middle ?? '', oldest ?? '')).toEqual(['3', '2', '1', '0']);
    expect(dated(newest ?? '', oldest ?? '', bad)).toEqual(['2', '1', '0']);
    // A feed that lists the oldest first.
    expect(dated(oldest ?? '', bad, newest ?? '')).toEqual(['0', '1', '2']);
  });

  test('is told apart from others by the query of its sound (CAT-136)', () => {
    const at = (id: number) =>
      `<item><title>${id}</title><enclosure url="https://a.invalid/get.mp3?id=${id}"/></item>`;
    const ids = readFeed(feed(at(3) + at(2) + at(1)), BASE)?.episodes.map(({ guid }) => guid);
    expect(new Set(ids).size).toBe(3);
    // The oldest keeps its id when the others come.
    expect(ids?.[0]).toBe(readFeed(feed(at(1)), BASE)?.episodes[0]?.guid);
  });

  test('whose sound was replaced under the same id is one (CAT-136)', () => {
    const at = (title: string, day: number) =>
      `<item><title>${title}</title><guid>a</guid><enclosure url="https://a.invalid/${day}.mp3"/>${on(`${day} Jan 2024`)}</item>`;
    const early = at('Ep 10 (early)', 1);
    expect(readFeed(feed(at('Ep 10', 2) + early), BASE)?.episodes).toMatchObject([
      { title: 'Ep 10', guid: 'a', soundUrl: 'https://a.invalid/2.mp3' },
    ]);
    // A host that gives all episodes one id.
    expect(readFeed(feed(at('Ep 11', 2) + early), BASE)?.episodes).toHaveLength(2);
    expect(readFeed(feed(at('Ep 10', 3) + at('Ep 10', 2) + early), BASE)?.episodes).toHaveLength(3);
  });

  test.each(['javascript:alert(1)', 'data:audio/mpeg,x', 'file:///etc/passwd'])(
    'has no sound at %s',
    (url) => {
      expect(episode(`<enclosure url="${url}" type="audio/mpeg"/>`)).toBeUndefined();
    },
  );

  test('without a title has the start of its notes, else the name of its file', () => {
    expect(episode(`<description>A walk.</description>${SOUND}`)?.title).toBe('A walk.');
    expect(episode('<enclosure url="https://a.invalid/a%20walk.mp3?x"/>')?.title).toBe('a walk');
  });

  test('has an id of its own, and the oldest keeps one that is used twice (CAT-76)', () => {
    const at = (url: string, day: number) =>
      `<item><guid>a</guid><enclosure url="${url}" type="audio/mpeg"/><pubDate>${day} Jan 2024</pubDate></item>`;
    const [one, two] = [at('https://a.invalid/1.mp3', 1), at('https://a.invalid/2.mp3', 2)];
    const ids = readFeed(feed(two + one), BASE)?.episodes.map(({ guid }) => guid);
    expect(ids).toHaveLength(2);
    expect(ids?.[0]).toBe(readFeed(feed(one), BASE)?.episodes[0]?.guid);
  });
});

test.each([
  ['1h2m', 3720],
  ['01:02:03.500', 3723],
  ['PT1H2M3S', 3723],
  ['90', 90],
  ['', null],
  ['soon', null],
])('the duration %j is %j seconds', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds);
});

test.each([
  ['Mon, 01 Jul 2024 10:00:00 CEST', '2024-07-01T08:00:00.000Z'],
  ['1 Jul 2024 10:00:00 BST', '2024-07-01T09:00:00.000Z'],
  ['Lun, 01 Jan 2024 10:00:00', '2024-01-01T10:00:00.000Z'],
  ['2024-01-01T10:00:00+01:00', '2024-01-01T09:00:00.000Z'],
  ['Mo, 15 Dez 2025 06:00:00 +0100', '2025-12-15T05:00:00Z'],
  ['Sa, 15 Mär 2025 06:00:00 +0100', '2025-03-15T05:00:00Z'],
  ['15. Mrz 2025 06:00', '2025-03-15T06:00:00Z'],
  ['mar., 14 janv. 2025 06:00:00 GMT', '2025-01-14T06:00:00Z'],
  ['lundi 15 décembre 2025 à 06h30', '2025-12-15T06:30:00Z'],
  ['15 de diciembre de 2025, 06:00', '2025-12-15T06:00:00Z'],
  ['mar 14 gen 2025 06:00:00 +0100', '2025-01-14T05:00:00Z'],
  ['Seg, 01 Set 2025 06:00:00 -0300', '2025-09-01T09:00:00Z'],
  ['ma 3 mrt 2025 06:00', '2025-03-03T06:00:00Z'],
  ['pon, 15 gru 2025 06:00', '2025-12-15T06:00:00Z'],
  ['Вт, 30 декабря 2025 06:00:00 +0300', '2025-12-30T03:00:00Z'],
  ['ons, 15 okt 2025 06:00', '2025-10-15T06:00:00Z'],
  ['15 Aralık 2025', '2025-12-15T00:00:00Z'],
  ['čet, 16 lis 2025 06:00', '2025-10-16T06:00:00Z'],
  ['Sat, 15 Nov 25 6:05 PM EST', '2025-11-15T23:05:00Z'],
  ['Mon Jul 1 10:00:00 CEST 2024', '2024-07-01T08:00:00Z'],
  ['Mon Jul 01 2024 10:00:00 GMT+0200 (Central European Summer Time)', '2024-07-01T08:00:00Z'],
  ['2025年12月15日 06:00', '2025-12-15T06:00:00Z'],
  ['15.12.2025 06:00', '2025-12-15T06:00:00Z'],
  ['12/15/2025', '2025-12-15T00:00:00Z'],
  ['20251215T060000Z', '2025-12-15T06:00:00Z'],
  ['1765778400', '2025-12-15T06:00:00Z'],
  ['Mon, 01 Jul 2024 10:00:00 ET', '2024-07-01T14:00:00Z'],
  ['Mon, 15 Jan 2024 10:00:00 ET', '2024-01-15T15:00:00Z'],
  ['Mon, 01 Jul 2024 10:00 CT', '2024-07-01T15:00:00Z'],
  ['Mon, 15 Jan 2024 10:00 MT', '2024-01-15T17:00:00Z'],
  ['Sun, 10 Mar 2024 03:30:00 PT', '2024-03-10T10:30:00Z'],
  ['Sun, 10 Mar 2024 01:30:00 PT', '2024-03-10T09:30:00Z'],
  ['1 Jul 2024 10:00:00 HST', '2024-07-01T20:00:00Z'],
  ['Wed, 27 May 2020 34:50:00 -0400', '2020-05-27T04:00:00Z'],
])('the date %j is %s', (text, time) => {
  expect(readDate(text)).toBe(Date.parse(time));
});

test.each([undefined, '', 'soon', '31 Feb 2024', '2024', 'Mon, 01 Nix 2024'])(
  '%j is no date (CAT-135)',
  (text) => {
    expect(readDate(text)).toBeNull();
  },
);

test.each([
  ['<p>One</p><p>Two<br/>Three</p>', 'One\n\nTwo\nThree'],
  ['<a href="https://a.invalid/">a.invalid</a>', 'a.invalid'],
  ['<a href="https://a.invalid/x?a=1&amp;b=2">here</a>', 'here (https://a.invalid/x?a=1&b=2)'],
  ['<a href="javascript:alert(1)">here</a>', 'here'],
  ['a<script>alert(1)</script>b<style>c</style>', 'ab'],
  ['<img src=x onerror=alert(1)>1 < 2 &amp; 3', '1 < 2 & 3'],
  ['&lt;b&gt;', '<b>'],
  ['<script>never closed', ''],
])('the text of %j is %j', (markup, text) => {
  expect(visibleText(markup)).toBe(text);
});

describe('an OPML document', () => {
  const [one, two] = ['https://a.invalid/1', 'https://a.invalid/2'];
  const outlines = `<outline text="Group"><outline text="One" xmlUrl="${one}"/></outline><outline text="Two" type="rss" xmlUrl="${two}"></outline>`;

  test.each([
    ['whole', `<opml version="2.0"><head/><body>${outlines}</body></opml>`],
    ['of outlines alone', `<?xml version="1.0"?>\n${outlines}\n`],
    ['of a body alone', `<body>${outlines}</body>`],
    ['without a body', `<opml version="1.0"><head><title>Mine</title></head>${outlines}</opml>`],
  ])('%s is read (FEED-51)', (_, document) => {
    expect(readOpml(document).map(({ url }) => url)).toEqual([one, two]);
  });

  test.each([
    ['outlines', outlines.slice(0, -20)],
    ['a document without a body', `<opml>${outlines}`],
    ['a whole document', `<opml><body>${outlines}</body>`],
  ])('is refused if %s was cut off (FEED-51)', (_, document) => {
    expect(() => readOpml(document)).toThrow('no OPML document, or only a part of one');
  });
});

test('an entry that cannot be read is counted, and so is one without a sound (CAT-242)', () => {
  expect(readFeed(feed('<item><title>One</title></item>'), BASE)).toMatchObject({
    episodes: [],
    entries: 1,
    unread: 0,
  });
  expect(readFeed(feed(''), BASE)).toMatchObject({ episodes: [], entries: 0 });
});
