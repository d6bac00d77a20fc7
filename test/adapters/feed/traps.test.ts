import { describe, expect, test } from 'vitest';

import { decodeDocument } from '../../../src/adapters/feed/decode-document.ts';
import { readFeed } from '../../../src/adapters/feed/read-feed.ts';
import { readDate } from '../../../src/adapters/feed/values.ts';

// What feeds in the world do. Each sample is ours, and holds one trap.

const URL_OF_FEED = 'https://feeds.invalid/show/feed.xml';
const SOUND = '<enclosure url="https://a.invalid/1.mp3" type="audio/mpeg" length="1"/>';
const channel = (inside: string): string =>
  `<rss version="2.0"><channel><title>Show</title>${inside}</channel></rss>`;
const item = (inside: string): string => channel(`<item>${inside}</item>`);
const read = (document: string, documentUrl?: string) => readFeed(document, URL_OF_FEED, documentUrl);
const episode = (inside: string) => read(item(inside))?.episodes[0];

describe('a document that XML does not allow is read', () => {
  const good = channel(`<item><title>One</title>${SOUND}</item>`);

  test.each([
    ['blank lines before the declaration', `\n\n<?xml version="1.0"?>\n${good}`],
    ['a warning of the server before the feed', `<b>Warning</b>: not found<br />\n${good}`],
    ['text after the end', `${good}\n<!-- 0.2 s --><script>1</script>`],
    ['a comment that names another root', `<!-- <feed> in old days -->${good}`],
    ['an end tag without its last sign', good.slice(0, -1)],
    ['a control character', good.replace('One', 'O\u0008n\u0000e')],
    ['the number of a control character', good.replace('One', 'O&#x08;n&#0;e')],
    ['a declaration of entities', `<!DOCTYPE rss [<!ENTITY a "b">]>${good}`],
  ])('%s', (_, document) => {
    expect(read(document)).toMatchObject({ title: 'Show', episodes: [{ title: 'One' }] });
  });

  test.each([
    ['a bare ampersand in a title', 'Q & A', 'Q & A'],
    ['a bare ampersand before a word', 'AT&T;-like', 'AT&T;-like'],
    ['an entity of HTML', 'Caf&eacute;', 'Café'],
    ['an entity inside CDATA', '<![CDATA[Caf&eacute; &amp; Bar]]>', 'Café & Bar'],
    ['an entity that was escaped twice', 'Tom &amp;amp; Jerry', 'Tom & Jerry'],
  ])('%s', (_, title, shown) => {
    expect(episode(`<title>${title}</title>${SOUND}`)?.title).toBe(shown);
  });

  test('a bare ampersand in the address of a sound', () => {
    const url = episode(
      '<enclosure url="https://a.invalid/1.mp3?a=1&copy=2&amp;b=3" type="audio/mpeg"/>',
    )?.url;
    expect(url).toBe('https://a.invalid/1.mp3?a=1&copy=2&b=3');
  });

  test('but not one that was cut off: the episodes that are missing are not gone', () => {
    expect(read(good.slice(0, good.lastIndexOf('</channel>')))).toBeNull();
  });
});

describe('an encoding', () => {
  const text =
    '<?xml version="1.0" encoding="ENC"?><rss><channel><title>Žluťoučký Café</title></channel></rss>';
  const utf16 = (littleEndian: boolean, mark: boolean): Uint8Array => {
    const units = `${mark ? '\uFEFF' : ''}${text.replace('ENC', 'UTF-16')}`;
    const bytes = Buffer.from(units, 'utf16le');
    return littleEndian ? bytes : bytes.swap16();
  };

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), null],
    ['UTF-16, little end first, with a mark', utf16(true, true), null],
    ['UTF-16, big end first, with a mark', utf16(false, true), 'text/xml'],
    ['UTF-16, little end first, without a mark', utf16(true, false), null],
    ['UTF-16, big end first, without a mark', utf16(false, false), null],
    ['UTF-8 that says it is UTF-16', Buffer.from(text.replace('ENC', 'UTF-16')), null],
    ['an unknown one', Buffer.from(text.replace('ENC', 'klingon')), 'text/xml; charset=vulcan'],
    [
      'the one that the host names',
      Buffer.from(text.replace('ENC', 'us-ascii')),
      'text/xml; charset="utf-8"',
    ],
  ])('is found: %s', (_, bytes, contentType) => {
    expect(read(decodeDocument(bytes, contentType))?.title).toBe('Žluťoučký Café');
  });

  test('that nobody names, and that is not UTF-8, is that of Windows', () => {
    const bytes = Buffer.from('<rss><channel><title>Café</title></channel></rss>', 'latin1');
    expect(read(decodeDocument(bytes, 'text/xml'))?.title).toBe('Café');
  });
});

