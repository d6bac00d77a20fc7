import type { Clock } from '../../ports/clock.ts';
import type { Network } from '../../ports/network.ts';
import type { OfflineApp } from '../../ports/offline-app.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { MOST_ATTEMPTS, waitBeforeAttempt } from './attempts.ts';
import { DOWNLOAD_MESSAGES } from './download-messages.ts';
import { DownloadsState } from './downloads-state.ts';

/** Stores the app itself, because without it no download opens without a network (DOWN-90). */
export class StoreApp {
  static readonly inject: Inject<typeof StoreApp> = [
    PORTS.offlineApp,
    PORTS.network,
    PORTS.clock,
    DownloadsState,
    NoticesState,
  ];
  private isRunning = false;
  /** The files were looked at since this page was loaded. */
  private isChecked = false;

  constructor(
    private readonly app: OfflineApp,
    private readonly network: Network,
    private readonly clock: Clock,
    private readonly downloads: DownloadsState,
    private readonly notices: NoticesState,
  ) {}

  /** Shows whether this page was loaded from stored files. */
  show(): void {
    if (this.app.isStored()) this.downloads.setApp('stored');
  }

  /** Stores the app if there are downloads. After a failure, it is stored again once its state is `storing` again. */
  run(): void {
    const { app, isEmpty } = this.downloads;
    const isNeeded = app === 'storing' || (app === 'stored' && !this.isChecked);
    if (isNeeded && !isEmpty && !this.isRunning) void this.store();
  }

  private async store(): Promise<void> {
    this.isRunning = true;
    for (let failures = 0; ; failures += 1) {
      await waitBeforeAttempt(failures, this.network, this.clock);
      const stored = await this.app.store();
      if (stored.ok) {
        this.isChecked = true;
        this.downloads.setApp('stored');
        break;
      }
      const { kind } = stored.error;
      if (kind === 'unreachable' && failures < MOST_ATTEMPTS) continue;
      this.isChecked = true;
      // If nobody answers, the files that this page was loaded from are still there.
      if (kind === 'unreachable' && this.downloads.app === 'stored') break;
      this.downloads.setApp(kind);
      this.notices.post(DOWNLOAD_MESSAGES[kind]);
      break;
    }
    this.isRunning = false;
  }
}
