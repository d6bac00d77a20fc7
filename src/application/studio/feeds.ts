import type { Feed } from '../../domain/studio/sources.ts';
import { failed, ok, type Result } from '../../domain/result.ts';
import type { StudioApi } from '../../ports/studio/studio-api.ts';
import { quoted, sentenceOf, type StudioNoticesState } from './notices.ts';

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

/** Adds, reads and removes podcasts (STU-13). */
export class ManageFeeds {
  constructor(
    private readonly api: StudioApi,
    private readonly state: FeedsState,
    private readonly notices: StudioNoticesState,
    /** Called when episodes may have changed. */
    private readonly changed: () => void,
  ) {}

  async load(): Promise<void> {
    const feeds = await this.api.feeds();
    if (feeds.ok) this.state.loaded(feeds.value);
    else this.state.failed(sentenceOf(feeds.error));
  }

  /** Adds a podcast. Fails with a sentence for the field of the address. */
  async add(url: string): Promise<Result<void, { readonly message: string }>> {
    const address = url.trim();
    if (!/^https?:\/\/./iu.test(address))
      return failed({ message: 'The address of a feed starts with http:// or https://.' });
    const added = await this.api.addFeed(address);
    if (!added.ok) return failed({ message: sentenceOf(added.error) });
    this.notices.post('done', `${quoted(added.value.title)} is added.`);
    await this.load();
    this.changed();
    return ok(undefined);
  }

  async refresh({ id, title }: Feed): Promise<void> {
    this.state.setBusy(id, true);
    const read = await this.api.refreshFeed(id);
    if (read.ok) this.notices.post('done', read.value.message ?? `${quoted(title)} is up to date.`);
    else this.notices.post('failure', sentenceOf(read.error));
    await this.load();
    this.state.setBusy(id, false);
    this.changed();
  }

  async remove({ id, title }: Feed): Promise<void> {
    this.state.setBusy(id, true);
    const removed = await this.api.removeFeed(id);
    if (removed.ok) this.notices.post('done', `${quoted(title)} is removed.`);
    else this.notices.post('failure', sentenceOf(removed.error));
    await this.load();
    this.state.setBusy(id, false);
    this.changed();
  }
}