describe('a sound is found', () => {
  test.each([
    ['in Media RSS', '<media:content url="https://a.invalid/1.mp3" type="audio/mpeg"/>'],
    [
      'in a group of Media RSS',
      '<media:group><media:content url="https://a.invalid/1.mp3" medium="audio"/></media:group>',
    ],
    ['in a link of Atom', '<atom:link rel="enclosure" href="https://a.invalid/1.mp3" type="audio/mpeg"/>'],
    ['as application/ogg', '<enclosure url="https://a.invalid/1.mp3" type="application/ogg"/>'],
    ['without a type', '<enclosure url="https://a.invalid/1.mp3"/>'],
    [
      'beside a picture',
      '<enclosure url="https://a.invalid/1.jpg" type="image/jpeg"/><enclosure url="https://a.invalid/1.mp3" type="audio/mp3"/>',
    ],
    ['behind blanks', '<enclosure url=" https://a.invalid/1.mp3\n" type="audio/mpeg"/>'],
  ])('%s', (_, files) => {
    expect(episode(`<title>One</title>${files}`)?.url).toBe('https://a.invalid/1.mp3');
  });

  test('at an address without an ending, if nothing says otherwise', () => {
    const url = 'https://a.invalid/play?id=5';
    expect(episode(`<enclosure url="${url}" type="application/octet-stream"/>`)?.url).toBe(url);
  });

  test('not in a picture or a film', () => {
    const files = '<enclosure url="https://a.invalid/1.mp4"/><media:content url="https://a.invalid/1.jpg"/>';
    expect(episode(files)).toBeUndefined();
  });

  test.each([
    ['the address that a redirect led to', undefined, 'https://moved.invalid/show/1.mp3'],
    ['xml:base of the feed', '../sounds/', 'https://moved.invalid/sounds/1.mp3'],
    ['xml:base on another host', 'https://b.invalid/x/', 'https://b.invalid/x/1.mp3'],
  ])('relative to %s', (_, base, url) => {
    const attribute = base === undefined ? '' : ` xml:base="${base}"`;
    const document = item('<enclosure url="1.mp3"/>').replace('<channel>', `<channel${attribute}>`);
    expect(read(document, 'https://moved.invalid/show/feed')?.episodes[0]?.url).toBe(url);
  });
});

describe('a title', () => {
  test.each([
    ['the first line of its description', `<description>A walk. </description>${SOUND}`, 'A walk.'],
    ['its file', '<enclosure url="https://a.invalid/a%20walk.mp3?x=1"/>', 'a walk'],
    ['the title of iTunes', `<itunes:title>A walk</itunes:title>${SOUND}`, 'A walk'],
  ])('that is missing is %s', (_, inside, title) => {
    expect(episode(inside)?.title).toBe(title);
  });

  test('of a show that has none is its address', () => {
    expect(read(`<rss><channel><item>${SOUND}</item></channel></rss>`)?.title).toBe(
      'feeds.invalid/show/feed.xml',
    );
  });
});

