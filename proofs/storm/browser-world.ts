import type { Browser, BrowserContext } from '@playwright/test';
import type { Account, Books } from './books.ts';
import { BINDING, recordSound } from './record-sound.ts';
import { type Surroundings, Tab, within } from './tab.ts';

export type WorldOptions = {
  readonly name: string;
  readonly origin: string;
  /** The email addresses of the listeners who use this browser one after the other. */
  readonly listeners: readonly string[];
  readonly serviceWorkers: 'allow' | 'block';
  readonly books: Books;
  readonly note: (words: string) => void;
};

/** One browser with its tabs, its storage and its network. Several listeners use it one after the other. */
export class BrowserWorld implements Surroundings {
  readonly tabs: Tab[] = [];
  isOffline = false;
  roomSince: number | null = 0;
  togetherSince: number | null = null;
  readonly workerStops: number[] = [];
  handsOver = false;
  readonly silentSeeks: NonNullable<Account['soughtBy']>[] = [];
  private current = 0;
  private offlineSince = 0;

  private constructor(
    readonly context: BrowserContext,
    private readonly options: WorldOptions,
  ) {}

  static async open(browser: Browser, options: WorldOptions): Promise<BrowserWorld> {
    const context = await browser.newContext({
      baseURL: options.origin,
      viewport: { width: 1280, height: 800 },
      serviceWorkers: options.serviceWorkers,
    });
    const world = new BrowserWorld(context, options);
    // The TypeScript runner adds calls of this helper. A page does not have it.
    await context.addInitScript('globalThis.__name = (named) => named;');
    await context.addInitScript(recordSound, BINDING);
    context.on('serviceworker', (worker) => worker.on('close', () => world.workerStops.push(Date.now())));
    context.on('weberror', (webError) => {
      world.books.breaks(
        'PROG-68 no unhandled error',
        `${world.name}: ${String(webError.error().stack ?? webError.error())}`,
      );
    });
    return world;
  }

  get name(): string {
    return this.options.name;
  }

  get books(): Books {
    return this.options.books;
  }

  get listener(): string {
    return this.options.listeners[this.current] ?? '';
  }

  get hasServiceWorker(): boolean {
    return this.options.serviceWorkers === 'allow';
  }

  note(words: string): void {
    this.options.note(`${this.name}: ${words}`);
  }

  nextListener(): string {
    this.current = (this.current + 1) % this.options.listeners.length;
    return this.listener;
  }

  get hasOtherListeners(): boolean {
    return this.options.listeners.length > 1;
  }

  async openTab(): Promise<Tab> {
    const page = await within('to open a page', this.context.newPage());
    const tab = new Tab(this, page, await this.context.newCDPSession(page));
    await within('to connect to a page', tab.connect());
    this.tabs.push(tab);
    return tab;
  }

  async setOffline(isOffline: boolean): Promise<void> {
    if (isOffline === this.isOffline) return;
    if (isOffline) this.offlineSince = Date.now();
    else this.books.count('offline milliseconds', Date.now() - this.offlineSince);
    await within('to change the network', this.context.setOffline(isOffline));
    this.isOffline = isOffline;
    this.note(isOffline ? 'is offline' : 'is online');
  }
}
