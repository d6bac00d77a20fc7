import { trackId } from '../../domain/playback/track.ts';
import type { DownloadFiles } from '../../ports/download-files.ts';
import type { Subscription } from '../../ports/signal.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { UserState } from '../session/user-state.ts';
import { coverName, DownloadCover } from './download-cover.ts';
import { DOWNLOAD_MESSAGES } from './download-messages.ts';
import { DownloadsState } from './downloads-state.ts';
import { StoredDownloads } from './stored-downloads.ts';

/** Compares the list of downloads with the files that are really there, and shows the progress of transfers. */
export class CheckFiles {
  static readonly inject: Inject<typeof CheckFiles> = [
    PORTS.downloadFiles,
    StoredDownloads,
    DownloadCover,
    DownloadsState,
    UserState,
    NoticesState,
  ];

  constructor(
    private readonly files: DownloadFiles,
    private readonly stored: StoredDownloads,
    private readonly covers: DownloadCover,
    private readonly downloads: DownloadsState,
    private readonly user: UserState,
    private readonly notices: NoticesState,
  ) {}

  /**
   * A track whose file is missing or too short is no longer downloaded (DOWN-9). A file that belongs to no download is
   * deleted: its page ended while the download was removed.
   */
  async check(): Promise<void> {
    const { id: listener } = this.user.user;
    const isSupported = await this.files.isSupported();
    this.downloads.setSupported(isSupported);
    // Without its files the browser says nothing about them. They may be back at the next visit.
    if (!isSupported) return;
    const found = await this.files.files(listener);
    if (this.user.user.id !== listener) return;
    const lengths = new Map(found.map(({ name, bytes }) => [name, bytes]));
    for (const { item, tracks } of this.downloads.downloads) {
      const missing = tracks.filter(
        ({ id, state }) => state.kind === 'downloaded' && lengths.get(id) !== state.bytes,
      );
      if (missing.length === 0) continue;
      this.stored.dropTracks(item.id, new Set(missing.map(({ id }) => id)));
      this.notices.post(DOWNLOAD_MESSAGES.evicted);
    }
    const used = new Set<string>(
      this.downloads.downloads.flatMap(({ item, tracks }) => [
        coverName(item.id),
        ...tracks.map(({ id }) => id),
      ]),
    );
    const unused = found.filter(({ name }) => !used.has(name));
    await Promise.all(unused.map(async ({ name }) => this.files.delete({ listener, name })));
    await this.covers.show();
  }

  async showCovers(): Promise<void> {
    await this.covers.show();
  }

  /** Shows the progress of every transfer of this listener, also in other tabs. */
  followProgress(): Subscription {
    return this.files.progress.subscribe(({ file, bytes, total }) => {
      if (file.listener !== this.user.user.id) return;
      const id = trackId(file.name);
      const isWaiting = this.downloads.downloads.some(({ tracks }) =>
        tracks.some((track) => track.id === id && track.state.kind === 'waiting'),
      );
      if (isWaiting) this.downloads.progressed(id, { bytes, total });
    });
  }
}