describe('values', () => {
  test.each([
    ['01:02:03.500', 3723],
    ['1h2m', 3720],
    ['1 hr 2 min 3 sec', 3723],
    ['PT1H2M3S', 3723],
    ['<![CDATA[ 1:02 ]]>', 62],
    ['62 min', 3720],
    ['90.9', 90],
    ['0', null],
    ['about an hour', null],
  ])('the duration %j is %j seconds', (text, seconds) => {
    expect(episode(`${SOUND}<itunes:duration>${text}</itunes:duration>`)?.runTime).toBe(seconds);
  });

  test.each([
    ['Mon, 01 Jul 2024 10:00:00 CEST', '2024-07-01T08:00:00.000Z'],
    ['Mon, 01 Jan 2024 10:00:00 CET', '2024-01-01T09:00:00.000Z'],
    ['1 Jul 2024 10:00:00 BST', '2024-07-01T09:00:00.000Z'],
    ['Mon, 01 Jan 2024 10:00:00 EST', '2024-01-01T15:00:00.000Z'],
    ['Lun, 01 Jan 2024 10:00:00 +0100', '2024-01-01T09:00:00.000Z'],
    ['Mon, 01 Jan 2024 10:00:00', '2024-01-01T10:00:00.000Z'],
    ['1 Jan 2024', '2024-01-01T00:00:00.000Z'],
    ['2024-01-01T10:00:00', '2024-01-01T10:00:00.000Z'],
    ['2024-01-01T10:00:00+01:00', '2024-01-01T09:00:00.000Z'],
  ])('the date %j is %s', (text, time) => {
    expect(readDate(text)).toBe(Date.parse(time));
  });

  test('the season of an episode is read beside its number', () => {
    const inside = `${SOUND}<itunes:season>3</itunes:season><itunes:episode>2</itunes:episode>`;
    expect(episode(inside)).toMatchObject({ season: 3, number: 2 });
  });

  test.each([
    ['a tag of iTunes', channel('<itunes:new-feed-url>https://b.invalid/feed</itunes:new-feed-url>')],
    [
      'the whole document',
      '<rss><redirect><newLocation> https://b.invalid/feed </newLocation></redirect></rss>',
    ],
  ])('the new address of a feed is read: %s', (_, document) => {
    expect(read(document)?.newUrl).toBe('https://b.invalid/feed');
  });
});

describe('what an episode is known by', () => {
  const released = (guid: string, url: string, day: number): string =>
    `<item><title>x</title><guid>${guid}</guid><enclosure url="${url}" type="audio/mpeg"/>` +
    `<pubDate>0${day} Jan 2024 10:00:00 GMT</pubDate></item>`;
  const ids = (...items: readonly string[]) =>
    read(channel(items.join('')))?.episodes.map(({ guid }) => guid);

  test('two sounds under one id are two episodes, and the older one stays what it was', () => {
    const [before] = ids(released('a', 'https://a.invalid/1.mp3', 1)) ?? [];
    const after = ids(
      released('a', 'https://a.invalid/2.mp3', 2),
      released('a', 'https://a.invalid/1.mp3', 1),
    );
    expect(after).toHaveLength(2);
    expect(after?.[1]).toBe(before);
  });

  test('the same sound under one id is one episode', () => {
    const twice =
      released('a', 'https://a.invalid/1.mp3?key=1', 1) + released('a', 'https://a.invalid/1.mp3?key=2', 1);
    expect(ids(twice)).toEqual(['a']);
  });

  test('without an id it is its sound, whatever scheme and key its address has', () => {
    const bare = (url: string) => read(item(`<enclosure url="${url}"/>`))?.episodes[0]?.guid;
    expect(bare('http://a.invalid/1.mp3?key=1')).toBe(bare('https://a.invalid/1.mp3?key=2'));
    expect(bare('https://a.invalid/play?id=1')).not.toBe(bare('https://a.invalid/play?id=2'));
  });
});

test('RSS 1.0 with sounds of Media RSS is read', () => {
  const document = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
    xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Old</title></channel>
    <item rdf:about="https://a.invalid/1"><title>One</title>
    <media:content url="https://a.invalid/1.mp3" type="audio/mpeg"/></item></rdf:RDF>`;
  expect(read(document)).toMatchObject({
    title: 'Old',
    episodes: [{ title: 'One', guid: 'https://a.invalid/1', url: 'https://a.invalid/1.mp3' }],
  });
});
