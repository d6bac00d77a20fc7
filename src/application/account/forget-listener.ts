import type { UserId } from '../../domain/account/user.ts';
import { milliseconds } from '../../domain/time.ts';
import type { BookmarkStore } from '../../ports/bookmark-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { HistoryStore } from '../../ports/history-store.ts';
import type { PlaybackJournal } from '../../ports/playback-journal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { EraseDownloads } from '../downloads/erase-downloads.ts';

/**
 * The wait before the entries are deleted again. When the session ends, another tab that plays writes its last
 * entries.
 */
const OTHER_TABS = milliseconds(3000);

/** Deletes everything that this browser stores of a listener whose account is deleted. */
export class ForgetListener {
  static readonly inject: Inject<typeof ForgetListener> = [
    PORTS.journal,
    PORTS.bookmarks,
    PORTS.history,
    PORTS.clock,
    EraseDownloads,
  ];

  constructor(
    private readonly journal: PlaybackJournal,
    private readonly bookmarks: BookmarkStore,
    private readonly history: HistoryStore,
    private readonly clock: Clock,
    private readonly eraseDownloads: EraseDownloads,
  ) {}

  forget(id: UserId): void {
    this.deleteEntries(id);
    void this.eraseDownloads.erase(id);
    void this.deleteLater(id);
  }

  private async deleteLater(id: UserId): Promise<void> {
    await this.clock.after(OTHER_TABS);
    this.deleteEntries(id);
  }

  private deleteEntries(id: UserId): void {
    this.journal.deleteAllOf(id);
    this.bookmarks.deleteAllOf(id);
    this.history.deleteAllOf(id);
  }
}
