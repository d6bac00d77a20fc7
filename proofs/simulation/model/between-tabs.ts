import type { Page } from './page.ts';

/** How the messages between the tabs of a browser are delivered. */
export type MessageWeather = 'arrive' | 'lost' | 'doubled' | 'disordered';

const FAST = 15;
const SLOW = 800;

/** The broadcast channels of one browser. */
export class Channels {
  private readonly open = new Map<string, Set<PageChannel>>();
  weather: MessageWeather = 'arrive';

  join(channel: PageChannel): void {
    const others = this.open.get(channel.name) ?? new Set();
    others.add(channel);
    this.open.set(channel.name, others);
  }

  leave(page: Page): void {
    for (const channels of this.open.values())
      for (const channel of channels) if (channel.page === page) channels.delete(channel);
  }

  send(from: PageChannel, data: unknown): void {
    const others = (this.open.get(from.name)?.size ?? 1) - 1;
    if (this.weather !== 'arrive' && others > 0) from.page.world.count(`message ${this.weather}`, others);
    if (this.weather === 'lost') return;
    for (const channel of this.open.get(from.name) ?? []) {
      if (channel === from) continue;
      for (let copy = this.weather === 'doubled' ? 2 : 1; copy > 0; copy -= 1) {
        const { random } = channel.page;
        channel.page.later(1 + random.next() * (this.weather === 'disordered' ? SLOW : FAST), () => {
          channel.dispatchEvent(Object.assign(new Event('message'), { data }));
        });
      }
    }
  }
}

export class PageChannel extends EventTarget {
  constructor(
    readonly page: Page,
    private readonly channels: Channels,
    readonly name: string,
  ) {
    super();
    channels.join(this);
  }

  postMessage(data: unknown): void {
    if (this.page.acts('message')) this.channels.send(this, structuredClone(data));
  }
}

export type Work = (lock: object | null) => Promise<unknown>;

export type LockOptions = { readonly signal?: AbortSignal; readonly ifAvailable?: boolean };

type Request = { readonly page: Page; readonly name: string; readonly grant: () => void };

/** The Web Locks of one browser. A page that ends releases its locks. */
export class BrowserLocks {
  private readonly held = new Map<string, Request>();
  private waiting: readonly Request[] = [];

  /** If the lock is not free, a request with `ifAvailable` runs at once without the lock. */
  async request(
    page: Page,
    name: string,
    work: Work,
    { signal, ifAvailable = false }: LockOptions = {},
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!page.acts('lock')) return;
      if (ifAvailable && this.held.has(name)) {
        page.later(1, () => void work(null).then(resolve, reject));
        return;
      }
      const request: Request = {
        page,
        name,
        grant: () => {
          page.later(1, () => {
            work({ name })
              .finally(() => this.release(request))
              .then(resolve, reject);
          });
        },
      };
      signal?.addEventListener('abort', () => {
        if (!this.waiting.includes(request)) return;
        this.waiting = this.waiting.filter((other) => other !== request);
        reject(Object.assign(new Error('The lock is not wanted any more'), { name: 'AbortError' }));
      });
      if (this.held.has(name))
        page.world.count(`waits for ${name.startsWith('download ') ? 'a file' : 'a lock'}`);
      this.waiting = [...this.waiting, request];
      this.grantNext(name);
    });
  }

  query(): { readonly held: readonly { name: string }[]; readonly pending: readonly { name: string }[] } {
    return {
      held: [...this.held.keys()].map((name) => ({ name })),
      pending: this.waiting.map(({ name }) => ({ name })),
    };
  }

  isUsedBy(page: Page): boolean {
    return [...this.held.values(), ...this.waiting].some((request) => request.page === page);
  }

  leave(page: Page): void {
    this.waiting = this.waiting.filter((request) => request.page !== page);
    for (const request of this.held.values()) if (request.page === page) this.release(request);
  }

  private release(request: Request): void {
    if (this.held.get(request.name) !== request) return;
    this.held.delete(request.name);
    this.grantNext(request.name);
  }

  private grantNext(name: string): void {
    if (this.held.has(name)) return;
    const next = this.waiting.find((request) => request.name === name);
    if (next === undefined) return;
    this.waiting = this.waiting.filter((request) => request !== next);
    this.held.set(name, next);
    next.grant();
  }
}
