import type {
  Feed,
  ImportedFeed,
  ImportFolder,
  ImportLine,
  ImportReport,
  ListedFeed,
} from '../domain/sources.ts';
import { milliseconds } from '../../../src/domain/time.ts';
import type { Clock } from '../../../src/ports/platform.ts';
import type { LocalFile, StudioApi, StudioResult } from '../ports/studio-api.ts';
import { sentenceOf, type StudioNoticesState, quoted } from './session.ts';
import { failed, ok, type Result } from '../../../src/domain/result.ts';

/** The folders, their imports, and the reports that somebody has opened. */
export class ImportsState {
  /** Null until they have loaded. */
  folders: readonly ImportFolder[] | null = null;
  imports: readonly ImportReport[] = [];
  failure: string | null = null;
  /** The lines of opened reports by the id of the import. Null while they load. */
  lines: ReadonlyMap<string, readonly ImportLine[] | null> = new Map();
  isStarting = false;

  get isRunning(): boolean {
    return this.imports.some(({ outcome }) => outcome === 'running');
  }

  /** The ids of the imports that are over. */
  get ended(): ReadonlySet<string> {
    return new Set(this.imports.filter(({ outcome }) => outcome !== 'running').map(({ id }) => id));
  }

  loaded(folders: readonly ImportFolder[], imports: readonly ImportReport[]): void {
    this.folders = folders;
    this.imports = imports;
    this.failure = null;
  }

  failed(message: string): void {
    this.failure = message;
  }

  setLines(id: string, lines: readonly ImportLine[] | null): void {
    this.lines = new Map([...this.lines, [id, lines]]);
  }

  forgetLines(id: string): void {
    this.lines = new Map([...this.lines].filter(([other]) => other !== id));
  }

  setStarting(isStarting: boolean): void {
    this.isStarting = isStarting;
  }
}

/** How often the imports are asked for, in milliseconds: while one is running, and otherwise. */
const WHILE_RUNNING = milliseconds(1500);

const OTHERWISE = milliseconds(30_000);

/** How often the imports are asked for while one is expected to start. A short one is over before the next question. */
const EXPECTED_ROUNDS = 20;

/** Shows the imports while they run, and starts one (STU-12). */
export class FollowImports {
  /** Counts starts and stops. An earlier round ends when it no longer matches. */
  private round = 0;

  constructor(
    private readonly api: StudioApi,
    private readonly state: ImportsState,
    private readonly clock: Pick<Clock, 'after'>,
    private readonly notices: StudioNoticesState,
    /** Called when an import has ended, because it may have changed titles. */
    private readonly changed: () => void,
  ) {}

  /**
   * Follows the imports until `stop`.
   *
   * @param isExpected true if an import will start soon
   */
  async follow(isExpected = false): Promise<void> {
    this.round += 1;
    const { round } = this;
    let rounds = isExpected ? EXPECTED_ROUNDS : 0;
    while (round === this.round) {
      const hasEnded = await this.load();
      rounds = hasEnded ? 0 : Math.max(rounds - 1, 0);
      await this.clock.after(this.state.isRunning || rounds > 0 ? WHILE_RUNNING : OTHERWISE);
    }
  }

  stop(): void {
    this.round += 1;
  }

  async importNow(): Promise<void> {
    if (this.state.isStarting) return;
    this.state.setStarting(true);
    const started = await this.api.startImport();
    this.state.setStarting(false);
    if (!started.ok) {
      this.notices.post('failure', sentenceOf(started.error));
      return;
    }
    this.notices.post('done', 'The import has started.');
    await this.follow(true);
  }

  /** Loads the lines of a report, or closes it. */
  async toggleLines(id: string): Promise<void> {
    if (this.state.lines.has(id)) {
      this.state.forgetLines(id);
      return;
    }
    this.state.setLines(id, null);
    const lines = await this.api.importLines(id);
    if (lines.ok) this.state.setLines(id, lines.value);
    else {
      this.state.forgetLines(id);
      this.notices.post('failure', sentenceOf(lines.error));
    }
  }

  /** Returns true if an import has ended since the last time. */
  private async load(): Promise<boolean> {
    const { folders, isRunning, ended: before } = this.state;
    const loaded = await this.api.imports();
    if (!loaded.ok) {
      this.state.failed(sentenceOf(loaded.error));
      return false;
    }
    this.state.loaded(loaded.value.folders, loaded.value.imports);
    const hasEnded =
      (isRunning && !this.state.isRunning) ||
      (folders !== null && [...this.state.ended].some((id) => !before.has(id)));
    if (hasEnded) this.changed();
    return hasEnded;
  }
}

export class FeedsState {
  /** Null until they have loaded. */
  feeds: readonly Feed[] | null = null;
  failure: string | null = null;
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
      return { ...listed, outcome: 'failed', reason: 'The document has no address of it.' };
    }
    const added = await this.api.addFeed(listed.url);
    if (added.ok) return { ...added.value, outcome: 'added', reason: null };
    const outcome = added.error.kind === 'conflict' ? 'known' : 'failed';
    return { ...listed, outcome, reason: sentenceOf(added.error) };
  }

  async refresh({ id, title }: Feed): Promise<void> {
    const upToDate = `${quoted(title)} is up to date.`;
    await this.change(id, this.api.refreshFeed(id), ({ message }) => message ?? upToDate);
  }

  async remove({ id, title }: Feed): Promise<void> {
    await this.change(id, this.api.removeFeed(id), () => `${quoted(title)} is removed.`);
  }

  private async change<Value>(
    id: string,
    call: StudioResult<Value>,
    wordsOf: (value: Value) => string,
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
