import type { Feed } from '../../../domain/studio/sources.ts';

/** The podcasts that the provider fetches. */
export class FeedsState {
  /** Null until they have loaded. */
  feeds: readonly Feed[] | null = null;
  failure: string | null = null;
  /** The feeds that are read or removed now. */
  busy: ReadonlySet<string> = new Set();

  loaded(feeds: readonly Feed[]): void {
    this.feeds = feeds;
    this.failure = null;
  }

  failed(message: string): void {
    this.failure = message;
  }

  setBusy(id: string, isBusy: boolean): void {
    const busy = new Set(this.busy);
    if (isBusy) busy.add(id);
    else busy.delete(id);
    this.busy = busy;
  }
}
