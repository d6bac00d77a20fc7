import { fromEvent, map, merge, EMPTY, Observable, share } from 'rxjs';
import * as v from 'valibot';

import { pageId } from '../../domain/progress/position.ts';
import type { PageId } from '../../domain/progress/position.ts';
import { instant, milliseconds } from '../../domain/time.ts';
import type { Instant } from '../../domain/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Signal } from '../../ports/signal.ts';
import type { SoundClaim, Tabs } from '../../ports/tabs.ts';

type LockNames = readonly { readonly name?: string }[];

/** The part of the browser's Web Locks that is used here. */
export type TabLocks = {
  request(name: string, work: () => Promise<void>): Promise<unknown>;
  query(): Promise<{ readonly held?: LockNames; readonly pending?: LockNames }>;
};

/** What the browser has to offer; `channel` and `locks` may be absent. */
export type TabsMeans = {
  readonly channel: BroadcastChannel | null;
  readonly store: KeyValueStore;
  readonly locks: TabLocks | null;
  readonly clock: Pick<Clock, 'after'>;
};

const CLAIM_KEY = 'tabs.sound';

/**
 * Tabs may live in different processes. What one of them stores reaches the others a moment later, while a lock moves
 * on at once. A lock is therefore kept a little longer than its work takes.
 */
const SPREADING = milliseconds(150);

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
 * The other tabs by a broadcast channel, and by what they write into the storage that they share: either is
 * enough, and a claim that comes twice says nothing new. Work is one tab's at a time by Web Locks; without
 * them by this tab's own word alone.
 */
export class BrowserTabs implements Tabs {
  readonly claims: Signal<SoundClaim>;
  private queue: Promise<void> = Promise.resolve();

  constructor(
    readonly page: PageId,
    private readonly means: TabsMeans,
  ) {
    const { channel, store } = means;
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
    this.means.channel?.postMessage(claim);
    this.means.store.set(CLAIM_KEY, JSON.stringify(claim));
  }

  async exclusively(name: string, work: () => Promise<void>): Promise<void> {
    const { locks } = this.means;
    if (locks !== null) {
      await this.withLock(locks, name, work);
      return;
    }
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    await done;
  }

  hold(name: string) {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // A page that is about to go holds nothing any more.
    this.means.locks?.request(name, async () => released).catch(() => undefined);
    return { release };
  }

  async isHeld(name: string): Promise<boolean> {
    const { held = [], pending = [] } = (await this.means.locks?.query()) ?? {};
    return [...held, ...pending].some((lock) => lock.name === name);
  }

  /** Resolves when the work is done; the lock is released a little later. */
  private async withLock(locks: TabLocks, name: string, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const locked = async (): Promise<void> => {
        await work().then(resolve, reject);
        await this.means.clock.after(SPREADING);
      };
      locks.request(name, locked).catch(reject);
    });
  }
}
