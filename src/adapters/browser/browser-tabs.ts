import { fromEvent, map, merge, EMPTY, Observable, share } from 'rxjs';
import * as v from 'valibot';

import { pageId, type PageId } from '../../domain/progress/position.ts';
import { instant, milliseconds, type Instant } from '../../domain/time.ts';
import type { Clock, Signal, KeyValueStore } from '../../ports/platform.ts';
import type { SoundClaim, Tabs } from '../../ports/tabs.ts';

type LockNames = readonly { readonly name?: string }[];

/** The part of the browser's Web Locks that is used here. */
export type TabLocks = {
  request(name: string, work: () => Promise<void>): Promise<unknown>;
  query(): Promise<{ readonly held?: LockNames; readonly pending?: LockNames }>;
};

/** What the tabs need from the browser. `channel` and `locks` may be missing. */
export type TabsDependencies = {
  readonly channel: BroadcastChannel | null;
  readonly store: KeyValueStore;
  readonly locks: TabLocks | null;
  readonly clock: Pick<Clock, 'after'>;
};

const CLAIM_KEY = 'tabs.sound';

/** The prefix of the keys whose value is the page that runs work. The name of the work follows. */
const WORK_KEY = 'tabs.work.';

/**
 * Wait between getting a lock and starting the work. Tabs may run in different processes: a lock passes to the next
 * tab at once, also when its page ends, but stored values arrive a moment later.
 */
const PROPAGATION = milliseconds(150);

const claimSchema: v.GenericSchema<unknown, SoundClaim> = v.object({
  page: v.pipe(v.string(), v.nonEmpty(), v.transform(pageId)),
  at: v.pipe(v.number(), v.finite(), v.transform(instant)),
});

const decodeClaim = (sent: unknown): readonly SoundClaim[] => {
  const decoded = v.safeParse(claimSchema, sent);
  return decoded.success ? [decoded.output] : [];
};

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

/**
 * Reaches the other tabs by a broadcast channel and by the shared storage. One of them is enough, and a claim may
 * arrive twice. Web Locks let only one tab run exclusive work at a time. In a browser without them, the work is
 * exclusive only within this tab.
 */
export class BrowserTabs implements Tabs {
  readonly claims: Signal<SoundClaim>;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    readonly page: PageId,
    private readonly dependencies: TabsDependencies,
  ) {
    const { channel, store } = dependencies;
    const broadcast: Observable<unknown> =
      channel === null
        ? EMPTY
        : fromEvent<MessageEvent<unknown>>(channel, 'message').pipe(map(({ data }) => data));
    const written = new Observable<unknown>((observer) =>
      store.changedElsewhere.subscribe((key) => {
        if (key === CLAIM_KEY) observer.next(parsed(store.get(CLAIM_KEY)));
      }),
    );
    this.claims = new Observable<SoundClaim>((observer) =>
      merge(broadcast, written).subscribe((sent) => {
        for (const claim of decodeClaim(sent)) if (claim.page !== page) observer.next(claim);
      }),
    ).pipe(share());
  }

  claimSound(at: Instant): void {
    const claim: SoundClaim = { page: this.page, at };
    this.dependencies.channel?.postMessage(claim);
    this.dependencies.store.set(CLAIM_KEY, JSON.stringify(claim));
  }

  lastClaim(): SoundClaim | null {
    return decodeClaim(parsed(this.dependencies.store.get(CLAIM_KEY)))[0] ?? null;
  }

  async exclusively(name: string, work: () => Promise<void>): Promise<void> {
    const { locks } = this.dependencies;
    if (locks !== null) {
      await this.withLock(locks, name, work);
      return;
    }
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    await done;
  }

  isBusyElsewhere(name: string): boolean {
    const page = this.dependencies.store.get(WORK_KEY + name);
    return page !== null && page !== this.page;
  }

  hold(name: string) {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // A page that is closing needs no lock any more.
    this.dependencies.locks?.request(name, async () => released).catch(() => undefined);
    return { release };
  }

  async isHeld(name: string): Promise<boolean> {
    const { held = [], pending = [] } = (await this.dependencies.locks?.query()) ?? {};
    return [...held, ...pending].some((lock) => lock.name === name);
  }

  /**
   * Runs work under a lock. It stores the name of the work before it waits. So if another tab does not see the name
   * yet, this work will see everything that the other tab has stored.
   */
  private async withLock(locks: TabLocks, name: string, work: () => Promise<void>): Promise<void> {
    const { store, clock } = this.dependencies;
    await locks.request(name, async () => {
      store.set(WORK_KEY + name, this.page);
      await clock.after(PROPAGATION);
      await work().finally(() => store.delete(WORK_KEY + name));
    });
  }
}
