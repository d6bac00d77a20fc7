import { parentPort } from 'node:worker_threads';
import { readTranscript } from 'audio-streaming-transcripts/read-transcript';
import { decodeText } from '../library/read/encoding.ts';
import { documentOf, readyWords } from '../catalogue/write-catalogue.ts';
import { FeedItems } from './feed-items.ts';
import { decodeDocument } from './read/repair.ts';
import type { Reply, Request } from './feed-threads.ts';
import { readOpml } from './read/opml.ts';
import { joinPages, readFeed, RefusedFeedError } from './read/read-feed.ts';
import type { Podcast } from './read/podcast.ts';

// This module runs in a worker thread, because a feed may be made to take long, or more memory than there is (CAT-106).
const port = parentPort;
if (port === null) throw new Error('The feed worker runs only as a worker thread.');

let pages: readonly Podcast[] = [];
let items: FeedItems | null = null;

async function respondTo(request: Request): Promise<Reply> {
  switch (request.kind) {
    case 'opml':
      return { kind: 'opml', feeds: readOpml(decodeDocument(request.bytes, null)) };
    case 'page': {
      const page = readFeed(decodeDocument(request.bytes, request.contentType), request.url);
      if (page === null) throw new RefusedFeedError('What is there is no feed, or only a part of one.');
      pages = request.isFirst ? [page] : [...pages, page];
      return { kind: 'page', newUrl: page.newUrl, nextUrl: page.nextUrl };
    }
    case 'podcast': {
      const [newest, ...older] = pages;
      if (newest === undefined) {
        throw new RefusedFeedError('The feed names a new address, and what is there cannot be read.');
      }
      pages = [];
      items = new FeedItems(request.id, joinPages(newest, older), request.now, request.known);
      return {
        kind: 'podcast',
        show: items.show,
        words: readyWords(documentOf(items.show)),
        imageUrl: items.podcast.imageUrl,
        chaptersUrls: items.podcast.episodes.map(({ chaptersUrl }) => chaptersUrl),
        transcripts: items.transcripts,
        gone: items.gone,
        note: noteOn(items.podcast),
      };
    }
    case 'rows':
      if (items === null) throw new Error('No podcast was read.');
      return { kind: 'rows', ...items.rows(request.from, request.chapters) };
    case 'transcript': {
      const { bytes, type, seconds } = request;
      return {
        kind: 'transcript',
        read: readTranscript(decodeText(bytes), type, seconds ?? undefined),
      };
    }
  }
}

/** What is not listed, and why (CAT-109, CAT-242). Null if all is. */
function noteOn({ unplayable, unread, entries, episodes }: Podcast): string | null {
  const [first] = unplayable;
  const others = unplayable.length - 1;
  const more = others <= 0 ? '' : ` and ${others} other ${others === 1 ? 'entry' : 'entries'}`;
  const notes = [
    unread > 0 && `${entriesOf(unread)} cannot be read, because the document is broken there.`,
    first !== undefined && `Not listed, because players cannot play the file: “${first}”${more}.`,
    episodes.length === 0 &&
      first === undefined &&
      (entries === 0 ? 'The feed has no entries.' : 'No entry of the feed has a sound.'),
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : notes.join(' ');
}

const entriesOf = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;

async function reply(request: Request): Promise<void> {
  try {
    port?.postMessage(await respondTo(request));
  } catch (error) {
    // Any other error ends the thread.
    if (!(error instanceof RefusedFeedError)) throw error;
    port?.postMessage({ kind: 'refused', reason: error.message } satisfies Reply);
  }
}

port.on('message', (request: Request) => void reply(request));
