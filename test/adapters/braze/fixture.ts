import { vi } from 'vitest';
import { BrazeMessaging } from '../../../src/adapters/braze/braze-messaging.ts';
import { MemoryLog } from '../../../src/adapters/memory/memory-platform.ts';
import type { InAppMessage } from '../../../src/domain/messaging.ts';
import { LOAD_SOON } from '../load-soon.ts';

type WireEvent = {
  readonly name: string;
  readonly user_id?: string;
  readonly session_id?: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type Call = {
  readonly url: string;
  /** Milliseconds since the test started. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly api_key: string;
  readonly device_id: string;
  readonly sdk_version: string;
  readonly events?: readonly WireEvent[];
  readonly attributes?: readonly Readonly<Record<string, unknown>>[];
  readonly respond_with?: Readonly<Record<string, unknown>>;
  readonly template?: Readonly<Record<string, unknown>>;
};

export type Reply =
  | {
      readonly status?: number;
      readonly body?: unknown;
      /** Sent unchanged. */
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'broken'
  | 'silent';

const ORIGIN = 'https://app.example';

/** The messaging adapter in the part of a browser that its library needs, with a simulated service. */
export class BrazeFixture {
  readonly log = new MemoryLog();
  readonly storage = new Map<string, string>();
  calls: readonly Call[] = [];
  messages: readonly InAppMessage[] = [];
  respond: (call: Call, index: number) => Reply = () => ({ status: 201, body: {} });
  /** The browser's permission for push messages. Null for a browser without push messages. */
  pushPermission: 'default' | 'granted' | 'denied' | null = null;
  readonly messaging: BrazeMessaging;
  private readonly startedAt: number;

  constructor({ apiKey = 'key', baseUrl = 'https://sdk.example/api/v3', htmlScripts = false } = {}) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    this.startedAt = Date.now();
    this.stubBrowser();
    const rules = { origin: ORIGIN, imageOrigins: [ORIGIN], htmlScripts };
    this.messaging = new BrazeMessaging({ apiKey, baseUrl }, { log: this.log, rules, loadTimes: LOAD_SOON });
    this.messaging.messages.subscribe((message) => {
      this.messages = [...this.messages, message];
    });
  }

  /** Lets time pass. Loading the library takes real time. */
  async advance(milliseconds: number): Promise<void> {
    await import('../../../src/adapters/braze/braze-client.ts');
    await vi.advanceTimersByTimeAsync(milliseconds);
  }

  /** Ends the page. A page has one library, and the next test needs another page. */
  async close(): Promise<void> {
    const { destroy, wipeData } = await import('@braze/web-sdk');
    wipeData();
    destroy();
    vi.useRealTimers();
  }

  get data(): readonly Call[] {
    return this.calls.filter(({ url }) => url.endsWith('/data/'));
  }

  /** The names of all events. A custom event is listed under its own name. */
  get events(): readonly string[] {
    return this.calls
      .flatMap(({ events = [] }) => events)
      .map(({ name, data }) => (name === 'ce' ? String(data['n']) : name));
  }

  get vendorLog(): readonly string[] {
    return this.log.entries.map(({ details }) => String(details['says']));
  }

  private received(url: string, headers: Call['headers'], body: string): Reply {
    const call = { ...(JSON.parse(body) as Call), url, headers, at: Date.now() - this.startedAt };
    const index = this.calls.length;
    this.calls = [...this.calls, call];
    return this.respond(call, index);
  }

  private stubBrowser(): void {
    const { storage } = this;
    const localStorage = {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
      key: (index: number) => [...storage.keys()][index] ?? null,
      get length() {
        return storage.size;
      },
    };
    const listening = { addEventListener: () => undefined, removeEventListener: () => undefined };
    const document = {
      ...listening,
      location: new URL(ORIGIN),
      cookie: '',
      hidden: false,
      createElement: () => new Anchor(),
    };
    const navigator = {
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
      platform: 'Linux x86_64',
      language: 'en-US',
      cookieEnabled: true,
      onLine: true,
      serviceWorker: {},
    };
    const received = this.received.bind(this);
    class FakeXMLHttpRequest extends FakeRequest {
      protected override respond(url: string, headers: Call['headers'], body: string): Reply {
        return received(url, headers, body);
      }
    }
    const page = { localStorage, document, navigator, XMLHttpRequest: FakeXMLHttpRequest };
    const location = new URL(ORIGIN);
    for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value);
    vi.stubGlobal('location', location);
    vi.stubGlobal('screen', { width: 1440, height: 900 });
    // The library checks for these three before it asks for push messages.
    vi.stubGlobal(
      'ServiceWorkerRegistration',
      class {
        showNotification(): void {}
      },
    );
    const pushPermission = () => this.pushPermission;
    vi.stubGlobal(
      'window',
      new Proxy(
        { ...page, ...listening, location, dispatchEvent: () => true },
        {
          has: (target, name) =>
            name === 'PushManager' ? pushPermission() !== null : name in target || name === 'Notification',
          get: (target, name) => {
            if (name === 'Notification') return { permission: pushPermission() ?? 'default' };
            const found: unknown = Reflect.get(name in target ? target : globalThis, name);
            return found;
          },
        },
      ),
    );
  }
}

