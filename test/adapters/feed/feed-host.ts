import { FeedContentApi } from '../../../src/adapters/feed/feed-content-api.ts';
import { MemoryClock } from '../../../src/adapters/memory/memory-clock.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-log.ts';
import { failed, ok } from '../../../src/domain/result.ts';
import { instant } from '../../../src/domain/time.ts';
import type { Auth } from '../../../src/ports/auth.ts';
import { ATOM_URL, CHAPTERS_DOCUMENT, CHAPTERS_URL, FIELD_NOTES, SHOW, SHOW_URL } from './feeds.ts';

type Documents = Record<string, string | Uint8Array | number>;

/** Hosts of feeds in memory. A response is text, bytes or a status; any other address is 404. */
export class FeedHost {
  readonly clock = new MemoryClock();
  readonly log = new MemoryLog();
  readonly store = new MemoryKeyValueStore();
  isReachable = true;
  requests: readonly string[] = [];
  documents: Documents;
  headers: Record<string, string> = { 'Content-Type': 'application/xml' };
  /** The subject of the signed-in listener; null if nobody is signed in. */
  listener: string | null = 'ada';

  constructor(
    documents: Documents = { [SHOW_URL]: SHOW, [ATOM_URL]: FIELD_NOTES, [CHAPTERS_URL]: CHAPTERS_DOCUMENT },
  ) {
    this.documents = documents;
  }

  readonly auth: Pick<Auth, 'session'> = {
    session: async () =>
      Promise.resolve(
        this.listener === null
          ? failed({ kind: 'none' })
          : ok({ accessToken: tokenOf(this.listener), expiresAt: instant(this.clock.now() + 1000) }),
      ),
  };

  api(
    feeds: readonly string[] = [SHOW_URL, ATOM_URL],
    random = () => 0.5,
    request = this.fetch,
  ): FeedContentApi {
    const { clock, log, store, auth } = this;
    const registration = { resendResetCode: async () => Promise.resolve(ok(undefined)) };
    return new FeedContentApi({ feeds, auth, registration, store, clock, log, random, fetch: request });
  }

  private readonly fetch: typeof fetch = async (input) => {
    const url = input instanceof Request ? input.url : String(input);
    this.requests = [...this.requests, url];
    if (!this.isReachable) throw new TypeError('Failed to fetch');
    const document = this.documents[url] ?? 404;
    if (typeof document === 'number') return Promise.resolve(new Response(null, { status: document }));
    const body = typeof document === 'string' ? document : document.slice();
    return Promise.resolve(new Response(body, { headers: this.headers }));
  };
}

/** An access token with only a subject. */
const tokenOf = (sub: string): string => `header.${btoa(JSON.stringify({ sub }))}.signature`;
