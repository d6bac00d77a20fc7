/** Feeds for tests. */

export const SHOW_URL = 'https://feeds.invalid/evening/feed.xml';
export const ATOM_URL = 'https://feeds.invalid/field-notes.atom';
export const CHAPTERS_URL = 'https://feeds.invalid/evening/chapters-2.json';

type Entry = { readonly number: number; readonly extra?: string };

const DAY = 86_400_000;
const FIRST = Date.UTC(2025, 0, 1, 6);

const item = ({ number, extra = '' }: Entry): string => `
    <item>
      <title>Evening walk ${number}</title>
      <guid isPermaLink="false">walk-${number}</guid>
      <pubDate>${new Date(FIRST + number * DAY).toUTCString()}</pubDate>
      <enclosure url="/media/walk-${number}.mp3" length="1000" type="audio/mpeg"/>
      <itunes:duration>${number % 2 === 0 ? '25:30' : '3900'}</itunes:duration>
      <description><![CDATA[<p>A walk &amp; a talk, number ${number}.</p>]]></description>
      ${extra}
    </item>`;

const SIMPLE_CHAPTERS = `
      <psc:chapters version="1.2">
        <psc:chapter start="00:10:30.500" title="The river"/>
        <psc:chapter start="0" title="Setting out"/>
        <psc:chapter start="never" title="Nowhere"/>
      </psc:chapters>`;

/** A show of sixty episodes, newest first. The first has its chapters in the feed, the second in their own document. */
export const SHOW = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0"
  xmlns:psc="http://podlove.org/simple-chapters"
  xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>
    <title>Evening Walks</title>
    <description>&lt;p&gt;Slow radio from the towpath.&lt;/p&gt;</description>
    <itunes:author>Ines Odum</itunes:author>
    <itunes:image href="cover.jpg"/>
    <itunes:explicit>false</itunes:explicit>
    <itunes:category text="Leisure"><itunes:category text="Walking"/></itunes:category>
    ${Array.from({ length: 60 }, (_, at) =>
      item({
        number: 60 - at,
        extra:
          at === 58
            ? `<podcast:chapters url="${CHAPTERS_URL}" type="application/json+chapters"/>`
            : at === 59
              ? SIMPLE_CHAPTERS
              : '',
      }),
    ).join('')}
    <item><title>A note without sound</title><guid>note</guid></item>
  </channel>
</rss>`;

/** A small show in Atom, with its own author and subject. */
export const FIELD_NOTES = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Field Notes</title>
  <subtitle>Birds, mostly.</subtitle>
  <logo>https://media.invalid/field-notes.png</logo>
  <author><name>Wren Okafor</name></author>
  <category term="Science"/>
  <entry>
    <title type="html">The &lt;em&gt;dawn&lt;/em&gt; chorus</title>
    <id>urn:example:dawn</id>
    <published>2025-06-01T05:00:00Z</published>
    <link rel="alternate" href="https://feeds.invalid/dawn"/>
    <link rel="enclosure" type="audio/ogg" href="dawn.ogg"/>
    <summary>Before the road wakes.</summary>
  </entry>
</feed>`;

export const CHAPTERS_DOCUMENT = JSON.stringify({
  version: '1.2.0',
  chapters: [
    { startTime: 0, title: 'Hello' },
    { startTime: 90, title: 'The lock' },
    { startTime: 120, title: 'A picture', toc: false },
    { startTime: 'soon', title: 'Unreadable' },
  ],
});
