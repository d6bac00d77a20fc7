import type { UserId } from '../../domain/account/user.ts';
import type { ContentId } from '../../domain/catalogue/content.ts';
import type { Download } from '../../domain/downloads/download.ts';
import { failed, ok } from '../../domain/result.ts';
import type { DownloadList, DownloadSettings } from '../../ports/downloads.ts';
import { Emitter } from '../shared/emitter.ts';

/** What the tabs of one browser share. */
type Shared = {
  downloads: readonly Download[];
  readonly settings: Map<UserId, DownloadSettings>;
  readonly tabs: Set<MemoryDownloadList>;
};

/** The list of downloads in memory. */
export class MemoryDownloadList implements DownloadList {
  readonly changedElsewhere = new Emitter<void>();
  /** True if every write fails. */
  isFull = false;
  /** True if nothing can be read or written. */
  isBlocked = false;
  private readonly shared: Shared;

  constructor(sharedWith?: MemoryDownloadList) {
    this.shared = sharedWith?.shared ?? { downloads: [], settings: new Map(), tabs: new Set() };
    this.shared.tabs.add(this);
  }

  /** The same list in another tab. */
  inAnotherTab(): MemoryDownloadList {
    return new MemoryDownloadList(this);
  }

  isReadable(): boolean {
    return !this.isBlocked;
  }

  downloads(listener: UserId): readonly Download[] {
    if (this.isBlocked) return [];
    return this.shared.downloads
      .filter((download) => download.listener === listener)
      .toSorted(
        (one, other) => other.requestedAt - one.requestedAt || (one.item.id < other.item.id ? -1 : 1),
      );
  }

  save(download: Download) {
    if (this.isBlocked) return failed({ kind: 'blocked' } as const);
    if (this.isFull) return failed({ kind: 'full' } as const);
    this.shared.downloads = [...this.without(download.listener, download.item.id), download];
    this.tellOthers();
    return ok(undefined);
  }

  delete(listener: UserId, title: ContentId): void {
    this.shared.downloads = this.without(listener, title);
    this.tellOthers();
  }

  settings(listener: UserId): DownloadSettings {
    const stored = this.isBlocked ? undefined : this.shared.settings.get(listener);
    return stored ?? { removesHeard: false, contactAt: null, refusedToKeep: false };
  }

  saveSettings(listener: UserId, settings: DownloadSettings) {
    if (this.isBlocked) return failed({ kind: 'blocked' } as const);
    if (this.isFull) return failed({ kind: 'full' } as const);
    this.shared.settings.set(listener, settings);
    this.tellOthers();
    return ok(undefined);
  }

  deleteAllOf(listener: UserId): void {
    this.shared.downloads = this.shared.downloads.filter((download) => download.listener !== listener);
    this.shared.settings.delete(listener);
    this.tellOthers();
  }

  private without(listener: UserId, title: ContentId): readonly Download[] {
    return this.shared.downloads.filter(
      (download) => download.listener !== listener || download.item.id !== title,
    );
  }

  private tellOthers(): void {
    for (const tab of this.shared.tabs) if (tab !== this) tab.changedElsewhere.emit();
  }
}
