import {
  BaseTransport,
  MemoryStorage,
  Status,
  type BeforePlugin,
  type BrowserClient,
  type BrowserConfig,
  type Payload,
  type Response,
} from '@amplitude/analytics-core';

/** The part of `fetch` that this adapter uses. */
export type Post = (
  url: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'keepalive' | 'signal'> & { readonly body: string },
) => Promise<{ readonly status: number; text(): Promise<string> }>;

/** A request without a response fails after this many milliseconds. */
const DEADLINE = 30_000;

/** Largest body, in characters, that is sent with `keepalive`. All requests of a page share a limit of 64 KiB. */
const LARGEST_KEEPALIVE = 16 * 1024;

/**
 * Sends a batch and interprets the response (ANA-39 to ANA-42). It differs from the library in four points:
 *
 * - a response without its own code gets the HTTP status
 * - 429 delays every event of the batch by 30 s, even events that the response does not name
 * - 413 halves the batch size to a whole number
 * - a request without a response fails after a deadline
 */
export class Delivery extends BaseTransport {
  /** While true, events that are not accepted stay stored for later. */
  keepsUnsent = false;
  private isStopped = false;

  constructor(
    private readonly config: Pick<BrowserConfig, 'cookieStorage' | 'flushQueueSize'>,
    private readonly post: Post,
  ) {
    super();
  }

  /** Stops sending. Writes that the library has already started go to memory only (ANA-28, ANA-41). */
  stop(): void {
    this.isStopped = true;
    this.config.cookieStorage = new MemoryStorage();
  }

  override async send(serverUrl: string, payload: Payload): Promise<Response | null> {
    if (this.isStopped) return null;
    const body = JSON.stringify(payload);
    const reply = await this.post(serverUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: '*/*' },
      body,
      keepalive: body.length <= LARGEST_KEEPALIVE,
      signal: AbortSignal.timeout(DEADLINE),
    });
    const response = this.buildResponse({ code: reply.status, ...fieldsOf(await reply.text()) });
    if (response === null) return null;
    // The library treats an exception as a failure, and tries again later.
    if (this.keepsUnsent && response.status !== Status.Success) throw new Error(response.status);
    if (response.status === Status.RateLimit) return delayed(response, payload.events.length);
    if (response.status === Status.PayloadTooLarge) this.halve(payload.events.length);
    return response;
  }

  /** Sets the batch size to twice the wanted one, because the library then divides it by two (ANA-40). */
  private halve(events: number): void {
    if (events < 2) return;
    // Another batch of the same flush may have been too large already.
    const size = Math.min(this.config.flushQueueSize, Math.floor(events / 2));
    this.config.flushQueueSize = 2 * size;
  }
}

/** Lists every event of the batch as throttled, because the library delays only the events that are listed. */
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

/** Replaces the library's own transport by a `Delivery`. */
export const deliveryPlugin = (
  onCreated: (delivery: Delivery) => void,
  post: Post,
): BeforePlugin<BrowserClient, BrowserConfig> => ({
  name: 'delivery',
  type: 'before',
  async setup(config) {
    const delivery = new Delivery(config, post);
    config.transportProvider = delivery;
    onCreated(delivery);
  },
});
