import { message, type Message } from '../../../src/domain/message.ts';
import type { Feed, ImportedFeed, ListedFeed } from '../domain/sources.ts';
import type { LocalFile, StudioApi, StudioResult } from '../ports/studio-api.ts';
import { isolated, sentenceOf } from './sentences.ts';
import type { StudioNoticesState } from './studio-notices-state.ts';
import { failed, ok, type Result } from '../../../src/domain/result.ts';
import type { FeedsState } from './feeds-state.ts';

/** How many podcasts of an OPML document are added at once. */
const AT_ONCE = 3;

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
  async add(url: string): Promise<Result<void, { readonly message: Message }>> {
    const address = url.trim();
    if (!/^https?:\/\/./iu.test(address))
      return failed({ message: message('The address of a feed starts with http:// or https://.') });
    const added = await this.api.addFeed(address);
    if (!added.ok) return failed({ message: sentenceOf(added.error) });
    this.notices.post('done', message('“{title}” is added.', { title: isolated(added.value.title) }));
    await this.load();
    this.changed();
    return ok(undefined);
  }

  /** Adds the podcasts of an OPML document, some at a time, while the page is open (STU-46). */
  async importOpml(file: LocalFile): Promise<void> {
    if (this.state.isImporting) return;
    const listed = await this.api.listedFeeds(file);
    if (!listed.ok) {
      this.notices.post('failure', sentenceOf(listed.error));
      return;
    }
    this.state.importStarted(listed.value.length);
    const waiting = listed.value.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const each of waiting) this.state.feedImported(await this.addListed(each));
      }),
    );
    await this.load();
    this.changed();
  }

  /** Returns all feeds as OPML. Null if that failed, which the publisher is told. */
  async exportOpml(): Promise<string | null> {
    const opml = await this.api.opml();
    if (opml.ok) return opml.value;
    this.notices.post('failure', sentenceOf(opml.error));
    return null;
  }

  private async addListed(listed: ListedFeed): Promise<ImportedFeed> {
    if (listed.url === '') {
      return { ...listed, outcome: 'failed', reason: message('The document has no address of it.') };
    }
    const added = await this.api.addFeed(listed.url);
    if (added.ok) return { ...added.value, outcome: 'added', reason: null };
    const outcome = added.error.kind === 'conflict' ? 'known' : 'failed';
    return { ...listed, outcome, reason: sentenceOf(added.error) };
  }

  async refresh({ id, title }: Feed): Promise<void> {
    const upToDate = message('“{title}” is up to date.', { title: isolated(title) });
    await this.change(id, this.api.refreshFeed(id), (read) => read.message ?? upToDate);
  }

  async remove({ id, title }: Feed): Promise<void> {
    await this.change(id, this.api.removeFeed(id), () =>
      message('“{title}” is removed.', { title: isolated(title) }),
    );
  }

  private async change<Value>(
    id: string,
    call: StudioResult<Value>,
    wordsOf: (value: Value) => Message,
  ): Promise<void> {
    this.state.setBusy(id, true);
    const result = await call;
    if (result.ok) this.notices.post('done', wordsOf(result.value));
    else this.notices.post('failure', sentenceOf(result.error));
    await this.load();
    this.state.setBusy(id, false);
    this.changed();
  }
}
