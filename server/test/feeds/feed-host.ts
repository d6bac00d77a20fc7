import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll } from 'vitest';

export type Responder = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A real host of podcasts on this machine. */
export interface PodcastHost {
  readonly origin: string;
  /** What was asked, as method and path, in order. */
  readonly asked: string[];
  /** Headers of the last request of each path. */
  readonly headers: Map<string, IncomingMessage['headers']>;
  /** Sets the response of a path: a function, or a body. */
  set(path: string, responder: Responder | string | Buffer): void;
}

export async function podcastHost(): Promise<PodcastHost> {
  const responders = new Map<string, Responder>();
  const asked: string[] = [];
  const headers = new Map<string, IncomingMessage['headers']>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(`${request.method ?? ''} ${path}`);
    headers.set(path, request.headers);
    const responder = responders.get(path);
    if (responder === undefined) response.writeHead(404).end();
    else responder(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host does not listen.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    headers,
    set(path, responder) {
      responders.set(
        path,
        typeof responder === 'function' ? responder : (_, response) => response.end(responder),
      );
    },
  };
}

export interface EpisodeOptions {
  readonly guid: string;
  readonly title?: string;
  /** Relative to the feed. */
  readonly sound?: string;
  readonly day?: number;
  readonly notes?: string;
}

/** A podcast in RSS. The first episode is the newest. */
export const podcast = (title: string, episodes: readonly EpisodeOptions[], extra = ''): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
  <title>${title}</title><itunes:author>Ines Odum</itunes:author><itunes:category text="Leisure"/>${extra}${episodes
    .map(
      ({
        guid,
        title: name = guid,
        sound = `${guid}.mp3`,
        day = 1,
        notes = '',
      }) => `<item><title>${name}</title>
    <guid>${guid}</guid><enclosure url="${sound}" type="audio/mpeg"/><itunes:duration>1:30</itunes:duration>
    <pubDate>${day} Jan 2024 10:00:00 GMT</pubDate><description><![CDATA[${notes}]]></description></item>`,
    )
    .join('')}</channel></rss>`;
