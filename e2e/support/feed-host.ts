import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createMp3Encoder } from 'wasm-media-encoders';

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
export class FeedHost {
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
