import { fromEvent, map, merge, EMPTY, Observable, share } from 'rxjs';
import * as v from 'valibot';

import { pageId } from '../../domain/place.ts';
import type { PageId } from '../../domain/place.ts';
import { instant } from '../../domain/time.ts';
import type { Instant } from '../../domain/time.ts';
import type { KeyValueStore } from '../../ports/key-value-store.ts';
import type { Signal } from '../../ports/signal.ts';
import type { SoundClaim, Tabs } from '../../ports/tabs.ts';

/** What the browser has to offer; each may be absent. */
export type TabsMeans = {
  readonly channel: BroadcastChannel | null;
  readonly store: KeyValueStore;
  readonly locks: { request<Value>(name: string, work: () => Promise<Value>): Promise<Value> } | null;
};

const CLAIM_KEY = 'tabs.sound';

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
      await locks.request(name, work);
      return;
    }
    const done = this.queue.then(work);
    this.queue = done.catch(() => undefined);
    await done;
  }
}
