import { readFileSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { createMp3Encoder } from 'wasm-media-encoders';
import { expect, test } from '../support/language.ts';
import { Listener } from '../support/listener.ts';
import { OwnStudio } from '../support/own-studio.ts';

const SAMPLE_RATE = 22_050;
const SECONDS = 90;

const episode = (number: number): string => `
  <item>
    <itunes:season>${number > 2 ? 2 : 1}</itunes:season>
    <title>Towpath &lt;b&gt;walk&lt;/b&gt; ${number}</title>
    <guid>walk-${number}</guid>
    <pubDate>${new Date(Date.UTC(2026, 0, number)).toUTCString()}</pubDate>
    <enclosure url="/media/walk-${number}.mp3" type="audio/mpeg" length="1"/>
    <itunes:duration>1:30</itunes:duration>
    <description><![CDATA[<p>Slow radio, number ${number}.</p><script>window.stolen = true</script>]]></description>
    <psc:chapters>
      <psc:chapter start="0" title="Setting out"/><psc:chapter start="00:00:40" title="The lock"/>
    </psc:chapters>
  </item>`;

const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:psc="http://podlove.org/simple-chapters">
<channel>
  <title>Evening Walks</title>
  <description>From the towpath.</description>
  <itunes:author>Ines Odum</itunes:author>
  <itunes:image href="/cover.svg"/>
  <itunes:category text="Leisure"><itunes:category text="Walking"/></itunes:category>
  ${[4, 3, 2, 1].map(episode).join('')}
</channel></rss>`;

const COVER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#2f6f5e"/></svg>';

/** A podcast host on loopback with its own origin: a feed with CORS headers, a cover, and real MP3 audio. */
class FeedHost {
  static async start(): Promise<FeedHost> {
    const sound = await tone();
    const server = createServer((request, response) => respond(request, response, sound));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FeedHost(server);
  }

  private constructor(private readonly server: Server) {}

  get origin(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The feed host is not listening.');
    return `http://127.0.0.1:${address.port}`;
  }

  get feed(): string {
    return `${this.origin}/feed.xml`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function respond(request: IncomingMessage, response: ServerResponse, sound: Uint8Array): void {
  if (request.url === '/feed.xml') {
    response
      .writeHead(200, { 'content-type': 'application/rss+xml', 'access-control-allow-origin': '*' })
      .end(FEED);
  } else if (request.url === '/cover.svg') {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(COVER);
  } else if (request.url?.startsWith('/media/') === true) {
    sendPart(request, response, sound);
  } else {
    response.writeHead(404).end();
  }
}

/** Sends the requested range, or the whole file. */
function sendPart(request: IncomingMessage, response: ServerResponse, sound: Uint8Array): void {
  const range = /^bytes=(?<from>\d+)-(?<to>\d*)$/.exec(request.headers.range ?? '')?.groups;
  const type = { 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes' };
  if (range === undefined) {
    response.writeHead(200, { ...type, 'content-length': sound.length }).end(sound);
    return;
  }
  const from = Number(range['from']);
  const to = Math.min(Number(range['to'] || sound.length - 1), sound.length - 1);
  const contentRange = `bytes ${from}-${to}/${sound.length}`;
  response.writeHead(206, { ...type, 'content-range': contentRange }).end(sound.subarray(from, to + 1));
}

/** A quiet tone. */
async function tone(): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: 32 });
  const samples = Float32Array.from(
    { length: SECONDS * SAMPLE_RATE },
    (_, at) => 0.1 * Math.sin((2 * Math.PI * 220 * at) / SAMPLE_RATE),
  );
  // The encoder reuses its memory at the next call, so each part is copied.
  return Buffer.concat([Buffer.from(encoder.encode([samples])), Buffer.from(encoder.finalize())]);
}

const studio = new OwnStudio();
let host: FeedHost;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  [host] = await Promise.all([FeedHost.start(), studio.start()]);
});

test.afterAll(async () => {
  await Promise.all([host.stop(), studio.stop()]);
});

test('podcasts from an OPML file: followed, in their order, marked, with skips and a speed of their own', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await studio.open(page);
  const feeds = page.getByRole('region', { name: 'Feeds' });
  const outline = (path: string) => `<outline type="rss" text="Walks" xmlUrl="${host.origin}${path}"/>`;
  await feeds.getByLabel('OPML file').setInputFiles({
    name: 'podcasts.opml',
    mimeType: 'text/x-opml',
    buffer: Buffer.from(
      `<opml version="2.0"><body>${outline('/missing.xml')}<outline text="Group">${outline('/feed.xml')}</outline></body></opml>`,
    ),
  });
  const report = feeds.getByRole('group', { name: 'Imported podcasts' });
  await expect(report).toContainText('2 of 2 podcasts');
  await expect(report.getByRole('listitem').filter({ hasText: 'Added: Evening Walks' })).toHaveCount(1);
  await expect(report.getByRole('listitem').filter({ hasText: /Not added: .*404/u })).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await feeds.getByRole('button', { name: 'Export OPML' }).click();
  const opml = readFileSync(await (await saved).path(), 'utf8');
  expect(opml).toContain(`xmlUrl="${host.origin}/feed.xml"`);
  expect(opml).not.toContain('missing.xml');

  await page.goto(`${studio.origin}/search-results?q=Evening+Walks`);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Evening Walks', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Evening Walks' })).toBeVisible();
  await main.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(main.getByRole('button', { name: 'Follow', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  const episodes = page.getByRole('region', { name: 'Episodes' });
  await expect(episodes.getByRole('heading', { level: 3 })).toHaveText(['Season 2', 'Season 1']);
  const order = episodes.getByRole('link', { name: /^Towpath walk \d$/u });
  await episodes
    .getByRole('combobox', { name: 'Order of the episodes' })
    .selectOption('Newest unheard first');
  await episodes.getByRole('button', { name: 'Mark older as heard: Towpath walk 3' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as heard' }).click();
  await expect(page.getByText('2 episodes are marked as heard.')).toBeVisible();
  await expect(order).toHaveText([4, 3, 2, 1].map((number) => `Towpath walk ${number}`));

  await episodes.getByText('Skips and speed').click();
  await episodes.getByRole('combobox', { name: 'Skip at the start' }).selectOption('Skip 30 s at the start');
  await episodes.getByRole('combobox', { name: 'Skip at the end' }).selectOption('Skip 15 s at the end');
  await episodes.getByRole('combobox', { name: 'Speed of this podcast' }).selectOption('Speed 2.0x');

  // The browser remembers them. After what is left out at the end, the next episode starts after what is left out.
  await page.reload();
  await episodes.getByRole('button', { name: 'Play Towpath walk 4', exact: true }).click();
  const listener = new Listener(page);
  await listener.hears(1);
  expect(await listener.position()).toBeGreaterThanOrEqual(30);
  await expect(listener.player.getByRole('button', { name: 'Speed' })).toHaveAccessibleDescription('2.0x');
  await listener.player.getByRole('switch', { name: 'Autoplay' }).click();
  await listener.player.getByRole('slider', { name: 'Seek' }).fill('70');
  await expect(listener.player).toContainText('Towpath walk 3', { timeout: 30_000 });
  await expect.poll(async () => listener.position()).toBeGreaterThanOrEqual(30);
  await listener.player.getByRole('button', { name: 'Pause', exact: true }).click();

  await page.goto(`${studio.origin}/favorite-podcasts`);
  await expect(main.getByRole('link', { name: 'Towpath walk 3', exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Towpath walk 2', exact: true })).toHaveCount(0);
  expect([...asked], 'the page never asks the host of the podcasts').toEqual([studio.origin]);
});
