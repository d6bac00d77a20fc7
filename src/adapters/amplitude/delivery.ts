import { BaseTransport, MemoryStorage, Status } from '@amplitude/analytics-core';
import type {
  BeforePlugin,
  BrowserClient,
  BrowserConfig,
  Payload,
  Response,
} from '@amplitude/analytics-core';

/** The service's wire, as far as `fetch` is needed for it. */
export type Post = (
  url: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'keepalive' | 'signal'> & { readonly body: string },
) => Promise<{ readonly status: number; text(): Promise<string> }>;

/** A service that says nothing for so long has failed. */
const DEADLINE = 30_000;

/** What a page that goes away may still have on its way, with room for what others send. */
const LARGEST_KEEPALIVE = 16 * 1024;

/**
 * How a batch travels, and what the answer means (section 8, analytics outcomes), where the library alone would do
 * otherwise: an answer without a code of its own has that of HTTP; 429 delays every event of its batch by 30 s, named
 * or not; 413 halves by whole numbers; a service that never answers has failed.
 */
export class Delivery extends BaseTransport {
  /** While set, what is not taken is kept for later, instead of being tried once. */
  keepsUnsent = false;
  private isStopped = false;

  constructor(
    private readonly config: Pick<BrowserConfig, 'cookieStorage' | 'flushQueueSize'>,
    private readonly post: Post,
  ) {
    super();
  }

  /** Sends nothing any more, and remembers nobody: what the library has begun may still write (contract 3.20). */
  stop(): void {
    this.isStopped = true;
    this.config.cookieStorage = new MemoryStorage();
  }

  override async send(serverUrl: string, payload: Payload): Promise<Response | null> {
    if (this.isStopped) return null;
    const body = JSON.stringify(payload);
    const answer = await this.post(serverUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: '*/*' },
      body,
      keepalive: body.length <= LARGEST_KEEPALIVE,
      signal: AbortSignal.timeout(DEADLINE),
    });
    const response = this.buildResponse({ code: answer.status, ...fieldsOf(await answer.text()) });
    if (response === null) return null;
    // The library takes an exception for a failure, which it tries again.
    if (this.keepsUnsent && response.status !== Status.Success) throw new Error(response.status);
    if (response.status === Status.RateLimit) return delayed(response, payload.events.length);
    if (response.status === Status.PayloadTooLarge) this.halve(payload.events.length);
    return response;
  }

  /** The library is going to divide by two what stands here. */
  private halve(events: number): void {
    if (events < 2) return;
    // Another batch of the same flush may have been too large already.
    const size = Math.min(this.config.flushQueueSize, Math.floor(events / 2));
    this.config.flushQueueSize = 2 * size;
  }
}

/** The library waits 30 s for the events that the answer lists, and for none where it lists none. */
function delayed(response: Extract<Response, { status: Status.RateLimit }>, events: number): Response {
  const throttledEvents = Array.from({ length: events }, (_, index) => index);
  return { ...response, body: { ...response.body, throttledEvents } };
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

/** Puts the delivery in the place of the library's own transport. */
export const deliveryPlugin = (
  made: (delivery: Delivery) => void,
  post: Post,
): BeforePlugin<BrowserClient, BrowserConfig> => ({
  name: 'delivery',
  type: 'before',
  async setup(config) {
    const delivery = new Delivery(config, post);
    config.transportProvider = delivery;
    made(delivery);
  },
});