/** An `<a>` element, which the library uses to parse addresses. */
class Anchor {
  private url = new URL(ORIGIN);

  set href(address: string) {
    this.url = new URL(address, ORIGIN);
  }

  get pathname(): string {
    return this.url.pathname;
  }

  toString(): string {
    return this.url.href;
  }
}

abstract class FakeRequest {
  readyState = 0;
  status = 0;
  responseText = '';
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  private url = '';
  private headers: Record<string, string> = {};
  private replied: Readonly<Record<string, string>> = {};

  protected abstract respond(url: string, headers: Call['headers'], body: string): Reply;

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers = { ...this.headers, [name]: value };
  }

  getAllResponseHeaders(): string {
    return Object.entries(this.replied)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  send(body: string): void {
    const reply = this.respond(this.url, this.headers, body);
    if (reply === 'silent') return;
    setTimeout(() => {
      if (reply === 'broken') {
        this.onerror();
        return;
      }
      this.readyState = 4;
      this.status = reply.status ?? 201;
      this.responseText = reply.text ?? JSON.stringify(reply.body ?? {});
      this.replied = reply.headers ?? {};
      this.onload();
    }, 1);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The events that trigger a message. */
export const OPEN: Fields = { type: 'open' };
export const customEvent = (name: string): Fields => ({ type: 'custom_event', data: { event_name: name } });

/** A campaign as the messaging service sends it: a message, and when it is shown. */
export const campaign = (id: string, message: Fields, { on = OPEN, ...others }: Fields = {}): Fields => ({
  id,
  type: 'inapp',
  trigger_condition: [on],
  start_time: null,
  end_time: null,
  priority: 0,
  delay: 0,
  // Shown each time its trigger occurs.
  re_eligibility: 0,
  data: { trigger_id: id, ...message },
  ...others,
});

/** A campaign whose message is requested for the listener when it is due. */
export const templatedCampaign = (id: string, others: Fields = {}): Fields =>
  campaign(id, {}, { type: 'templated_iam', ...others });

/** A link with a command in the vendor's format. */
export const commandLink = (command: unknown): string => {
  const units = Uint16Array.from(JSON.stringify(command), (sign) => sign.charCodeAt(0));
  const base64 = Buffer.from(units.buffer).toString('base64');
  return `brazeActions://v1/${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
};

export const MODAL: Fields = {
  type: 'MODAL',
  header: 'A quiet week',
  message: 'Three new meditations are waiting.',
  message_close: 'SWIPE',
  image_url: 'https://app.example/media/covers/a.svg',
  btns: [
    { id: 0, text: 'Listen', click_action: 'URI', uri: 'https://app.example/new-releases' },
    { id: 1, text: 'Later', click_action: 'NONE' },
  ],
};
