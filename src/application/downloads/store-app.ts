import { milliseconds } from '../../domain/time.ts';
import type { Cancellation } from '../../ports/signal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Network } from '../../ports/network.ts';
import { waitForNetwork } from '../wait-for-network.ts';
import type { OfflineApp } from '../../ports/offline-app.ts';
import { type Inject, PORTS } from '../../ports/tokens.ts';
import { NoticesState } from '../notices-state.ts';
import { DOWNLOAD_MESSAGES } from './download-messages.ts';
import { DownloadsState } from './downloads-state.ts';

/** The pauses between attempts double from the first to the longest. */
const FIRST_PAUSE = 1_000;

const LONGEST_PAUSE = 60_000;

/** How often work is repeated. Waiting for the network does not count. */
export const MOST_ATTEMPTS = 8;

/** Waits while there is no network, and before another attempt. The pauses become longer. */
export const waitBeforeAttempt = async (
  failures: number,
  network: Network,
  clock: Clock,
  cancellation?: Cancellation,
): Promise<void> => {
  const cancelled = new Promise<void>((resolve) => cancellation?.addEventListener('abort', resolve));
  const wait = async (pause: number): Promise<void> =>
    Promise.race([waitForNetwork(network, clock, milliseconds(pause)), cancelled]);
  const isCancelled = (): boolean => cancellation?.aborted === true;
  if (failures > 0) await wait(Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE));
  while (!network.isOnline() && !isCancelled()) await wait(LONGEST_PAUSE);
};

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
