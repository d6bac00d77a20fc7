import { pageId } from '../../domain/place.ts';
import type { PageId } from '../../domain/place.ts';
import type { Instant } from '../../domain/time.ts';
import type { SoundClaim, Tabs } from '../../ports/tabs.ts';
import { Emitter } from '../signals/emitter.ts';

/** What all tabs of one browser share. */
type Browser = { readonly tabs: MemoryTabs[]; readonly queues: Map<string, Promise<void>> };

/** The tabs of a browser in memory. */
export class MemoryTabs implements Tabs {
  readonly claims = new Emitter<SoundClaim>();
  readonly page: PageId;

  constructor(private readonly browser: Browser = { tabs: [], queues: new Map() }) {
    this.page = pageId(`tab-${browser.tabs.length + 1}`);
    browser.tabs.push(this);
  }

  /** Another tab of the same browser. */
  another(): MemoryTabs {
    return new MemoryTabs(this.browser);
  }

  claimSound(at: Instant): void {
    for (const tab of this.browser.tabs) if (tab !== this) tab.claims.emit({ page: this.page, at });
  }

  async exclusively(name: string, work: () => Promise<void>): Promise<void> {
    const before = this.browser.queues.get(name) ?? Promise.resolve();
    const done = before.then(work);
    this.browser.queues.set(
      name,
      done.catch(() => undefined),
    );
    await done;
  }
}
