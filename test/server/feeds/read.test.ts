import { describe, expect, test } from 'vitest';
import { decodeDocument } from '../../../server/feeds/read/decode-document.ts';
import { readFeed } from '../../../server/feeds/read/read-feed.ts';
import { visibleText } from '../../../server/library/read/visible-text.ts';
import { readDate, readDuration } from '../../../server/feeds/read/values.ts';

// What feeds in the world do. Each sample is ours, and holds one trap.

const BASE = 'https://feeds.invalid/show/feed.xml';
const SOUND = '<enclosure url="https://a.invalid/1.mp3" type="audio/mpeg"/>';
const feed = (inside: string): string =>
  `<rss version="2.0"><channel><title>Show</title>${inside}</channel></rss>`;
const item = (inside: string): string => feed(`<item>${inside}</item>`);
const episode = (inside: string) => readFeed(item(inside), BASE)?.episodes[0];

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
    expect(title(Buffer.from('<rss><channel><title>Café</title></channel></rss>', 'latin1'))).toBe('Café');
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

describe('an episode', () => {
  test.each([
    '<media:content url="https://a.invalid/1.mp3" type="audio/mpeg"/>',
    '<atom:link rel="enclosure" href="https://a.invalid/1.mp3" type="audio/mpeg"/>',
    '<enclosure url="https://a.invalid/1.mp3" type="application/ogg"/>',
    '<enclosure url="https://a.invalid/1.jpg"/><enclosure url="https://a.invalid/1.mp3"/>',
  ])('has the sound of %s', (files) => {
    expect(episode(files)?.soundUrl).toBe('https://a.invalid/1.mp3');
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

  test('has an id of its own, and the oldest keeps one that is used twice', () => {
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
])('the date %j is %s', (text, time) => {
  expect(readDate(text)).toBe(Date.parse(time));
});

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
