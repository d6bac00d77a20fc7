import { pageId, type PageId } from '../../domain/progress/position.ts';
import type { Instant } from '../../domain/time.ts';
import type { SoundClaim, Tabs } from '../../ports/tabs.ts';
import { Emitter } from '../shared/emitter.ts';

/** The state that all tabs of one browser share. */
type Browser = {
  readonly tabs: MemoryTabs[];
  readonly queues: Map<string, Promise<void>>;
  readonly holders: { readonly name: string; readonly tab: MemoryTabs }[];
  /** The tab that runs work under each name. A tab that was closed during its work stays here. */
  readonly working: Map<string, MemoryTabs>;
  lastClaim: SoundClaim | null;
};

/** The tabs of a browser in memory. */
export class MemoryTabs implements Tabs {
  readonly claims = new Emitter<SoundClaim>();
  readonly page: PageId;
  private isClosed = false;
  /** Resolves `closed`, which is pending while the page is open. */
  private resolveClosed = (): void => undefined;
  private readonly closed = new Promise<void>((resolve) => {
    this.resolveClosed = resolve;
  });

  constructor(
    private readonly browser: Browser = {
      tabs: [],
      queues: new Map(),
      holders: [],
      working: new Map(),
      lastClaim: null,
    },
  ) {
    this.page = pageId(`tab-${browser.tabs.length + 1}`);
    browser.tabs.push(this);
  }

  /** Opens another tab of the same browser. */
  another(): MemoryTabs {
    return new MemoryTabs(this.browser);
  }

  claimSound(at: Instant): void {
    const claim = { page: this.page, at };
    this.browser.lastClaim = claim;
    for (const tab of this.browser.tabs) if (tab !== this) tab.claims.emit(claim);
  }

  lastClaim(): SoundClaim | null {
    return this.browser.lastClaim;
  }

  async exclusively(name: string, work: () => Promise<void>): Promise<void> {
    const before = this.browser.queues.get(name) ?? Promise.resolve();
    // A page that closed while it waited does not run its work.
    const done = before.then(async () => (this.isClosed ? this.closed : this.work(name, work)));
    const ended = done.catch(() => undefined);
    // A page that closes during its work does not block the next one.
    this.browser.queues.set(name, Promise.race([ended, before.then(async () => this.closed)]));
    await done;
  }

  isBusyElsewhere(name: string): boolean {
    const worker = this.browser.working.get(name);
    return worker !== undefined && worker !== this;
  }

  hold(name: string) {
    const { holders } = this.browser;
    const holder = { name, tab: this };
    holders.push(holder);
    return {
      release: () => {
        const at = holders.indexOf(holder);
        if (at !== -1) holders.splice(at, 1);
      },
    };
  }

  async isHeld(name: string): Promise<boolean> {
    return Promise.resolve(this.browser.holders.some((holder) => holder.name === name));
  }

  private async work(name: string, work: () => Promise<void>): Promise<void> {
    const { working } = this.browser;
    working.set(name, this);
    await work().finally(() => {
      if (working.get(name) === this) working.delete(name);
    });
  }

  /** Closes the page of this tab. */
  close(): void {
    this.isClosed = true;
    this.resolveClosed();
    const { holders } = this.browser;
    const remaining = holders.filter(({ tab }) => tab !== this);
    holders.splice(0, holders.length, ...remaining);
  }
}
