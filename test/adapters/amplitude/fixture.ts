import { vi } from 'vitest';

import { AmplitudeAnalytics } from '../../../src/adapters/amplitude/amplitude-analytics.ts';
import type { AmplitudeService } from '../../../src/adapters/amplitude/amplitude-client.ts';
import type { Post } from '../../../src/adapters/amplitude/delivery.ts';
import { MemoryKeyValueStore } from '../../../src/adapters/memory/memory-key-value-store.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import type { LoadTimes } from '../../../src/adapters/shared/lazy-client.ts';
import { LOAD_SOON } from '../load-soon.ts';

/** The part of a browser's document that the library needs: its cookies, with the text that set them. */
export class CookieJar {
  /** Every text that was assigned, newest last. */
  assigned: readonly string[] = [];
  private readonly cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  set cookie(text: string) {
    this.assigned = [...this.assigned, text];
    const [pair = ''] = text.split(';', 1);
    const name = pair.slice(0, pair.indexOf('='));
    const expires = /expires=(?<date>[^;]+)/i.exec(text)?.groups?.['date'];
    const isExpired = expires !== undefined && Date.parse(expires) <= Date.now();
    if (isExpired) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}

export type SentEvent = {
  readonly event_type: string;
  readonly user_id?: string;
  readonly device_id?: string;
  readonly session_id?: number;
  readonly insert_id?: string;
  readonly time?: number;
  readonly plan?: unknown;
  readonly event_properties?: Readonly<Record<string, unknown>>;
  readonly user_properties?: Readonly<Record<string, unknown>>;
};

export type Batch = {
  readonly url: string;
  /** Milliseconds since the test started. */
  readonly at: number;
  readonly api_key: string;
  readonly events: readonly SentEvent[];
  readonly options: unknown;
  readonly client_upload_time: unknown;
};

type Reply = { readonly status: number; readonly body?: unknown } | 'broken';
type Respond = (batch: Batch, index: number) => Reply;

const SERVICE: AmplitudeService = {
  apiKey: 'key-of-a-test',
  serverUrl: 'https://events.example/2/httpapi',
  zone: 'US',
  batch: false,
};

/** The adapter in a browser that has only cookies, with a simulated service. */
export class AmplitudeFixture {
  readonly jar = new CookieJar();
  readonly log = new MemoryLog();
  readonly store = new MemoryKeyValueStore();
  batches: readonly Batch[] = [];
  respond: Respond = () => ({ status: 200, body: { code: 200 } });
  readonly analytics: AmplitudeAnalytics;
  private readonly startedAt: number;
  private readonly service: AmplitudeService;

  constructor(service: Partial<AmplitudeService> = {}) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    vi.stubGlobal('document', this.jar);
    this.startedAt = Date.now();
    this.service = { ...SERVICE, ...service };
    this.analytics = this.openPage();
  }

  /** Another page of the same browser. */
  openPage(loadTimes: LoadTimes = LOAD_SOON): AmplitudeAnalytics {
    return new AmplitudeAnalytics(this.service, {
      store: this.store,
      log: this.log,
      post: this.post,
      isSecure: true,
      loadTimes,
      deleteCookie: (name) => {
        this.jar.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
      },
    });
  }

  /** Lets time pass. Loading the library takes real time. */
  async advance(milliseconds: number): Promise<void> {
    await import('../../../src/adapters/amplitude/amplitude-client.ts');
    await vi.advanceTimersByTimeAsync(milliseconds);
  }

  get sent(): readonly SentEvent[] {
    return this.batches.flatMap(({ events }) => events);
  }

  get names(): readonly string[] {
    return this.sent.map(({ event_type: name }) => name).filter((name) => name !== '$identify');
  }

  /** The messages of the library. */
  get vendorLog(): readonly unknown[] {
    return this.log.entries.map(({ message, details }) => details['says'] ?? message);
  }

  private readonly post: Post = async (url, { body }) => {
    const payload = JSON.parse(body) as Batch;
    const batch = { ...payload, url, at: Date.now() - this.startedAt };
    const index = this.batches.length;
    this.batches = [...this.batches, batch];
    const reply = this.respond(batch, index);
    if (reply === 'broken') throw new TypeError('Failed to fetch');
    const text = reply.body === undefined ? '' : JSON.stringify(reply.body);
    return { status: reply.status, text: async () => text };
  };
}
