import type { Message } from '../../../src/domain/message.ts';
import type { Feed, ImportedFeed } from '../domain/sources.ts';

export class FeedsState {
  /** Null until they have loaded. */
  feeds: readonly Feed[] | null = null;
  failure: Message | null = null;
  /** The feeds that are read or removed now. */
  busy: ReadonlySet<string> = new Set();
  /** How many podcasts of an OPML document are added. Null before the first one. */
  total: number | null = null;
  /** Those of them that are done. */
  imported: readonly ImportedFeed[] = [];

  get isImporting(): boolean {
    return this.total !== null && this.imported.length < this.total;
  }

  importStarted(total: number): void {
    this.total = total;
    this.imported = [];
  }

  feedImported(feed: ImportedFeed): void {
    this.imported = [...this.imported, feed];
  }

  loaded(feeds: readonly Feed[]): void {
    this.feeds = feeds;
    this.failure = null;
  }

  failed(message: Message): void {
    this.failure = message;
  }

  setBusy(id: string, isBusy: boolean): void {
    const busy = new Set(this.busy);
    if (isBusy) busy.add(id);
    else busy.delete(id);
    this.busy = busy;
  }
}
